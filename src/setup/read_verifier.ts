import { verifyText } from "../verify/text/verify_text.ts";
import { type DataOptions, openDataset } from "./open_dataset.ts";
import { textVerifier } from "./text_verifier.ts";
import type { Verifier } from "./verifier.ts";

/** Which data a verifier reads, and who is told while it does. */
export type VerifierData = Partial<Pick<DataOptions, "data" | "onFile">>;

/**
 * Reads data to check texts on.
 * @param options The folder; the sample when absent.
 * @throws {DataError} when the folder cannot be read.
 */
export async function readVerifier({ data, onFile }: VerifierData): Promise<Verifier> {
  return textVerifier(await openDataset({ data, onFile }), verifyText);
}
