import { join } from "node:path";
import { sha256File } from "../disk/digest.ts";
import { makeFolder } from "../disk/folder.ts";
import { writeAside } from "../disk/write_aside.ts";
import type { RunRecord } from "../run/manifest.ts";
import type { SavedFile } from "../run/outcome.ts";
import { canonicalJson } from "./canonical_json.ts";
import type { Ledger } from "./ledger.ts";
import { LEDGER_FILE } from "./ledger_schema.ts";
import type { EarlierAnswer } from "./ledger_types.ts";
import type { Machine } from "./machine.ts";
import { filesFolder } from "./save_files.ts";
import { earlierRuns } from "./which_run.ts";

/** A run that begins, and how old an answer may be that it takes. */
export interface ReuseOptions {
  /** The run's folder. */
  readonly folder: string;
  readonly record: RunRecord;
  readonly machine: Machine;
  readonly withinMs: number;
}

/**
 * Takes fresh answers to the same requests from the earlier runs under `runs/`, the newest first, so that nothing is
 * paid for twice. Only runs that asked the same service, model and data count.
 */
export async function reuseAnswers(ledger: Ledger, options: ReuseOptions): Promise<void> {
  const { folder, record, machine, withinMs } = options;
  const since = new Date(machine.clock.now().getTime() - withinMs);
  const service = canonicalJson(record.service);
  for (const earlier of earlierRuns(machine.folder)) {
    if (earlier.folder === folder || canonicalJson(earlier.record.service) !== service) continue;
    const from = { path: join(earlier.folder, LEDGER_FILE), runId: earlier.record.runId, since };
    await ledger.reuse(from, (answer) => copyFiles(answer, { from: earlier.folder, to: folder }));
  }
}

/** An answer whose files are not what was written is asked for again. */
async function copyFiles(
  answer: EarlierAnswer,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<SavedFile[] | undefined> {
  const own = filesFolder({ row: answer.firstRow, ticker: answer.ticker });
  if (answer.files.length > 0) makeFolder(join(to, own));
  const copies: SavedFile[] = [];
  for (const file of answer.files) {
    const source = join(from, file.path);
    const path = join(own, file.path.split("/").at(-1) ?? "");
    if (digestOf(source) !== file.sha256) return undefined;
    await writeAside(join(to, path), [await Deno.readFile(source)]);
    copies.push({ ...file, path: path.replaceAll("\\", "/") });
  }
  return copies;
}

function digestOf(path: string): string | undefined {
  try {
    return sha256File(path);
  } catch {
    return undefined;
  }
}
