import { dayNumber, daysBetween } from "../../calendar/day.ts";
import type { Cause } from "../../data/metrics/metric.ts";
import {
  CALL_BEFORE_DAYS,
  COMPARED_SECTION,
  LEAST_WORDS,
  NEWS_DAYS,
  TEXT_FRESH_DAYS,
  YEAR_BEFORE_DAYS,
} from "../../data/metrics/text.ts";
import { onceEachOf } from "../../data/once_each.ts";
import { dayAt } from "../../data/series.ts";
import { namedText } from "../../data/named_text.ts";
import type { CompanyTexts, TextDocument } from "../../data/text_document.ts";
import type { FiledReader, FiledReaders, Sourced } from "./reader.ts";
import { distanceOf, type Spoken, spokenIn, tallyOf } from "./text_words.ts";

/** What is read on a day: the texts in the order of their publication, the newest first. */
interface Pile {
  readonly today: string;
  readonly texts: CompanyTexts;
  readonly order: readonly TextDocument[];
}

type Work = (pile: Pile) => Sourced | Cause;

/** A figure from the pile of the day of a bar. */
function onPile(work: Work): FiledReader {
  return ({ series, texts }, at) => {
    const all = texts();
    if (all.documents.length === 0) return "texts";
    return work(pileOf(all, dayAt(series, at)));
  };
}

const pileOf = onceEachOf((texts: CompanyTexts, today: string): Pile => ({
  today,
  texts,
  order: [...texts.documents].filter(({ known }) => known <= today).sort(newestFirst),
}));

function newestFirst(one: TextDocument, other: TextDocument): number {
  if (one.day !== other.day) return one.day > other.day ? -1 : 1;
  return one.id > other.id ? -1 : one.id < other.id ? 1 : 0;
}

function sourcedBy(value: number, ...texts: readonly TextDocument[]): Sourced {
  return { value, facts: texts.map(namedText) };
}

/** A call, and what counts of its words. */
interface Call {
  readonly document: TextDocument;
  readonly spoken: Spoken;
}

/** What was counted of a text, so that it is read once. */
const spokenOf = onceEachOf((document: TextDocument, texts: CompanyTexts) =>
  spokenIn(tallyOf(texts.text(document.id)))
);

function callOf(document: TextDocument, texts: CompanyTexts): Call | Cause {
  const spoken = spokenOf(document, texts);
  return spoken.total < LEAST_WORDS ? "short" : { document, spoken };
}

/** The first of a pile that is not too old. */
function fresh(first: TextDocument | undefined, today: string, most: number): TextDocument | Cause {
  if (first === undefined) return "no_such_text";
  return daysBetween(first.day, today) > most ? "stale_text" : first;
}

/** The newest of a pile that lies so many days before a text. */
function earlier(
  order: readonly TextDocument[],
  { day }: TextDocument,
  { least, most }: { readonly least: number; readonly most: number },
): TextDocument | undefined {
  return order.find((one) => {
    const days = dayNumber(day) - dayNumber(one.day);
    return least <= days && days <= most;
  });
}

function lastCall({ order, today, texts }: Pile): Call | Cause {
  const call = fresh(order.find(({ kind }) => kind === "call"), today, TEXT_FRESH_DAYS.call);
  return typeof call === "string" ? call : callOf(call, texts);
}

/** What is good less what is bad, as a share of both. */
function toneIn({ spoken: { plus, minus } }: Call): number | Cause {
  return plus + minus > 0 ? 1 - 2 * (minus / (plus + minus)) : "short";
}

function onCall(figure: (call: Call) => number | Cause): FiledReader {
  return onPile((pile) => {
    const call = lastCall(pile);
    if (typeof call === "string") return call;
    const value = figure(call);
    return typeof value === "string" ? value : sourcedBy(value, call.document);
  });
}

