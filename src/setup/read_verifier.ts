import { verifyText } from "../verify/text/verify_text.ts";
import { openDataset } from "./open_dataset.ts";
import { textVerifier } from "./text_verifier.ts";
import type { Verifier, VerifierData } from "./verifier.ts";

/**
 * Reads data to check texts on.
 * @param options The folder; the sample when absent.
 * @throws {DataError} when the folder cannot be read.
 */
export async function readVerifier(options: VerifierData): Promise<Verifier> {
  return textVerifier(await openDataset({ data: undefined, ...options }), verifyText);
}
