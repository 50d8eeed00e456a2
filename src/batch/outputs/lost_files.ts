import { join } from "node:path";
import { holdsWritten } from "../../disk/digest.ts";
import { createGate } from "../../pace/gate.ts";
import type { SavedFile } from "../../run/outcome.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { LedgerReader } from "../ledger/ledger_reader.ts";
import { LEDGER_FILE } from "../ledger/ledger_schema.ts";

/** Files that are digested at once, on threads. */
export const DIGESTED_AT_ONCE = 4;
const SAVED = "SELECT id, files FROM requests WHERE state IN ('done', 'partial') AND files <> '[]' AND id > ? " +
  "ORDER BY id LIMIT 256";

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

/** Each request with its files that are as they were saved, and the first that is not. */
async function* lostFiles(folder: string) {
  using reader = new LedgerReader(join(folder, LEDGER_FILE));
  const gate = createGate(DIGESTED_AT_ONCE);
  for (let page = reader.all(SAVED, 0); page.length > 0; page = reader.all(SAVED, Number(page.at(-1)?.["id"]))) {
    const checks = page.map(async ({ id, files }) => {
      const saved = JSON.parse(String(files)) as readonly SavedFile[];
      const are = await Promise.all(saved.map((file) => gate(() => holdsWritten(join(folder, file.path), file))));
      const kept = saved.filter((_, at) => are[at]);
      return { id: Number(id), kept, lost: saved.find((_, at) => !are[at]) };
    });
    for (const { lost, ...found } of await Promise.all(checks)) if (lost !== undefined) yield { ...found, lost };
  }
}
