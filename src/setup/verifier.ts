import type { CheckData, ThesisCheck, ThesisText } from "../run/thesis_check.ts";
import type { TextReport } from "../verify/text/text_report.ts";

/** What a text is checked on beside its words. */
export interface TextOptions {
  /** Day as of which it is checked, `YYYY-MM-DD`. Default: the usual day of the data. */
  readonly asOf?: string | undefined;
  /** Companies that it is about where it names none, by ticker or name. Default: none. */
  readonly tickers?: readonly string[] | undefined;
}

/** Checks texts, and the theses of a screen, on one folder of data. */
export interface Verifier {
  /** The data it checks on. */
  readonly data: CheckData;
  /**
   * Checks each figure and judgement of a text.
   * @throws {InputError} when the data have nothing as of the day, or a company is unknown.
   */
  verifyText(text: string, options?: TextOptions): TextReport;
  /** Checks a thesis, for the option `verify` of `screen()`. */
  verifyThesis(thesis: ThesisText): Promise<ThesisCheck>;
}

/** Which data a verifier reads, and who is notified while it does. */
export interface VerifierData {
  /** The folder. Default: the sample. */
  readonly data?: string | undefined;
  /** Currency of prices that state none. Default: such prices have no unit. */
  readonly currency?: string | undefined;
  /** Called after each file, with the number of those read and of all. */
  readonly onFile?: ((read: number, all: number) => void) | undefined;
}
