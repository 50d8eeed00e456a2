import { join } from "node:path";
import { sha256File } from "../disk/digest.ts";
import { makeFolder } from "../disk/folder.ts";
import { writeAside } from "../disk/write_aside.ts";
import type { RunRecord } from "../run/manifest.ts";
import type { SavedFile } from "../run/outcome.ts";
import { canonicalJson } from "../text/canonical_json.ts";
import type { Ledger } from "./ledger/ledger.ts";
import { LedgerReader } from "./ledger/ledger_reader.ts";
import { type OpenRequest, toEarlierAnswer } from "./ledger/ledger_rows.ts";
import { LEDGER_FILE } from "./ledger/ledger_schema.ts";
import type { EarlierAnswer } from "./ledger/ledger_types.ts";
import type { Machine } from "./machine.ts";
import { checkThesis } from "./send/check_thesis.ts";
import type { ThesisVerifier } from "./send/ports.ts";
import { filesFolder } from "./send/save_files.ts";
import { checkContent } from "./runs/check_ledger.ts";
import { earlierRuns, runsBeside } from "./runs/runs_on_disk.ts";

const PAGE = 64;
const SAME_ANSWERS = "SELECT identity, result, files, started_at, seconds FROM requests " +
  "WHERE state = 'done' AND started_at >= ? AND identity IN (SELECT value FROM json_each(?))";

/** A new run, and how old the answers may be that it takes over. */
export interface ReuseOptions {
  /** The run's folder, for the files; without it no file is copied. */
  readonly folder?: string | undefined;
  /** Its folder, or that which the user named: runs beside it count too. Default: `folder`. */
  readonly beside?: string | undefined;
  readonly record: RunRecord;
  readonly machine: Machine;
  readonly withinMs: number;
  /** Checks each thesis that is taken over. Default: none is checked. */
  readonly verify?: ThesisVerifier | undefined;
}

/**
 * Takes recent answers to the same requests from earlier runs, so that nothing is paid for twice: first from those
 * beside it, then from those under `runs/`, each from the newest on. Only runs of the same service, model and data count.
 * @throws {VerifyError} when the ledger of one that has answers was changed.
 */
export async function reuseAnswers(ledger: Ledger, options: ReuseOptions): Promise<void> {
  const { folder, record, machine, withinMs, beside = folder } = options;
  const since = new Date(machine.clock.now().getTime() - withinMs).toISOString();
  const service = canonicalJson(record.service);
  const runs = [...(beside === undefined ? [] : runsBeside(beside)), ...earlierRuns(machine.folder)];
  for (const earlier of new Map(runs.map((run) => [run.folder, run])).values()) {
    if (earlier.folder === folder || canonicalJson(earlier.record.service) !== service) continue;
    // No ATTACH: Deno allows it only to programs with all permissions.
    using reader = new LedgerReader(join(earlier.folder, LEDGER_FILE));
    let isChecked = false;
    for (const page of pagesOf(ledger.openRequests())) {
      const found = answersTo(page, { reader, since });
      if (found.length > 0 && !isChecked) await checkContent(reader, earlier.folder);
      isChecked ||= found.length > 0;
      const whole = found.filter(({ files }) =>
        files.every(({ path, sha256 }) => digestOf(join(earlier.folder, path)) === sha256)
      );
      const kept = folder === undefined
        ? whole
        : await Promise.all(whole.map((answer) => copyFiles(answer, { from: earlier.folder, to: folder, machine })));
      ledger.reuse(await checkedAnswers(kept, { ...options, page, ledger }), earlier.record.runId);
    }
  }
}

/** Checks the answers that are taken over: an earlier run may have checked them on other data. */
async function checkedAnswers(
  answers: readonly EarlierAnswer[],
  { verify, page, ledger, machine }: Pick<ReuseOptions, "verify" | "machine"> & {
    readonly page: ReadonlyMap<string, OpenRequest>;
    readonly ledger: Ledger;
  },
): Promise<readonly EarlierAnswer[]> {
  if (verify === undefined) return answers;
  const asked = new Map(page.values().map((open) => [open.id, open]));
  const checked: EarlierAnswer[] = [];
  for (const answer of answers) {
    const open = asked.get(answer.id);
    if (open === undefined) continue;
    const { result, startedAt } = answer;
    const known = { ...open, result, asked: { ...open.asked, startedAt } };
    checked.push({ ...answer, check: await checkThesis(known, { verify, ledger, now: machine.clock.now() }) });
  }
  return checked;
}

function* pagesOf(requests: Iterable<OpenRequest>): Generator<ReadonlyMap<string, OpenRequest>, void, undefined> {
  let page = new Map<string, OpenRequest>();
  for (const open of requests) {
    page.set(open.asked.identity, open);
    if (page.size < PAGE) continue;
    yield page;
    page = new Map();
  }
  if (page.size > 0) yield page;
}

function answersTo(
  page: ReadonlyMap<string, OpenRequest>,
  { reader, since }: { readonly reader: LedgerReader; readonly since: string },
): EarlierAnswer[] {
  return reader.all(SAME_ANSWERS, since, JSON.stringify([...page.keys()])).flatMap((record) => {
    const open = page.get(String(record["identity"]));
    if (open === undefined) return [];
    const { id, input: { row, ticker } } = open;
    return [toEarlierAnswer({ ...record, id, first_row: row, ticker })];
  });
}

async function copyFiles(
  answer: EarlierAnswer,
  { from, to, machine: { durability } }: Pick<ReuseOptions, "machine"> & { readonly from: string; readonly to: string },
): Promise<EarlierAnswer> {
  const own = filesFolder({ row: answer.firstRow, ticker: answer.ticker });
  if (answer.files.length > 0) makeFolder(join(to, own), durability);
  const files: SavedFile[] = [];
  for (const file of answer.files) {
    const path = join(own, file.path.split("/").at(-1) ?? "");
    await writeAside(join(to, path), [await Deno.readFile(join(from, file.path))], { durability });
    files.push({ ...file, path: path.replaceAll("\\", "/") });
  }
  return { ...answer, files };
}

function digestOf(path: string): string | undefined {
  try {
    return sha256File(path);
  } catch {
    return undefined;
  }
}
