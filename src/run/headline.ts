import { plainText } from "../text/markdown.ts";
import { isOwnEngine } from "./drawdown_chance.ts";
import type { ThesisRow } from "./thesis_row.ts";
import { oneLine } from "../text/control.ts";
import { companyNames } from "./warnings.ts";

/** Sentences looked at: a text that says nothing of its own in these has its first driver as lead. */
const MOST_SENTENCES = 4;
/** What is shorter says nothing, in a script with or without spaces. */
const LEAST = { words: 3, chars: 12 } as const;
/** A sentence about the signal with no more words says nothing else. */
const BARE_WORDS = 5;
/** A full stop after these ends no sentence: forms of companies, initials, and what writers shorten. */
const ABBREVIATION =
  /(?:^|[\s("“])(?:\p{Lu}|inc|corp|co|ltd|plc|cos|bros|vs|approx|ca|no|nos|st|mr|mrs|dr|est|e\.g|i\.e|u\.s|u\.k|\p{L}\.\p{L})\.["”)]*\s*$/iu;
/** Beside a name stands no question: its yes or no would be one to nothing. */
const ANSWER = /^(?:yes|no|neither)[:,]\s+/i;
/** What a sentence about the signal states beside it. */
const MEASURE = /\b(?:scores?|probability|confidence|conviction|rating)\b/i;

const SEGMENTER = new Intl.Segmenter("en", { granularity: "sentence" });

type Row =
  & Pick<ThesisRow, "reasoning" | "signal" | "drivers" | "subject" | "ticker" | "company">
  & Pick<ThesisRow, "engine" | "score" | "reason">;

/**
 * Why a name stands where it does: what moves its score most in the direction of the score, so that the line never
 * contradicts the rank, as the service says it, or of our own engine its first driver that way. Any other: what only this name could have, its sentence of its own, or else its first
 * driver, in short.
 * @returns Empty when its service says none of these.
 */
export function headlineOf(row: Row): string {
  const { drivers: [driver = ""], reason } = row;
  if (reason !== undefined) return reason;
  const point = (text: string) => shortPoint(text, row);
  const pull = largestPull(row);
  return pull === undefined
    ? ownSentence(row)?.replace(ANSWER, "") ?? point(driver)
    : point(pull).replace(/^./u, (first) => first.toUpperCase());
}

const SIDED = /^(?:For|Against): /;

/** The largest driver in the direction of the score, which comes first; else the sentence that no measure drives it. */
function largestPull({ engine, score, drivers }: Row): string | undefined {
  if (score === undefined || !isOwnEngine({ engine })) return undefined;
  const side = score < 0 ? "Against: " : "For: ";
  return drivers.find((one) => one.startsWith(side)) ?? drivers.find((one) => !SIDED.test(one));
}

/**
 * The first sentence of a reasoning that does not merely say the signal, alone or with its score or probability, which
 * stand beside it anyway. Services that put the thesis first differ in words, not in this.
 * @returns Nothing when none of the first sentences says more.
 */
export function ownSentence({ reasoning = "", signal = "" }: Pick<Row, "reasoning" | "signal">): string | undefined {
  const word = signal.trim().replaceAll("_", " ").toLowerCase();
  for (const sentence of firstSentences(plainText(reasoning))) {
    const saysSignal = word !== "" && sentence.toLowerCase().replaceAll("_", " ").includes(word);
    const words = sentence.split(/\s+/).length;
    const isBare = (words < LEAST.words && sentence.length < LEAST.chars) || (saysSignal && words <= BARE_WORDS);
    if (!isBare && !(saysSignal && MEASURE.test(sentence))) return sentence;
  }
  return undefined;
}

/** The first sentences of a text, in any script. */
function* firstSentences(text: string): Generator<string, void, undefined> {
  let open = "";
  let count = 0;
  for (const { segment } of SEGMENTER.segment(text)) {
    open += segment;
    if (ABBREVIATION.test(open)) continue;
    const sentence = open.trim();
    open = "";
    if (sentence === "") continue;
    yield sentence;
    if (++count === MOST_SENTENCES) return;
  }
  if (open.trim() !== "") yield open.trim();
}

const SIDE = /^(?:for|against): /i;
const LABEL = /(?:^|[.:*] )\**((?:(?!\. |: |\*).){1,80}?) \(([^ ()]+)\)/g;
const CHANCE = /^the chance of a 15% drawdown within .*?, at (?=annualised)/;

type Named = Pick<ThesisRow, "ticker" | "company" | "subject" | "reasoning">;

/**
 * The beginning of a driver or a risk, for a line that shows the name and its figures: without the side, the company, the
 * chance of a fall, and what follows a semicolon, or of a point with a side its first sentence, which only explains.
 * @param text A driver or a risk; only its first line counts if it has several.
 * @param about Whose it is; a reasoning that says `Apple (AAPL)` anywhere names it too.
 * @returns One line without a full stop at its end.
 */
export function shortPoint(
  text: string,
  { ticker, subject = ticker, company = "", reasoning = "" }: Named,
): string {
  const one = oneLine(text);
  const [line = ""] = one.replace(SIDE, "").split(SIDE.test(one) ? /; |\. / : "; ");
  const labels = [...reasoning.matchAll(LABEL)].flatMap(([, label = "", of]) => of === subject ? [label] : []);
  const names = [subject, ...labels, ...companyNames(company.replace(/^the /i, ""))];
  const rests = names.filter((name) => name !== "" && line.startsWith(name)).flatMap((name) =>
    /^(?:(?:['’]s?|:) | (?![A-Z]\S*['’]))(.+)$/.exec(line.slice(name.length))?.slice(1) ?? [] // T begins "There" too
  );
  return (rests.toSorted((one, other) => one.length - other.length)[0] ?? line).replace(CHANCE, "").replace(/\.$/, "");
}
