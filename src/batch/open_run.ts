import { dirname, join, resolve } from "node:path";
import type { Manifest } from "../run/manifest.ts";
import type { Outcome } from "../run/outcome.ts";
import { InputError } from "./input_error.ts";
import { Ledger } from "./ledger.ts";
import { LEDGER_FILE } from "./ledger_schema.ts";
import { LATEST_FILE } from "./outputs_keeper.ts";
import { RUNS_FOLDER } from "./which_run.ts";
import { MANIFEST_FILE } from "./write_outputs.ts";

/** What a run was, and what became of its rows. */
export interface OpenedRun {
  /** Absolute path. */
  readonly folder: string;
  /** What the run was, when it was last written. */
  readonly manifest: Manifest;
  /** One for each data row, in input order. */
  readonly outcomes: readonly Outcome[];
}

/**
 * Reads a run, a finished one or one that goes on.
 * @param run Its folder, or `latest` for the last finished one under `runs/`.
 * @param options `base`: where relative paths start. Default: the current folder.
 * @returns Manifest and outcomes, as they are now.
 * @throws {InputError} when there is no run.
 */
export async function openRun(run: string, options: { readonly base?: string } = {}): Promise<OpenedRun> {
  const base = options.base ?? ".";
  const folder = run === "latest" ? await readLatest(base) : resolve(base, run);
  const manifest = await readJson<Manifest>(join(folder, MANIFEST_FILE), folder);
  using ledger = new Ledger(join(folder, LEDGER_FILE), { readOnly: true });
  return { folder, manifest, outcomes: [...ledger.outcomes()] };
}

async function readLatest(base: string): Promise<string> {
  const path = resolve(base, RUNS_FOLDER, LATEST_FILE);
  const { folder } = await readJson<{ readonly folder: string }>(path, "latest");
  return join(dirname(path), folder);
}

async function readJson<T>(path: string, run: string): Promise<T> {
  try {
    return JSON.parse(await Deno.readTextFile(path)) as T;
  } catch (cause) {
    throw new InputError(`Cannot open the run ${run}: there is no readable ${path}`, { cause });
  }
}
