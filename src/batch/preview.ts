import { join } from "node:path";
import type { RateWindow } from "../pace/rate_limit.ts";
import type { RequestBody } from "../protocol/reasoning.ts";
import { type CheckedInput, checkInput, writePlan } from "./begin_run.ts";
import { canonicalJson } from "./canonical_json.ts";
import { Ledger } from "./ledger.ts";
import { LedgerReader } from "./ledger_reader.ts";
import { LEDGER_FILE } from "./ledger_schema.ts";
import { type Machine, thisMachine } from "./machine.ts";
import type { ScreenInput } from "./open_input.ts";
import type { ScreenOptions } from "./screen_options.ts";
import { earlierRuns, existingRun } from "./which_run.ts";

/** What a screen would do; nothing was sent, and nothing written. */
export interface ScreenPreview {
  /** Folder of the run that would be gone on with, or read; absent for a new one. */
  readonly folder: string | undefined;
  readonly state: "new" | "continued" | "finished";
  /** Data rows, and how many of them are bad, repeat another's question, or are known already. */
  readonly rows: number;
  readonly invalid: number;
  readonly duplicates: number;
  readonly known: number;
  readonly inDoubt: number;
  /** Requests that would be sent. */
  readonly requests: number;
  /** Columns whose cells would leave the machine. */
  readonly sentColumns: readonly string[];
  /** The first three bodies that would be sent. */
  readonly first: readonly RequestBody[];
  /** About how long it takes; absent when no earlier run of the service says how long an answer takes. */
  readonly seconds: number | undefined;
  /** What the requests cost at most; absent without a price. */
  readonly cost: number | undefined;
  /** How the list was read where that is not plain, and what of it is no row, as sentences. */
  readonly notes: readonly string[];
  /** What would stop it before the last request. */
  readonly stops: readonly string[];
}

type Options = ScreenOptions & { readonly machine: Machine };

const SHOWN_REQUESTS = 3;
const START_CONCURRENCY = 8;

/**
 * Says what {@linkcode screen} would do with the same arguments; sends nothing and writes nothing.
 * @param input Path of a CSV with a header, or records with a name for each cell.
 * @param options The same as for the screen.
 * @throws {InputError} when input, question or folder are wrong.
 */
export async function previewScreen(input: ScreenInput, options: ScreenOptions = {}): Promise<ScreenPreview> {
  const complete: Options = { ...options, machine: options.machine ?? thisMachine() };
  const checked = await checkInput(input, complete);
  try {
    const { machine: { folder: base, clock }, folder, startNew, retryFailed, limit } = complete;
    const existing = existingRun({
      ...{
        fingerprint: checked.fingerprint,
        inputName: checked.input.name,
        base,
        folder,
        startNew,
        retryFailed,
        limit,
      },
      now: clock.now(),
    });
    if (existing !== undefined) {
      using ledger = new Ledger(join(existing.folder, LEDGER_FILE), { readOnly: true });
      return describe(ledger, { checked, options: complete, existing });
    }
    using ledger = new Ledger(":memory:");
    await writePlan(ledger, checked, complete);
    return describe(ledger, { checked, options: complete, existing: { folder: undefined, state: "new" } });
  } finally {
    await checked.source.close();
  }
}

function describe(
  ledger: Ledger,
  { checked, options, existing }: {
    readonly checked: CheckedInput;
    readonly options: Options;
    readonly existing: Pick<ScreenPreview, "folder" | "state">;
  },
): ScreenPreview {
  const { rows, invalid, requests: all, inDoubt, open } = ledger.tally(options.limit);
  const resent = Math.min(inDoubt, options.retryFailed === true ? inDoubt : options.resendInDoubt ?? 0);
  const requests = existing.state === "finished" ? 0 : open + resent;
  const { price } = options;
  return {
    ...existing,
    ...{ rows, invalid, inDoubt, requests },
    duplicates: rows - invalid - all,
    known: all - open - inDoubt,
    sentColumns: checked.plan.sentColumns,
    first: firstRequests(ledger),
    notes: ledger.record()?.input.notes ?? [],
    seconds: secondsFor(requests, options),
    cost: price === undefined ? undefined : price * requests,
    stops: stopsBefore(requests, options),
  };
}

function firstRequests(ledger: Ledger): RequestBody[] {
  return Array.from(ledger.openRequests().take(SHOWN_REQUESTS), ({ asked }) => asked.request);
}

/** By how long answers took in the newest earlier run of the service, and by the rates that were given. */
function secondsFor(requests: number, options: Options): number | undefined {
  const { concurrency = "auto", rate = [] } = options;
  const answerSeconds = answerSecondsOf(options);
  const width = concurrency === "auto" ? START_CONCURRENCY : concurrency;
  const rateSeconds = Math.max(0, ...rate.map(({ count, perMs }: RateWindow) => requests / count * perMs / 1000));
  if (answerSeconds === undefined) return rateSeconds > 0 ? rateSeconds : undefined;
  return Math.max(Math.ceil(requests / width) * answerSeconds, rateSeconds);
}

function answerSecondsOf({ machine, service }: Options): number | undefined {
  for (const { folder, record } of earlierRuns(machine.folder)) {
    if (canonicalJson(record.service) !== canonicalJson(service)) continue;
    using reader = new LedgerReader(join(folder, LEDGER_FILE));
    const [mean] = reader.all("SELECT avg(seconds) AS seconds FROM requests WHERE state = 'done'");
    if (typeof mean?.["seconds"] === "number") return mean["seconds"];
  }
  return undefined;
}

function stopsBefore(requests: number, { maxRequests, maxCost, price, until }: Options): string[] {
  const affordable = price === undefined || maxCost === undefined ? Infinity : Math.floor(maxCost / price);
  return [
    ...(maxRequests !== undefined && maxRequests < requests ? [`--max-requests ${maxRequests}`] : []),
    ...(affordable < requests ? [`--max-cost ${maxCost}, after ${affordable} requests`] : []),
    ...(until === undefined ? [] : [`--until, at ${until.toTimeString().slice(0, 5)}`]),
  ];
}
