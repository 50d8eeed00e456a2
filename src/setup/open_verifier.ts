import { InputError } from "../protocol/errors.ts";
import { optionProblem, type OptionShape, TEXT } from "../text/options.ts";
import { isDeno } from "./host.ts";
import type { Verifier } from "./verifier.ts";

/** Which data a verifier checks on. */
export interface VerifierOptions {
  /** A data folder: prices, reports and what else the embedded service reads. Default: its sample. */
  readonly data?: string | undefined;
  /** Currency of prices in it that state none, like `USD` or `GBp`. Default: such prices have no unit. */
  readonly currency?: string | undefined;
}

const VERIFIER_OPTIONS = { data: TEXT, currency: TEXT } satisfies Readonly<Record<keyof VerifierOptions, OptionShape>>;

/**
 * Opens data to check texts on, of any source: each figure and judgement is proven, false or unknown, with the nearest
 * that the data say. Nothing is sent. `screen()` of `conviction/batch` takes the verifier as its option `verify`.
 * @param options Where the data are; a relative path starts in the current folder.
 * @returns What checks a text, and the theses of a screen.
 * @throws {DataError} when the data cannot be read.
 * @throws {InputError} when an option is unknown or of another kind; and on Node.
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 * import { openVerifier } from "conviction";
 *
 * const { verifyText } = await openVerifier();
 * const { sentences: [first] } = verifyText("Revenue of fiscal 2024 was 333 billion dollars.", { tickers: ["AAPL"] });
 * strictEqual(first?.finding, "false");
 * strictEqual(first?.claims[0]?.evidence, "revenue of the year to 2024-09-28 is $391.0bn");
 * ```
 */
export async function openVerifier(options: VerifierOptions = {}): Promise<Verifier> {
  const problem = optionProblem(options, VERIFIER_OPTIONS);
  if (problem !== undefined) {
    throw new InputError(`Cannot open a verifier: ${problem.state}`, { options: problem.options });
  }
  if (!isDeno) throw new InputError("Cannot open a verifier: reading its data needs Deno");
  return await (await import("./read_verifier.ts")).readVerifier(options);
}
