import { isMetricId, type MetricId } from "../metrics/metric.ts";
import { rowAsked } from "../metrics/price_rows.ts";
import { byStart, overlaps, type Place } from "../../terms/places.ts";
import type { Asked, AskedMeasure, Unsupported } from "./asked.ts";
import { markedOf, type Use, type Written } from "./marks.ts";
import { DRAWDOWN, isBeside, type Objection, type Query, type Rule, saysView } from "./query.ts";
import { conditions, days, events, idsAsked, limitOf, NO_THRESHOLD, numbers } from "./rules_of_numbers.ts";
import { asMeasured, isLagged, isWindowOf, lagIn } from "./takes.ts";
import { ahead, changes, NO_FALL, nothing, orders, pairs, phrases, residue } from "./rules_of_words.ts";

/** Words of a text in no language that is read are reported together. */
const LANGUAGES = "only English, German, French, Spanish, Italian and Portuguese are read";
const MOST_UNREAD = { words: 3, share: 0.5 };

/** A script or a language without rows. */
const foreign: Rule = ({ uses, text }) => {
  const letters = text.match(/\p{L}/gu) ?? [];
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length;
  const words = uses.filter(({ use }) => use !== "name" && use !== "group" && use !== "number" && use !== "other");
  const unread = words.filter(({ use }) => use === "unread");
  const isOther = unread.length >= MOST_UNREAD.words && unread.length > MOST_UNREAD.share * words.length;
  const unknown = others > letters.length / 2 ? uses : isOther ? unread : [];
  const [first] = unknown;
  return first === undefined
    ? []
    : [{ start: first.start, end: unknown.at(-1)?.end ?? first.end, why: LANGUAGES, stops: "all" }];
};

/** Characters before a name that may join it. */
const JOIN_CHARS = 40;
const JOINS = /\b(to|with|against|versus|vs\.?|over|lag|beat|outperform|than|relative to) (?:the )?$/;
const BEAT =
  /\b(?:lag|lags|lagged|lagging|beat|beats|beating|beaten|trail|trails|trailed|(?:out|under)perform\w*) (?:the )?$/;

/** Kinds of questions that a measure against a company answers. */
const REFERRED: readonly Asked["kind"][] = ["figure", "yes_no", "compare"];

/** Against what it is measured: a beta to what is no company of the data, an excess over a group. */
const references: Rule = ({ taken, folded, rows, asked: { mentions, kind, weights } }) => {
  const does = weights.length > 0 ? "computed for a portfolio" : REFERRED.includes(kind) ? undefined : "told so";
  const read = taken.filter(({ by }) => ["name", "group", "unknown", does && "against"].includes(by));
  return read.flatMap(({ start, end, by }): readonly Objection[] => {
    const from = Math.max(0, start - JOIN_CHARS);
    const before = folded.slice(from, start);
    const join = JOINS.exec(before) ?? BEAT.exec(before);
    if (join === null || /s&p|market|index|gspc|benchmark/.test(folded.slice(start, end))) return [];
    const place = { start: from + join.index, end };
    const isCompany = mentions.places.some((one) => one.start === start);
    if (isCompany && /\bcompar/.test(folded) && /^(?:to|with) /.test(join[0])) return []; // "compare AAPL's beta to MSFT's"
    const row = rows.find((one) => rowAsked(one.metric ?? "")?.takes.against !== undefined && one.end < start);
    const only = isCompany && mentions.companies.length === 1 && mentions.groups.length > 0 ? "ranked" : does;
    if (row !== undefined) return [{ ...place, why: asMeasured(row.metric ?? "", only), stops: [row] }];
    if (by !== "group" || mentions.companies.length === 0 || !BEAT.test(before)) return [];
    const why = "a return is compared with that of the market, or of companies that are named";
    return [{ ...place, why, stops: "all" }];
  });
};

/** What is left out at the end of a window, of a measure that leaves nothing out, or less. */
const lags: Rule = (query) => {
  const { lag, rows, asked: { measures } } = query;
  const met = measures.filter((one) => isLagged(one) && idsAsked(query, one).every(isMetricId));
  const stops = rows.filter(({ metric }) => !met.some((one) => one.metric === metric));
  const most = stops.reduce((all, { metric = "" }) => rowAsked(metric)?.takes.skip ?? all, 0);
  const why = most === 0
    ? "only a return or a momentum is computed without its last days"
    : `1 to ${most} trading days may be left out, and never the whole window`;
  return lag === undefined || stops.length === 0 && rows.length > 0 ? [] : [{ ...lag, why, stops }];
};

