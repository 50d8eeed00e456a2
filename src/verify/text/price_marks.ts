import type { DatasetView } from "../../data/dataset.ts";
import { type MetricId, rowOf } from "../../data/metrics/metric.ts";
import type { Days } from "../../data/question/calendar.ts";
import { DATED_FORMS, YEARLESS_FORMS } from "../../data/question/day_forms.ts";
import { fold, pattern } from "../../terms/fold.ts";
import { findTimes } from "../../data/question/found_time.ts";
import { blanked, byStart, takenBy } from "../../terms/places.ts";
import { joinTimes } from "../../data/question/join_times.ts";
import { MEASURE_WORDS } from "../../data/question/measure_words.ts";
import { RELATIVE_FORMS } from "../../data/question/relative_forms.ts";
import { SESSION_FORMS } from "../../data/question/session_forms.ts";
import type { Stretch } from "../../data/texts/sentences.ts";
import { itemPlaces } from "./item_places.ts";
import { type Lists, listsIn } from "./paired_lists.ts";
import { type CompanyPlace, isVerb, type SentenceMarks, timesWords } from "./sentence_marks.ts";
import { writtenFigures } from "./written_figures.ts";

/** What the sentences before it leave to a sentence about prices. */
export interface PriceContext {
  readonly view: DatasetView;
  /** The company of a sentence that names none. */
  readonly ticker: string | undefined;
  /** The companies of the text. */
  readonly named: readonly string[];
}

/** A measure that a sentence names. */
export interface MeasurePlace extends Stretch {
  readonly metric: MetricId;
}

/** Days that a sentence names; absent where it names a time that is not read. */
export interface DaysPlace extends Stretch {
  readonly days?: Days;
}

/** A verb of a price's move. */
export interface MovePlace extends Stretch {
  /** 0 of words that leave the sign to the figure, like "returned". */
  readonly way: 1 | -1 | 0;
  /** It says of its own which way, like "rose"; "up" needs a figure. */
  readonly isVerb: boolean;
  /** By how much, of "doubled" and its like. */
  readonly times?: number;
}

/** What a sentence says of prices; places are in it. */
export interface PriceMarks extends Pick<SentenceMarks, "text" | "folded" | "companies" | "figures"> {
  readonly measures: readonly MeasurePlace[];
  readonly times: readonly DaysPlace[];
  readonly moves: readonly MovePlace[];
  readonly lists: Lists<MeasurePlace, DaysPlace>;
}

/** Words that ask for a measure in a question, and say something else in a text. */
const OTHER_WORDS = /^(?:valu\w+|fairly|per|quality|momentum strategy|fluctuat\w+|vol|returns?|performance|altman)$/;
const MORE_WORDS: readonly { readonly metric: MetricId; readonly words: RegExp }[] = [
  { metric: "price_earnings", words: /(?<=\d )times (?:trailing |its |net )?(?:earnings|income)\b/g },
  { metric: "market_value", words: /\bvalued(?= at)/g },
  { metric: "return_12m", words: /\b(?:12|twelve|one)-(?:month|year) return\b/g },
];
const UP =
  "rose|risen|rises|gain(?:ed|s)?|climb(?:ed|s)?|jump(?:ed|s)?|surged?|soar(?:ed|s)?|rall(?:ied|ies)|advanced?|added";
const DOWN =
  "fell|fallen|falls|lost|loses|drop(?:ped|s)?|declin(?:ed|es)|slid|slipp?(?:ed|s)|tumbl(?:ed|es)|plung(?:ed|es)|sank|shed";
const MOVES = pattern`\b(?:(${UP})|(${DOWN})|(up)|(down)|(return(?:ed|s)))\b`;

/** Days that count from the day on which a text was written, which is not that of the data. */
const OF_WRITER = /\b(?:today|yesterday|session|monday|tuesday|wednesday|thursday|friday)\b/;

/** The chance of a drawdown is no drawdown, and its size no figure. */
const CHANCE = /\b(?:chance|probability|risk) of an? \d+ ?% (?:drawdown|fall|decline)\b/g;

/** Reads a sentence about prices; `undefined` where it is about periods of reports. */
export function priceMarks(text: string, companies: readonly CompanyPlace[], today: string): PriceMarks | undefined {
  const written = fold(text).replace(/[\u00a0\u2007\u2009\u202f\t]/g, " ");
  const plain = blanked(written.replace(CHANCE, (words) => " ".repeat(words.length)), companies);
  if (/\bfiscal\b|\bfy ?\d/.test(plain)) return undefined;
  const { measures, rest } = measuresIn(plain);
  const data = { today, first: "1900-01-01" };
  const forms = [...SESSION_FORMS, ...RELATIVE_FORMS, ...DATED_FORMS, ...YEARLESS_FORMS];
  const times = joinTimes(rest, findTimes(rest, forms, data), data).map(({ start, end, read }): DaysPlace =>
    "from" in read && !OF_WRITER.test(rest.slice(start, end))
      ? { start, end, days: { from: read.from, to: read.to } }
      : { start, end }
  );
  const folded = blanked(rest, times);
  const figures = writtenFigures(folded);
  if (itemPlaces(blanked(folded, figures)).some((one) => !isVerb({ text }, one))) return undefined;
  const lists = listsIn({ folded, companies, figures, items: measures, periods: times });
  return { text, folded, companies, measures, times, figures, moves: movesIn(folded), lists };
}

function measuresIn(plain: string): { readonly measures: readonly MeasurePlace[]; readonly rest: string } {
  const asked = MEASURE_WORDS.filter(({ way, isMove, metric }) => !way && !isMove && metric !== "return_12m");
  const rows = [...MORE_WORDS, ...asked];
  const { found: measures, rest } = takenBy(
    plain,
    rows.filter(({ metric }) => rowOf(metric)?.text !== undefined),
    ({ metric }, piece, _, left): MeasurePlace | undefined =>
      metric === "market_value" || !OTHER_WORDS.test(left.slice(piece.start, piece.end))
        ? { ...piece, metric }
        : undefined,
  );
  return { measures, rest };
}

function movesIn(folded: string): readonly MovePlace[] {
  const found = [...folded.matchAll(MOVES)].map(({ index, 0: word, ...groups }): MovePlace => {
    const [up, down, above, below] = [1, 2, 3, 4].map((at) => groups[at]);
    const way = up ?? above ? 1 : down ?? below ? -1 : 0;
    return { start: index, end: index + word.length, way, isVerb: (up ?? down) !== undefined };
  });
  const times = timesWords(folded).map((one): MovePlace => ({ ...one, way: one.times > 1 ? 1 : -1, isVerb: true }));
  return [...found, ...times].toSorted(byStart);
}
