import type { Statement } from "../data/claim.ts";
import type { AskedTime, QuestionKind } from "../data/question/asked.ts";
import { dayNumber, dayText } from "../calendar/day.ts";
import { exchangeOf } from "../calendar/exchanges.ts";
import { fold } from "../terms/fold.ts";
import { isMove } from "../data/question/measure_words.ts";
import { readSpan, spanText } from "../data/span.ts";
import type { Answering } from "./answering.ts";
import { columnsOf } from "./domains/columns.ts";
import { readSpanMetric } from "./domains/span.ts";
import { inOrder, type Ordering, orderSentence, unlikeSentence } from "./ordering.ts";

/** Most companies about each of which a span has a sentence. */
const MAX_COMPANIES = 3;
const YEAR_DAYS = 365;

/** The measures for which a span's return stands, where its days are named. */
const RETURNS: readonly string[] = ["return_12m", "return_1m", "excess_12m", "momentum_12_1", "close"];

/**
 * The sentences about the span of days that a question names: what was returned, against the market, and the deepest fall.
 * @returns None where the question names no span, or asks for something else than what happened in it.
 */
export function spanSentences({ asked, found, speaker }: Answering): readonly Statement[] {
  const { kind, measures } = asked;
  const isAbout = kind === "why" || kind === "change" ||
    (["view", "figure", "yes_no", "compare", "rank"] as QuestionKind[]).includes(kind) &&
      measures.every(({ metric }) => RETURNS.includes(metric));
  const end = found.map(({ asOf }) => asOf).toSorted().at(-1) ?? "";
  const isMoved = kind === "why" || kind === "change" ||
    measures.length > 0 && measures.every(({ text }) => isMove(fold(text)));
  const span = asked.times.findLast((time) => isSpan(time) || isMoved && !time.isAsOf) ??
    (kind === "why" || kind === "change" ? yearTo(end) : undefined);
  if (!isAbout || span === undefined) return [];
  const of = spanText(span);
  const isMany = found.length > (kind === "why" || kind === "change" ? MAX_COMPANIES : 1);
  if (isMany) {
    const end = measures.find((one) => one.end !== undefined)?.end ?? "highest";
    const said = orderOf({ asked, found, speaker }, { id: "span", of, end, speaker });
    const isUntold = found.every(hasNoTexts);
    return kind === "why" && isUntold ? [...said, ...speaker.sayAll(["span.causes"], tickersOf(found))] : said;
  }
  return found.slice(0, MAX_COMPANIES).flatMap((one) => {
    const { ticker } = one.company;
    const said = speaker.say(phraseOf(asked), [ticker], { of, parts: partsOf(kind) }) ??
      speaker.say("span.none", [ticker], { of });
    const cause = kind === "why" && said && hasNoTexts(one) ? speaker.sayAll(["span.cause"], [ticker]) : [];
    return said ? [said, ...cause] : [];
  });
}

/** Whether nothing is read about a company that could say why it moved. */
function hasNoTexts({ company: { ticker }, research: { view } }: Answering["found"][number]): boolean {
  return view.texts(ticker).documents.length === 0;
}

/** Which day of a question was no session, once for each exchange. */
export function closedSentences({ asked: { times }, found, speaker }: Answering): readonly Statement[] {
  const firsts = new Map(found.toReversed().map(({ company: { ticker } }) => [exchangeOf(ticker), ticker]));
  const days = new Set(times.filter((time) => !isSpan(time)).map(spanText)); // "on Sunday 2017-12-24" names it twice
  return [...days].flatMap((of) =>
    [...firsts.values()].flatMap((ticker) => speaker.say("span.closed", [ticker], { of }) ?? [])
  );
}

/** Several companies in the order of what they returned; those without a return say why. */
function orderOf({ found }: Answering, ordering: Ordering): readonly Statement[] {
  const { of, end, speaker } = ordering;
  const all = tickersOf(found);
  const unlike = unlikeSentence(all, ordering);
  if (unlike) return [unlike];
  const span = readSpan(of);
  const tickers = inOrder(
    found.flatMap(({ company: { ticker }, pair }) => {
      const value = span && readSpanMetric("span_return", columnsOf(pair), span);
      return value === undefined ? [] : [{ ticker, value }];
    }),
    end,
  );
  const lacking = all.filter((ticker) => !tickers.includes(ticker)).slice(0, MAX_COMPANIES);
  const why = lacking.flatMap((ticker) => speaker.say("span.none", [ticker], { of }) ?? []);
  const parts = { explained: [], worst: [] };
  const said = tickers.length > 1
    ? orderSentence(tickers, ordering)
    : speaker.say("span.return", tickers, { of, parts });
  return said ? [said, ...why] : why;
}

function tickersOf(found: Answering["found"]): readonly string[] {
  return found.map(({ company }) => company.ticker);
}

function isSpan({ from, to }: AskedTime): boolean {
  return from < to;
}

/** The year up to a day, for a question that names none. */
function yearTo(end: string): AskedTime | undefined {
  return end === "" ? undefined : { from: dayText(dayNumber(end) - YEAR_DAYS), to: end, text: "" };
}

/** A question that says which way it went is told whether it did. */
function phraseOf({ kind, measures }: Answering["asked"]): string {
  if (kind === "change") return "span.changed";
  const end = measures.find((one) => one.end !== undefined)?.end;
  if (kind === "why" || kind === "yes_no") {
    if (end === "lowest") return "span.fell";
    if (end === "highest") return "span.rose";
  }
  return "span.return";
}

/** What belongs to the question beside the return: its share of the market where a cause is asked for. */
function partsOf(kind: QuestionKind): Readonly<Record<string, readonly Statement[]>> {
  if (kind === "change") return {};
  return kind === "why" ? {} : { explained: [], worst: [] };
}
