import { dayNumber, isDay, longDay } from "../calendar/day.ts";
import { AsOfError } from "../data/data_error.ts";
import type { Dataset, DatasetView } from "../data/dataset.ts";
import { createResolver, type Resolver } from "../data/names/resolve.ts";
import { createGate } from "../pace/gate.ts";
import { timeSlices } from "../pace/yielding.ts";
import { InputError } from "../protocol/errors.ts";
import type { MadeCheck, ThesisCheck, ThesisText } from "../run/thesis_check.ts";
import { excerpt } from "../text/control.ts";
import type { CheckedClaim, CheckedSentence, TextAbout, TextReport } from "../verify/text/text_report.ts";
import { digestOf } from "./data_record.ts";
import type { Verifier } from "./verifier.ts";

/** Checks a text on the data of a day. */
export type VerifyText = (text: string, view: DatasetView, about?: TextAbout) => TextReport;

/** Longest line about the first false claim, and what its sentence may take of it. */
const MAX_LINE = 300;
const MAX_SENTENCE = 160;
/** Over a long weekend data are a few days old; a check on older ones says so. */
const EXPECTED_AGE_DAYS = 7;

/**
 * Makes a verifier of a dataset.
 * @param verifyText What checks a text.
 */
export function textVerifier(dataset: Dataset, verifyText: VerifyText): Verifier {
  const { name, notice, asOf: usual, span: { first, last } } = dataset;
  let known: Resolver | undefined;
  const resolve = (token: string) => (known ??= createResolver(dataset.at(last).companies)).resolve(token)?.ticker;
  const dayOf = (day: string) => day > last ? last : day;
  const oneByOne = createGate(1);
  const turns = timeSlices();

  const check = ({ text, tickers, day }: ThesisText): ThesisCheck => {
    const found = tickers.map(resolve).filter((ticker) => ticker !== undefined);
    if (tickers.length > 0 && found.length === 0) {
      return { problem: `${name} has no company ${tickers.map((ticker) => excerpt(ticker, MAX_LINE)).join(", ")}` };
    }
    const asOf = dayOf(day);
    if (asOf < first) return { problem: `its day ${longDay(day)} is before ${longDay(first)}, when ${name} begins` };
    const about = { tickers: [...new Set(found)] };
    return toCheck(text, { report: verifyText(text, dataset.at(asOf), about), day });
  };
  return {
    data: { name, notice, ends: last, digest: digestOf(dataset) },
    verifyText: (text, { asOf = usual, tickers = [] } = {}) => {
      const found = tickers.map((ticker) => resolve(ticker) ?? unknownCompany(ticker, name));
      return verifyText(text, viewAt(dataset, asOf), { tickers: found });
    },
    // A turn of the event loop for each, so that answers are read and requests sent between two of them.
    verifyThesis: (thesis) =>
      oneByOne(async () => {
        await turns.next();
        return check(thesis);
      }),
  };
}

function unknownCompany(ticker: string, name: string): never {
  throw new InputError(`Cannot check the text about "${ticker}": ${name} has no such company`, {
    options: ["tickers"],
  });
}

function viewAt(dataset: Dataset, asOf: string): DatasetView {
  try {
    return dataset.at(asOf);
  } catch (cause) {
    if (!(cause instanceof AsOfError)) throw cause;
    throw new InputError(cause.message, { cause });
  }
}

/** What a screen keeps of a report. */
function toCheck(text: string, { report, day }: { readonly report: TextReport; readonly day: string }): MadeCheck {
  const { asOf, proven, unknown, sentences } = report;
  const wrong = sentences.find(({ finding }) => finding === "false");
  const claim = wrong?.claims.find(({ finding }) => finding === "false");
  const daysBefore = isDay(day) ? dayNumber(day) - dayNumber(asOf) : 0;
  return {
    asOf,
    proven,
    false: report.false,
    unknown,
    ...wrong && claim && { firstFalse: falseLine(text, wrong, claim) },
    ...daysBefore > EXPECTED_AGE_DAYS && { daysBefore },
  };
}

/** A sentence, what of it is false, and why, on one line. */
function falseLine(
  text: string,
  { start, end }: CheckedSentence,
  { shown, why = "it is not what the data say", evidence }: CheckedClaim,
): string {
  const sentence = excerpt(text.slice(start, end), MAX_SENTENCE);
  const nearest = evidence === undefined || why.includes(evidence) ? "" : `; ${evidence}`;
  return excerpt(`${sentence} (${shown}: ${why}${nearest})`, MAX_LINE);
}
