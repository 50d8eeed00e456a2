import type { Place } from "./command.ts";
import { resolve } from "node:path";
import type { Verifier, VerifierData } from "../setup/verifier.ts";
import { showReading } from "./data_lines.ts";
import type { Host } from "./host.ts";

/** The word for the data that come with the program. */
export const SAMPLE_DATA = "sample";

/** What reading data takes, beside the folder. */
type Reading = Place<Pick<Host, "folder" | "openVerifier">>;

/**
 * Opens the data of `--verify`.
 * @returns Nothing without the flag.
 * @throws {DataError} when the folder cannot be read.
 */
export async function verifierOf(
  { verify }: { readonly verify: string | undefined },
  reading: Reading,
): Promise<Verifier | undefined> {
  return verify === undefined ? undefined : await readVerifier({ data: verify }, reading);
}

/**
 * Opens data to check texts on while the terminal shows how far they are read.
 * @param named The folder, as it was typed; absent or the word for them: the data that come with the program.
 * @throws {DataError} when it cannot be read.
 */
export async function readVerifier(
  { data, ...named }: Pick<VerifierData, "data" | "currency">,
  { host, terminal }: Reading,
): Promise<Verifier> {
  const folder = data === undefined || data === SAMPLE_DATA ? undefined : resolve(host.folder, data);
  return await host.openVerifier({ ...named, data: folder, ...showReading(terminal) }).finally(() => terminal.end());
}