function onCalls(figure: (change: number, former: TextDocument) => number): FiledReader {
  return onPile((pile) => {
    const call = lastCall(pile);
    if (typeof call === "string") return call;
    const former = earlier(pile.order.filter(({ kind }) => kind === "call"), call.document, CALL_BEFORE_DAYS);
    if (former === undefined) return "no_such_text";
    const other = callOf(former, pile.texts);
    if (typeof other === "string") return other;
    const tone = toneIn(call);
    const was = toneIn(other);
    if (typeof tone === "string") return tone;
    return typeof was === "string" ? was : sourcedBy(figure(tone - was, former), call.document, former);
  });
}

/** How far the risks of an annual report lie from those of another: once for two, as long as the newer is held. */
const distances = new WeakMap<TextDocument, { readonly former: TextDocument; readonly distance: number | Cause }>();

function distanceBetween(now: TextDocument, former: TextDocument, texts: CompanyTexts): number | Cause {
  const kept = distances.get(now);
  if (kept?.former === former) return kept.distance;
  const [own, other] = [now, former].map(({ id, sections }) => {
    const { start, end } = sections.filter(({ name }) => name === COMPARED_SECTION)[0] ?? { start: 0, end: 0 };
    return tallyOf(texts.text(id).substring(start, end));
  });
  const isWhole = own !== undefined && other !== undefined && Math.min(own.total, other.total) >= LEAST_WORDS;
  const distance = isWhole ? distanceOf(own, other) : "short";
  distances.set(now, { former, distance });
  return distance;
}

function onRisks(figure: (distance: number, now: TextDocument, former: TextDocument) => number): FiledReader {
  return onPile(({ order, today, texts }) => {
    const reports = order.filter((one) =>
      one.kind === "10-K" && one.sections.findIndex(({ name }) => name === COMPARED_SECTION) >= 0
    );
    const report = fresh(reports[0], today, TEXT_FRESH_DAYS.annual);
    if (typeof report === "string") return report;
    const former = earlier(reports, report, YEAR_BEFORE_DAYS);
    if (former === undefined) return "no_such_text";
    const distance = distanceBetween(report, former, texts);
    return typeof distance === "string" ? distance : sourcedBy(figure(distance, report, former), report, former);
  });
}

/** How many became known in the days up to today, by their ages. */
function within(ages: readonly number[], days: number): number {
  let count = 0;
  for (const age of ages) if (age < days) count++;
  return count;
}

function onNews(figure: (recent: number, usual: number) => number): FiledReader {
  return onPile(({ texts, order, today }) => {
    const read = new Set(order);
    const news = texts.documents.filter((one) => read.has(one) && (one.kind === "news" || one.kind === "post"));
    const ages = news.map(({ known }) => daysBetween(known, today));
    const newest = news[news.length - 1];
    if (newest === undefined) return "no_such_text";
    if (Math.min(...ages.slice(-1)) > TEXT_FRESH_DAYS.news) return "stale_text";
    if ((ages[0] ?? 0) < NEWS_DAYS.usual) return "history";
    return sourcedBy(figure(within(ages, NEWS_DAYS.recent), within(ages, NEWS_DAYS.usual)), newest);
  });
}

/** Metrics of texts; `data/metrics/text.ts` defines them. */
export const TEXT_READERS: FiledReaders = {
  tone: onCall(toneIn),
  uncertainty: onCall(({ spoken: { unsure, total } }) => unsure / total),
  filing_change: onRisks((distance) => distance),
  tone_change: onCalls((change) => change),
  news_volume: onNews((recent, usual) => (recent * NEWS_DAYS.usual) / (usual * NEWS_DAYS.recent)),
  call_day: onCall(({ document: { day } }) => dayNumber(day)),
  call_words: onCall(({ spoken }) => spoken.total),
  call_positive: onCall(({ spoken }) => spoken.plus),
  call_negative: onCall(({ spoken }) => spoken.minus),
  call_before: onCalls((_, { day }) => dayNumber(day)),
  risks_day: onRisks((_, { day }) => dayNumber(day)),
  risks_before: onRisks((_, _now, { day }) => dayNumber(day)),
  news_recent: onNews((recent) => recent),
  news_usual: onNews((_, usual) => usual),
};
