import { join } from "node:path";
import { markedCommits } from "../../disk/commit_mark.ts";
import { ResearchError } from "../../protocol/errors.ts";
import type { Manifest } from "../../run/manifest.ts";
import { DIGESTS } from "../ledger/ledger_chain.ts";
import { LedgerReader } from "../ledger/ledger_reader.ts";
import { LEDGER_FILE, MARK_FILE } from "../ledger/ledger_schema.ts";
import { inTurns, timeSlices } from "../../pace/yielding.ts";
import { MANIFEST_FILE, readJson } from "./run_files.ts";

/** A file of a run is missing or has changed, or its ledger is not the one that its files are made from. */
export class VerifyError extends ResearchError {
  /** The name of the class. */
  override readonly name = "VerifyError";
}

const CURE = "restore a copy of the whole folder, or start a new run";

/**
 * Checks that a ledger is as old as what its run has written, and that each of its values is the one that was written:
 * an older copy, or one that lost the end of its log, would ask again what is answered. A ledger of an earlier version
 * has nothing to check it by.
 * @throws {VerifyError} when it is older, or was changed.
 */
export async function checkLedger(folder: string): Promise<void> {
  const commits = commitsIn(folder);
  using reader = new LedgerReader(join(folder, LEDGER_FILE));
  refuseOlder(folder, { known: reader.chain()?.commits ?? 0, commits });
  await checkContent(reader, folder);
}

/** @throws {VerifyError} when a value of a ledger is not the one that was written. */
export async function checkContent(reader: LedgerReader, folder: string): Promise<void> {
  const chain = reader.chain();
  if (chain === undefined) return;
  let digest = 0;
  for await (const part of inTurns(reader.digests(), timeSlices(), { every: 1 })) digest = (digest + part) % DIGESTS;
  const [verdict] = reader.all("PRAGMA integrity_check(1)");
  if (chain.digest === digest && verdict?.["integrity_check"] === "ok") return;
  throw new VerifyError(
    `Cannot use ${join(folder, LEDGER_FILE)}: its content was changed after it was written; ${CURE}`,
  );
}

/** The commits of a run's ledger that its other files tell of. Read it before the ledger: a run at work goes on. */
export function commitsIn(folder: string): number {
  const manifest = readJson<Manifest>(join(folder, MANIFEST_FILE));
  return Math.max(markedCommits(join(folder, MARK_FILE)), manifest?.ledger_commits ?? 0);
}

/** @throws {VerifyError} when a ledger knows fewer commits than its other files tell of. */
export function refuseOlder(
  folder: string,
  { known, commits }: { readonly known: number; readonly commits: number },
): void {
  if (known >= commits) return;
  const state = `it is older than the run's other files: it has ${known} commits of ${commits}`;
  throw new VerifyError(`Cannot use ${join(folder, LEDGER_FILE)}: ${state}; ${CURE} that reuses its answers`);
}
