import { tickersOf } from "./findings.ts";
import type { Statement } from "../data/claim.ts";
import type { AskedTime, QuestionKind } from "../data/question/asked.ts";
import { dayNumber, daysBetween, dayText } from "../calendar/day.ts";
import { exchangeOf } from "../calendar/exchanges.ts";
import { fold } from "../terms/fold.ts";
import type { PhraseId } from "../data/phrases/phrase.ts";
import { isMove } from "../data/question/measure_words.ts";
import { MOST_RANKED } from "../data/phrases/compared.ts";
import { type About, type AboutOf, spanOf } from "../data/about.ts";
import type { Answering } from "./answering.ts";
import { tokenOf } from "./fact_reading.ts";
import { yearBefore } from "./fact_tokens.ts";
import { quarterRows, quartersBy } from "./company_draft.ts";
import { columnsOf } from "./domains/columns.ts";
import { readSpanMetric } from "./domains/span.ts";
import { LEAST_ROWS } from "./rows.ts";
import { given } from "./say.ts";
import { noticeSpans } from "./closed_days.ts";
import { COUNT, countNamed } from "../terms/calendar_words.ts";
import { inOrder, type Ordering, orderSentence, unlikeSentence } from "./ordering.ts";
import { accountsTo, subjectOf } from "./ranking.ts";

/** Most companies about each of which a span has a sentence. */
const MAX_COMPANIES = 3;
const YEAR_DAYS = 365;
const COUNTED = new RegExp(`(?<![\\w.])(${COUNT})(?![\\w.])`);

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
  const of = spanOf(span);
  const isMany = found.length > (kind === "why" || kind === "change" ? MAX_COMPANIES : 1);
  if (isMany) {
    const end = measures.find((one) => one.end !== undefined)?.end ?? "highest";
    const said = orderOf({ asked, found, speaker }, { id: "span", of, end, speaker, subject: subjectOf(asked, found) });
    const cause = kind === "why" ? speaker.say("span.causes", tickersOf(found), { of }) : undefined;
    return cause === undefined ? said : [...said, cause];
  }
  return found.slice(0, MAX_COMPANIES).flatMap((one) => {
    const about = [one.company.ticker];
    const beside = BESIDE[kind] ?? BESIDE["figure"] ?? [];
    const worst: Readonly<Record<string, []>> = kind === "why" ? {} : { worst: [] };
    const behind = beside.flatMap((id) => speaker.say(`span_behind.${id}`, about, { of, parts: worst }) ?? []);
    const said = speaker.say(phraseOf(asked), about, { of, parts: { behind } });
    if (said === undefined) return speaker.say("span.none", about, { of }) ?? [];
    return [
      said,
      ...found.length === 1 && kind in BESIDE ? behindOf(one, { span, kind, speaker }) : [],
    ];
  });
}

/** Which day of a question was no session, once for each exchange. */
export function closedSentences({ asked: { times }, found, speaker }: Answering): readonly Statement[] {
  const firsts = new Map(found.toReversed().map(({ company: { ticker } }) => [exchangeOf(ticker), ticker]));
  const days = new Set(times.filter((time) => !isSpan(time)).map(({ from }) => dayNumber(from))); // "on Sunday 2017-12-24" names it twice
  return [...days].map((day): AboutOf<"span"> => ({ kind: "span", from: day, to: day })).flatMap((of) =>
    [...firsts.values()].flatMap((ticker) => speaker.say("span.closed", [ticker], { of }) ?? [])
  );
}

/** A row for each of the last results of one company, where several are asked; where fewer are held, that is said. */
export function resultsRows(
  { asked: { measures }, found: [only, ...others], speaker }: Answering,
): readonly Statement[] {
  const text = measures.find(({ metric }) => metric === "announcement_return")?.text;
  const [, count] = COUNTED.exec(fold(text ?? "")) ?? [];
  if (only === undefined || others.length > 0 || count === undefined) return [];
  const { company: { ticker } } = only;
  const spans = noticeSpans(only);
  const wanted = countNamed(count);
  return [
    ...spans.slice(-wanted).flatMap((of) => given(speaker.say("row.results", [ticker], { of }))),
    ...spans.length < wanted ? given(speaker.say("results.first", [ticker], { of: spans[0] })) : [],
  ];
}

/** Several companies in the order of what they returned; those without a return say why. */
function orderOf({ found }: Answering, ordering: Ordering): readonly Statement[] {
  const { of, end, speaker } = ordering;
  const all = tickersOf(found);
  const unlike = unlikeSentence(all, ordering);
  if (unlike) return [unlike];
  const tickers = inOrder(
    found.flatMap(({ company: { ticker }, pair }) => {
      const value = of.kind === "span" ? readSpanMetric("span_return", columnsOf(pair), of) : undefined;
      return value === undefined ? [] : [{ ticker, value }];
    }),
    end,
  );
  const lacking = all.filter((ticker) => !tickers.includes(ticker)).slice(0, MAX_COMPANIES);
  const why = lacking.flatMap((ticker) => speaker.say("span.none", [ticker], { of }) ?? []);
  const rows = tickers.length < LEAST_ROWS ? [] : tickers.slice(0, MOST_RANKED).flatMap((ticker) => {
    const cell = speaker.say("company_cell.span", [ticker], { of });
    return (cell && speaker.say("row.company", [ticker], { parts: { cells: [cell] } })) ?? [];
  });
  const said = tickers.length > 1
    ? orderSentence(tickers, ordering)
    : speaker.say("span.return", tickers, { of, parts: { behind: [] } });
  return said ? [said, ...rows, ...why] : why;
}