/** In order: of two about the same words the first counts. */
const RULES: readonly Rule[] = [
  foreign,
  phrases,
  ahead,
  conditions,
  events,
  changes,
  orders,
  references,
  pairs,
  lags,
  numbers,
  days,
  residue,
  nothing,
];

/**
 * Lets through what the catalogue can answer as it is asked: a word beside a measure that is not one of its settings stops
 * that measure, one in the clause of an item of reports that item; a number, a condition, a negation or an order that
 * nothing took stops the answer; any other word is reported.
 */
export function gated(asked: Asked, written: Written): Asked {
  const marked = markedOf(written);
  const { mentions: { companies, groups } } = asked;
  const isGroup = groups.length > 0 && companies.length === 0;
  const query: Query = {
    ...marked,
    asked,
    isGroup,
    isMany: isGroup || companies.length > 1,
    lag: lagIn(written.folded),
  };
  const textOf = ({ start, end }: Place) => written.text.slice(start, end);
  const isTold = (one: Place) => asked.unmet.some(({ text }) => text.includes(textOf(one)));
  const all = RULES.flatMap((rule) => rule(query)).filter((one) => !isTold(one));
  const said = all.filter((one, at) => !all.slice(0, at).some((other) => overlaps(other, one))).toSorted(byStart);
  const isAll = all.some(({ stops }) => stops === "all");
  const stopped = new Set(
    all.flatMap(({ stops }) => stops === "all" ? [] : stops.map(({ metric, item }) => metric ?? item)),
  );
  const fall = said.find(({ why, stops }) => why === NO_FALL && stops !== "all" && stops.length > 0);
  const measures = [
    ...asked.measures.filter(({ metric }) => !isAll && !stopped.has(metric)).flatMap((one) =>
      idsAsked(query, one).map((metric) => ({ ...sided(query, one), metric }))
    ),
    ...fall === undefined ? [] : [{ metric: DRAWDOWN as MetricId, text: textOf(fall) }],
  ];
  const facts = asked.facts.filter(({ item }) => !isAll && !stopped.has(item));
  const isNothing = measures.length + facts.length + (asked.own ?? []).length === 0 && asked.texts === undefined;
  return {
    ...asked,
    kind: kindOf(asked, measures, fall !== undefined || said.some(({ why }) => why === NO_THRESHOLD)),
    measures,
    facts,
    times: asked.times.filter((time) => !asked.measures.some((one) => isWindowOf(one, time))),
    unmet: [...asked.unmet, ...said.map((one): Unsupported => ({ text: textOf(one), why: one.why }))],
    isUnsupported: asked.isUnsupported || isNothing && (isAll || stopped.size > 0 || isNoView(query, said)),
    uses: marked.uses.map((one) => isSilent(query, one) ? { ...one, use: "function" } : one),
  };
}

function kindOf({ kind }: Asked, measures: readonly AskedMeasure[], isFigure: boolean): Asked["kind"] {
  if (measures.some(({ limit }) => limit !== undefined)) return "yes_no";
  return isFigure ? "figure" : kind;
}

/** No view is given for words that nobody read: a view is for "analyse", "should I buy", or a name alone. */
function isNoView(query: Query, said: readonly Objection[]): boolean {
  const { asked: { kind } } = query;
  return said.length > 0 && (kind === "view" || kind === "yes_no" || kind === "figure") && !saysView(query);
}

/** Signs are prepositions where they stand before no number and no measure. */
function isSilent(query: Query, one: Use): boolean {
  const isSign = one.use === "below" || one.use === "above";
  return one.use === "against" ||
    isSign && !query.rows.some((row) => row.start >= one.end && isBeside(query, one, row));
}

/** The limit that a measure is held against; else "is it below its mean?" asks for the other side of that than "is it above?". */
function sided(query: Query, measure: AskedMeasure): AskedMeasure {
  const { uses, rows, isMany, asked: { kind } } = query;
  const row = rows.find(({ metric }) => metric === measure.metric);
  const limit = limitOf(query, row);
  if (limit !== undefined) return { ...measure, limit };
  if (kind !== "yes_no" || isMany || measure.end !== undefined || row === undefined) return measure;
  const end = uses.filter(({ clause }) => clause === row.clause).map(sideOf).find((side) => side !== undefined);
  return end === undefined ? measure : { ...measure, end };
}

function sideOf({ use, word }: Use): AskedMeasure["end"] {
  if (use === "above" || use === "high" || use === "sign" && /^pos/.test(word)) return "highest";
  return use === "below" || use === "low" || use === "sign" ? "lowest" : undefined;
}
