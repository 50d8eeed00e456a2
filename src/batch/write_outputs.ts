import { join } from "node:path";
import { sha256File } from "../disk/digest.ts";
import { writeAside } from "../disk/write_aside.ts";
import { ResearchError } from "../protocol/errors.ts";
import { countRun } from "../run/counts.ts";
import { failuresTable } from "../run/failures_table.ts";
import { describeRun, type Manifest, type ManifestFile, type RunRecord } from "../run/manifest.ts";
import { hasThesis, type Outcome } from "../run/outcome.ts";
import { thesesLines } from "../run/theses_lines.ts";
import { type RunTable, thesesTable } from "../run/theses_table.ts";

/** Name of the manifest in the folder of a run. */
export const MANIFEST_FILE = "manifest.json";

const TABLES: readonly { readonly path: string; readonly render: (run: RunTable) => Iterable<string> }[] = [
  { path: "theses.csv", render: thesesTable },
  { path: "theses.jsonl", render: thesesLines },
  { path: "failures.csv", render: failuresTable },
];

/** Names in a run's folder that a run writes. */
export const OUTPUT_FILES: readonly string[] = [...TABLES.map(({ path }) => path), MANIFEST_FILE];

/** A file of a run is not what was written. */
export class VerifyError extends ResearchError {
  /** The name of the class. */
  override readonly name = "VerifyError";
}

/** What outputs are made of. */
export interface OutputSource {
  readonly record: RunRecord;
  /** Every row in input order; gone through several times. */
  readonly outcomes: Iterable<Outcome>;
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * Renders every file of a run, each old or new, never half; the manifest last.
 * @param folder The run's folder.
 * @param source Record and rows; nothing else decides what is written.
 * @returns The manifest.
 */
export async function writeOutputs(folder: string, source: OutputSource): Promise<Manifest> {
  const { record, outcomes, versions } = source;
  const files: ManifestFile[] = [];
  for (const { path, render } of TABLES) {
    const written = await writeAside(join(folder, path), render({ header: record.header, outcomes }));
    files.push({ path, ...written });
  }
  const manifest = describeRun(record, {
    counts: countRun(outcomes),
    files: [...files, ...downloadsOf(outcomes)],
    versions,
  });
  await writeAside(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return manifest;
}

/**
 * Reads every file of a run again and compares it with the manifest.
 * @throws {VerifyError} when one is missing or changed.
 */
export function verifyOutputs(folder: string, { files }: Manifest): void {
  for (const { path, sha256 } of files) {
    let found: string | undefined;
    try {
      found = sha256File(join(folder, path));
    } catch (cause) {
      throw new VerifyError(`Cannot verify ${join(folder, path)}: it cannot be read`, { cause });
    }
    if (found !== sha256) throw new VerifyError(`Cannot verify ${join(folder, path)}: it is not what was written`);
  }
}

function* downloadsOf(outcomes: Iterable<Outcome>): Generator<ManifestFile, void, undefined> {
  const seen = new Set<string>();
  for (const outcome of outcomes) {
    if (!hasThesis(outcome)) continue;
    for (const { path, bytes, sha256 } of outcome.files) {
      if (!seen.has(path)) yield { path, bytes, sha256 };
      seen.add(path);
    }
  }
}