function isSpan({ from, to }: AskedTime): boolean {
  return from < to;
}

/** The year up to a day, for a question that names none. */
function yearTo(end: string): AskedTime | undefined {
  return end === "" ? undefined : { from: dayText(dayNumber(end) - YEAR_DAYS), to: end, text: "" };
}

/** A question that says which way it went is answered whether it did. */
function phraseOf({ kind, measures }: Answering["asked"]): PhraseId {
  const end = measures.find((one) => one.end !== undefined)?.end;
  const isExcess = kind === "yes_no" && measures.some(({ metric }) => metric === "excess_12m");
  if (isExcess) return end === "lowest" ? "span.lagged" : "span.beat";
  if (kind !== "why" && kind !== "yes_no" || end === undefined) return "span.return";
  const [fell, rose] = kind === "why" ? ["span.fell", "span.rose"] : ["span.is_down", "span.is_up"];
  return end === "lowest" ? fell : rose;
}

/** What is said beside the return: of a cause, the market's share of it. */
const BESIDE: Readonly<Partial<Record<QuestionKind, readonly string[]>>> = {
  why: ["cause", "untold", "explained", "fall"],
  change: ["moved", "gap"],
  figure: ["fall"],
};
/** Quarters that ended longer before the end of a span are not of it. */
const MOST_DAYS = 200;
/** In place of months, for spans that these do not cut. */
const WEEKS = 0;
/** Most rows of a table of a span. */
const MOST_ROWS = 8;

/** The results that were announced in a span, how the move spread over it, and of what changed the quarters. */
function behindOf(
  one: Answering["found"][number],
  { span, kind, speaker }: { readonly span: AskedTime; readonly kind: QuestionKind } & Pick<Answering, "speaker">,
): readonly Statement[] {
  const about = [one.company.ticker];
  const results = given(speaker.say("events.results", about, { parts: { known: [] } })).filter(({ claims }) =>
    claims.some(({ metric, value }) => metric === "results_day" && value >= span.from && value <= span.to)
  );
  const parts =
    [3, 1, 12, WEEKS].map((months) => piecesOf(span, months)).find((all) =>
      all.length >= LEAST_ROWS && all.length <= MOST_ROWS
    ) ?? [];
  const rows = parts.flatMap((of) => speaker.say("row.span", about, { of }) ?? []);
  return [
    ...(kind === "change" ? quartersOf(one, span, speaker) : []),
    ...results,
    ...(rows.length < LEAST_ROWS ? [] : rows),
  ];
}

/** What the last quarter of a span brought, and those before it; where reports end long before, that is said. */
function quartersOf(one: Answering["found"][number], { to }: AskedTime, speaker: Answering["speaker"]) {
  const about = [one.company.ticker];
  const [newest] = quartersBy(one, to);
  if (newest === undefined) return [];
  const before = yearBefore(`Qto${newest.end}`) ?? "";
  const revenue: About = { kind: "fact", item: "revenue", version: "newest", before, period: tokenOf(newest) };
  if (daysBetween(newest.end, to) > MOST_DAYS) {
    const entries = accountsTo(about, revenue, speaker);
    return given(speaker.say("accounts.old", about, { of: revenue, parts: { entries } }));
  }
  const also = given(speaker.say("fact_grown.also", about, { of: { ...revenue, item: "eps_diluted" } }));
  return [
    ...given(speaker.say("fact.grown", about, { of: revenue, parts: { also } })),
    ...quarterRows(one, speaker, to),
  ];
}

/** A span cut where a month, a quarter or a year of the calendar begins, or every seven days. */
function piecesOf({ from, to }: AskedTime, months: number): readonly AboutOf<"span">[] {
  const first = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1;
  const last = Number(to.slice(0, 4)) * 12 + Number(to.slice(5, 7)) - 1;
  const starts = Array.from({ length: last - first }, (_, at) => first + at + 1).filter((month) => month % months === 0)
    .map((month) => `${Math.floor(month / 12)}-${String(month % 12 + 1).padStart(2, "0")}-01`);
  const weeks = Array.from(
    { length: Math.floor(daysBetween(from, to) / 7) },
    (_, at) => dayNumber(from) + 7 * (at + 1),
  );
  const days = [from, ...months === WEEKS ? weeks.map(dayText) : starts];
  return days.map((day, at) =>
    spanOf({ from: day, to: at + 1 < days.length ? dayText(dayNumber(days[at + 1] ?? "") - 1) : to })
  );
}
