import { join, resolve } from "node:path";
import type { RateWindow } from "../pace/rate_limit.ts";
import { type CheckedInput, checkInput, sentColumnsOf, serviceOf, wantedRun, writePlan } from "./begin_run.ts";
import { canonicalJson } from "../text/canonical_json.ts";
import { HONOURS_KEYS_NOTE, LEDGER_FILE, SPENT_NOTE } from "./ledger/ledger_schema.ts";
import { Ledger } from "./ledger/ledger.ts";
import { LedgerReader } from "./ledger/ledger_reader.ts";
import { type Machine, thisMachine } from "./machine.ts";
import type { ScreenInput } from "./list/open_input.ts";
import { reuseAnswers } from "./reuse_answers.ts";
import { checkScreenOptions, type ScreenOptions } from "./screen_options.ts";
import type { ScreenPreview, StopAhead } from "../run/progress.ts";
import { priceOfRequest } from "./send/limits.ts";
import { settledIn, Spending } from "./send/spending.ts";
import { checkLedger } from "./runs/check_ledger.ts";
import { earlierRuns } from "./runs/runs_on_disk.ts";
import { type ChosenRun, existingRun } from "./runs/which_run.ts";
import { type WorkAhead, workAhead } from "./runs/work_ahead.ts";

type Options = ScreenOptions & { readonly machine: Machine };

const SHOWN_REQUESTS = 3;
const START_CONCURRENCY = 8;

/**
 * Says what {@linkcode screen} would do with the same arguments; sends nothing and writes nothing.
 * @param input Path of a CSV, or `-` for standard input; a CSV in memory; or records with a name for each cell.
 * @param options The same as for the screen.
 * @throws {InputError} when input, question or folder are wrong.
 */
export async function previewScreen(input: ScreenInput, options: ScreenOptions = {}): Promise<ScreenPreview> {
  checkScreenOptions(options);
  const complete: Options = { ...options, machine: options.machine ?? thisMachine() };
  const checked = await checkInput(input, complete);
  await using _source = checked.source;
  const existing = await existingRun(wantedRun(checked, complete));
  if (existing === undefined) return await describeNew(checked, complete);
  await checkLedger(existing.folder);
  using ledger = new Ledger(join(existing.folder, LEDGER_FILE), { readOnly: true });
  return describe(ledger, { checked, options: complete, ...existing, ahead: aheadOf(ledger, existing, complete) });
}

/** Plans a new run in memory, by the same steps as the run itself. */
async function describeNew(checked: CheckedInput, options: Options): Promise<ScreenPreview> {
  using ledger = new Ledger(":memory:");
  const record = await writePlan(ledger, checked, options);
  const { limit, machine, reuseWithinMs } = options;
  ledger.recover({ limit });
  const beside = options.folder === undefined ? undefined : resolve(machine.folder, options.folder);
  if (reuseWithinMs !== undefined) await reuseAnswers(ledger, { record, machine, beside, withinMs: reuseWithinMs });
  const first = ledger.openRequests().take(SHOWN_REQUESTS).map(({ asked }) => asked.request);
  const ahead = {
    requests: ledger.tally(limit).open,
    first: [...first],
    known: settledIn(ledger.requestsByState()),
    inDoubt: 0,
  };
  return describe(ledger, { checked, options, folder: undefined, state: "new", ahead });
}

function aheadOf(ledger: Ledger, { folder, state }: ChosenRun, options: Options): WorkAhead {
  using reader = new LedgerReader(join(folder, LEDGER_FILE));
  const { limit, retryFailed = false, resendInDoubt = 0 } = options;
  const isIdempotent = ledger.note(HONOURS_KEYS_NOTE) !== undefined;
  const ahead = workAhead(reader, { limit, retryFailed, resendInDoubt, isIdempotent, shown: SHOWN_REQUESTS });
  return state === "finished" ? { ...ahead, requests: 0, first: [] } : ahead;
}

function describe(
  ledger: Ledger,
  { checked, options, folder, state, ahead }: Pick<ScreenPreview, "folder" | "state"> & {
    readonly checked: CheckedInput;
    readonly options: Options;
    readonly ahead: WorkAhead;
  },
): ScreenPreview {
  const { rows, invalid, requests: all } = ledger.tally(options.limit);
  const aboutList = ledger.aboutList();
  const record = ledger.record();
  const isOpen = aboutList?.status === "pending" || aboutList?.status === "skipped";
  const price = priceOfRequest(options);
  const spent = new Spending(options, { requests: ledger.requestsByState(), saved: ledger.note(SPENT_NOTE) });
  return {
    folder,
    state,
    rows,
    invalid,
    duplicates: rows - invalid - (all - (aboutList === undefined ? 0 : 1)),
    ...ahead,
    ...isOpen && ahead.requests > 0 ? { asksPortfolio: true } : {},
    sentColumns: sentColumnsOf(checked.plan, record),
    notes: record?.input.notes ?? [],
    seconds: secondsFor(ahead.requests, options),
    cost: price === undefined ? undefined : price * ahead.requests,
    ...options.languageModel && { languageModel: options.languageModel },
    stops: stopsBefore(ahead.requests, { options, spent }),
  };
}

/** An estimate from the answer times of the newest earlier run of the service, and from the rates. */
function secondsFor(requests: number, options: Options): number | undefined {
  const { concurrency = "auto", rate = [] } = options;
  const answerSeconds = answerSecondsOf(options);
  const width = concurrency === "auto" ? START_CONCURRENCY : concurrency;
  const rateSeconds = Math.max(0, ...rate.map(({ count, perMs }: RateWindow) => requests / count * perMs / 1000));
  if (answerSeconds === undefined) return rateSeconds > 0 ? rateSeconds : undefined;
  return Math.max(Math.ceil(requests / width) * answerSeconds, rateSeconds);
}

function answerSecondsOf(options: Options): number | undefined {
  const { machine } = options;
  const service = serviceOf(options);
  for (const { folder, record } of earlierRuns(machine.folder)) {
    if (canonicalJson(record.service) !== canonicalJson(service)) continue;
    using reader = new LedgerReader(join(folder, LEDGER_FILE));
    const [mean] = reader.all("SELECT avg(seconds) AS seconds FROM requests WHERE state = 'done'");
    if (typeof mean?.["seconds"] === "number") return mean["seconds"];
  }
  return undefined;
}

function stopsBefore(
  requests: number,
  { options, spent }: { readonly options: Options; readonly spent: Spending },
): StopAhead[] {
  const { maxRequests = Infinity, maxCost = Infinity, until } = options;
  const left = Math.max(0, maxRequests - spent.sent);
  const { affordable } = spent;
  const isLeast = options.languageModel === undefined ? {} : { isLeast: true }; // an answer may cost less than its budget
  return [
    ...(left < requests ? [{ code: "max_requests", limit: maxRequests, after: left } as const] : []),
    ...(affordable < requests ? [{ code: "max_cost", limit: maxCost, after: affordable, ...isLeast } as const] : []),
    ...(until === undefined ? [] : [{ code: "until", until } as const]),
  ];
}
