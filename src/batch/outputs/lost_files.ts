import { join } from "node:path";
import { holdsWritten } from "../../disk/digest.ts";
import { createGate } from "../../pace/gate.ts";
import type { SavedFile } from "../../run/outcome.ts";
import { Ledger } from "../ledger/ledger.ts";
import { LedgerReader } from "../ledger/ledger_reader.ts";
import { LEDGER_FILE } from "../ledger/ledger_schema.ts";

/** Files that are digested at once, on threads. */
export const DIGESTED_AT_ONCE = 4;
const SAVED = "SELECT id, files FROM requests WHERE state IN ('done', 'partial') AND files <> '[]' AND id > ? " +
  "ORDER BY id LIMIT 256";

/** A request, its files that are as they were saved, and the first that is not. */
interface Lost {
  readonly id: number;
  readonly kept: readonly SavedFile[];
  readonly lost: SavedFile;
}

/** Whether a file of an answer is missing or was changed since it was saved. */
export async function hasLostFiles(folder: string): Promise<boolean> {
  for await (const _ of lostFiles(folder)) return true;
  return false;
}

/** Makes the rows partial whose files are missing or were changed: each output then says so, and a retry fetches them. */
export async function markLostFiles(ledger: Ledger, folder: string): Promise<void> {
  for await (const { id, kept, lost } of lostFiles(folder)) {
    const message = `Cannot find ${lost.path}: it was removed or changed after it was saved`;
    await ledger.lost(id, { kept, error: { code: "lost_file", message } });
  }
}

async function* lostFiles(folder: string): AsyncGenerator<Lost, void, undefined> {
  using reader = new LedgerReader(join(folder, LEDGER_FILE));
  const gate = createGate(DIGESTED_AT_ONCE);
  for (let after = 0;;) {
    const page = reader.all(SAVED, after).map(({ id, files }) => ({
      id: Number(id),
      files: JSON.parse(String(files)) as readonly SavedFile[],
    }));
    const checks = page.map(({ files }) =>
      files.map((file) => gate(() => holdsWritten(join(folder, file.path), file)))
    );
    for (const [at, { id, files }] of page.entries()) {
      const isKept = await Promise.all(checks[at] ?? []);
      const lost = files.find((_, place) => isKept[place] === false);
      if (lost !== undefined) yield { id, kept: files.filter((_, place) => isKept[place]), lost };
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
