import type { Role } from "../../terms/lexicon.ts";
import type { Quantity } from "../../terms/numbers.ts";
import { type Place, placesOf } from "../../terms/places.ts";
import { reasonOf } from "../../terms/reasons.ts";
import type { MetricId } from "../metrics/metric.ts";
import { MAX_ORDERED, ORDER_SHOWN } from "../phrases/compared.ts";
import type { Asked, AskedMeasure, Unmet } from "./asked.ts";
import { type Marked, markedOf, type Row, type Use, type Written } from "./marks.ts";
import { asComputed, isTaken, TAKES } from "./takes.ts";

/** A piece of a question that cannot be met, and what is not answered without it. */
interface Objection extends Place {
  readonly why: string;
  /** Measures and items; all of them, and the view too; nothing, which tells it and leaves the answer. */
  readonly stops: readonly Row[] | "all";
}

/** What the rules look at. */
interface Query extends Marked {
  readonly asked: Asked;
  /** It is about companies that are not named one by one. */
  readonly isGroup: boolean;
  /** It is about several. */
  readonly isMany: boolean;
}

type Rule = (query: Query) => readonly Objection[];

const NO_CONDITIONS = "companies are put in order by one measure, and not picked by a condition on a figure";
const NO_THRESHOLD = "a figure is told, and not compared with a number";
const NO_DIRECTION = "no direction is forecast, only the chance of a fall of 15 % or more within 63 trading days";
const NOT_AHEAD = "only the chance of a fall is forecast";
/** Why a word is told that is beside nothing. */
export const NOT_READ = "it is not understood";
const NO_COUNT = "companies are neither counted nor averaged";
export const NO_ITEM = "no such item of reports is read";
const FALL = "drawdown_probability";

/** Words that may stand between a word and the measure that it belongs to. */
const LINK =
  /^(?:of|in|for|the|a|an|from|to|per|on|de|d|der|des|von|le|la|les|l|en|del|di|da|do|its|their|his|her|our|my|by|s)$/;

/**
 * Lets through what the catalogue can answer as it is asked: a word beside a measure that is none of its settings stops
 * that measure, one in the clause of an item of reports that item; a number, a condition, a negation or an order that
 * nothing took stops the answer; any other word is told.
 */
export function gated(asked: Asked, written: Written): Asked {
  const marked = markedOf(written);
  const { companies, groups } = asked.mentions;
  const isGroup = groups.length > 0 && companies.length === 0;
  const query = { ...marked, asked, isGroup, isMany: isGroup || companies.length > 1 };
  const all = RULES.flatMap((rule) => rule(query));
  const textOf = ({ start, end }: Place) => written.text.slice(start, end);
  const isTold = (one: Place) => asked.unmet.some(({ text }) => text.includes(textOf(one)));
  const said = all.filter((one, at) => !isTold(one) && !all.slice(0, at).some((other) => covers(other, one)))
    .toSorted((one, other) => one.start - other.start);
  const stopped = new Set(said.flatMap(({ stops }) => stops === "all" ? marked.rows : stops));
  const isAll = said.some(({ stops }) => stops === "all");
  const stays = (row: string) =>
    !isAll && !marked.rows.some((one) => stopped.has(one) && (one.metric ?? one.item) === row);
  const measures = asked.measures.filter(({ metric }) => stays(metric)).map((one) => sided(query, one));
  const facts = asked.facts.filter(({ item }) => stays(item));
  const isNothing = measures.length + facts.length + (asked.own ?? []).length === 0 && asked.texts === undefined;
  return {
    ...asked,
    kind: said.some(({ why }) => why === NO_THRESHOLD) ? "figure" : asked.kind,
    measures,
    facts,
    unmet: [...asked.unmet, ...said.map((one): Unmet => ({ text: textOf(one), why: one.why }))],
    isOnlyUnmet: asked.isOnlyUnmet || isNothing && (isAll || stopped.size > 0 || isNoView(query, said)),
    uses: marked.uses.map((one) => isSilent(query, one) ? { ...one, use: "function" } : one),
  };
}

/** Words that are signs before a number or a measure, and prepositions elsewhere. */
function isSilent(query: Query, one: Use): boolean {
  const { use, word, end } = one;
  const next = query.uses[query.uses.indexOf(one) + 1];
  if (use === "not") return word === "no" && next?.use === "other"; // "no ano passado"
  if (use === "against") return true;
  const isSign = use === "below" || use === "above";
  return isSign && !query.rows.some((row) => row.start >= end && isBeside(query, one, row));
}

/** "Is it below its mean?" asks for the other side of that than "is it above?". */
function sided(query: Query, measure: AskedMeasure): AskedMeasure {
  const { uses, rows, isMany, asked: { kind } } = query;
  const row = rows.find(({ metric }) => metric === measure.metric);
  if (kind !== "yes_no" || isMany || measure.end !== undefined || row === undefined) return measure;
  const mark = uses.find((one) => one.clause === row.clause && sideOf(one) !== undefined);
  const end = mark && sideOf(mark);
  return end === undefined ? measure : { ...measure, end };
}

function sideOf({ use, word }: Use): AskedMeasure["end"] {
  if (use === "above" || use === "high" || use === "sign" && /^pos/.test(word)) return "highest";
  return use === "below" || use === "low" || use === "sign" ? "lowest" : undefined;
}

function covers(one: Place, other: Place): boolean {
  return one.start <= other.start && other.end <= one.end;
}

/** No view is given for words that nobody read: a view is for "analyse", "should I buy", or a name alone. */
function isNoView({ asked: { kind }, uses }: Query, said: readonly Objection[]): boolean {
  const isView = kind === "view" || kind === "yes_no" || kind === "figure";
  const isCase = uses.some(({ word }) => /^(?:bull|bear|base)$/.test(word));
  return isView && said.length > 0 && !isCase && !uses.some(({ use }) => use === "view");
}

// Windows, levels, sizes and horizons

/** The measure that a number belongs to: the nearest of its clause. */
function measureOf({ rows }: Query, { start, end, clause }: Use): Row | undefined {
  const distance = (row: Row) => row.start >= end ? row.start - end : start - row.end;
  const measures = rows.filter(({ by }) => by === "measure").toSorted((one, other) => distance(one) - distance(other));
  return measures.find((row) => row.clause === clause) ?? measures[0];
}

/** A piece with the measure or item directly beside it. */
function withRow(query: Query, place: Place, row: Row): Place {
  return isBeside(query, place, row)
    ? { start: Math.min(place.start, row.start), end: Math.max(place.end, row.end) }
    : place;
}

/** Whether nothing but articles and prepositions stands between a piece and a row. */
function isBeside({ uses }: Query, place: Place, row: Row): boolean {
  const [from, to] = place.end <= row.start ? [place.end, row.start] : [row.end, place.start];
  const clauses = new Set(
    uses.filter((one) => one.end > place.start && one.start < row.end || one.end > row.start && one.start < place.end)
      .map(({ clause }) => clause),
  );
  return clauses.size <= 1 && uses.filter((one) => one.start >= from && one.end <= to)
    .every(({ word, use }) => LINK.test(word) || use === "number");
}

function objectionTo(query: Query, place: Place, row: Row): Objection {
  const { metric = "" } = row;
  const piece = withRow(query, place, row);
  return metric === FALL
    ? { ...piece, why: asComputed(FALL), stops: [] }
    : { ...piece, why: asComputed(metric), stops: [row] };
}

const numbers: Rule = (query) => {
  const { uses, rows, isGroup } = query;
  return uses.flatMap((use, at): Objection[] => {
    const { quantity, start, end, clause } = use;
    if (quantity === undefined) return [];
    if (/^(?:the|these|those|its|both|of)$/.test(uses[at - 1]?.word ?? "") && isCount(quantity)) return []; // "which of the two"
    const isStyle = [uses[at - 1], uses[at + 1]].some((one) => one?.use === "style" && one.clause === clause);
    if (isLimit(query, at)) return [...beyond(query, quantity)];
    if (isStyle) return [];
    if (comparedAt(uses, at) !== undefined) return [];
    const measure = measureOf(query, use);
    if (measure?.metric !== undefined && isTaken(measure.metric, quantity)) return [];
    if (measure !== undefined && (quantity.sessions !== undefined || quantity.isShare)) {
      return [objectionTo(query, { start, end }, measure)];
    }
    const beside = rows.filter((row) => row.clause === clause);
    const isAlone = !uses.some((one) =>
      one.clause === clause &&
      (one.use === "name" || one.use === "group" || one.use === "measure" || one.use === "item")
    );
    if (isAlone && !isGroup) return [{ start, end, why: "no part of what is asked takes this number", stops: [] }];
    const why = beside.some(({ by }) => by === "item") ? NO_ITEM : "no part of what is asked takes this number";
    return [{ start, end, why, stops: "all" }];
  });
};

/** Of a long order its head is told. */
function beyond({ asked: { mentions: { groups } } }: Query, { start, end, value }: Quantity): readonly Objection[] {
  const members = groups.reduce((sum, { companies }) => sum + companies.length, 0);
  return value > ORDER_SHOWN && members > MAX_ORDERED
    ? [{ start, end, why: `of a long order the first ${ORDER_SHOWN} are told`, stops: [] }]
    : [];
}

function isCount({ value, sessions, isShare, isMoney }: Quantity): boolean {
  return sessions === undefined && !isShare && !isMoney && Number.isInteger(value) && value < 10;
}

/** `top 5`, `3 safest`, `five banks`. */
function isLimit({ uses, rows, isMany, asked }: Query, at: number): boolean {
  const { quantity, clause, end } = uses[at] ?? {};
  if (quantity === undefined || quantity.sessions !== undefined || quantity.isShare || quantity.isMoney) return false;
  const next = uses[at + 1];
  const isOrder = (use: Use | undefined) =>
    use?.clause === clause &&
    (use?.use === "highest" || use?.use === "lowest" || /^(?:best|worst|top|bottom|first|last)$/.test(use?.word ?? ""));
  const isEnd = rows.some(({ wants, start }) =>
    wants !== undefined && end !== undefined && start >= end && start - end < 3
  );
  const isNamed = next?.clause === clause &&
    (next?.use === "name" || next?.use === "group" ||
      /^(?:stocks?|shares|names|companies|firms|of|actions|aktien|titel|acciones|empresas|titoli|azioni|acoes)$/.test(
        next?.word ?? "",
      ));
  return Number.isInteger(quantity.value) && quantity.value < 200 &&
    (isOrder(uses[at - 1]) || isOrder(next) || isEnd || isNamed) && (isMany || asked.mentions.companies.length === 0);
}

// Conditions

/** The sign before a number, or the `or more` behind it. */
function comparedAt(uses: readonly Use[], at: number): Place | undefined {
  const number = uses[at];
  const before = uses[at - 1];
  if (number === undefined) return undefined;
  const isSign = ({ use, clause }: Use) => (use === "below" || use === "above") && clause === number.clause;
  if (
    before !== undefined && isSign(before) &&
    (number.quantity?.sessions === undefined || !/^(?:over|uber)$/.test(before.word))
  ) {
    return { start: before.start, end: number.end };
  }
  const [or, more] = uses.slice(at + 1, at + 3);
  const isOpen = /^(?:or|oder|ou|o)$/.test(or?.word ?? "") &&
    (more?.use === "highest" || more?.use === "lowest" ||
      /^(?:above|below|over|under|mehr|weniger|plus|mas)$/.test(more?.word ?? ""));
  return isOpen && more !== undefined ? { start: number.start, end: more.end } : undefined;
}

const conditions: Rule = (query) => {
  const { uses, isGroup, rows, asked: { mentions } } = query;
  const isOfAll = isGroup || mentions.companies.length === 0;
  return uses.flatMap((use, at): Objection[] => {
    const { quantity } = use;
    const place = quantity && comparedAt(uses, at);
    if (quantity !== undefined && place !== undefined) {
      const measure = measureOf(query, use);
      if (measure?.metric === FALL) {
        return isTaken(FALL, quantity) ? [] : [objectionTo(query, place, measure)];
      }
      if (measure?.metric !== undefined && quantity.sessions !== undefined) return [objectionTo(query, place, measure)];
      return [{ ...place, why: isOfAll ? NO_CONDITIONS : NO_THRESHOLD, stops: isOfAll ? "all" : [] }];
    }
    if (!isOfAll || quantity !== undefined) return [];
    const row = rows.find(({ start, clause }) =>
      clause === use.clause && start >= use.end && isBeside(query, use, rowAt(rows, start))
    );
    const isSide = use.use === "below" || use.use === "above";
    if ((isSide || use.use === "sign") && row !== undefined) {
      return [{ start: use.start, end: row.end, why: NO_CONDITIONS, stops: "all" }];
    }
    const [next, behind] = uses.slice(at + 1, at + 3);
    const isThan = (use.word === "than" || isSide) && /^(?:the|its)$/.test(next?.word ?? "") && behind !== undefined &&
      /^(?:market|index|benchmark|s&p|sector)$/.test(behind.word);
    return isThan ? [{ start: use.start, end: behind.end, why: NO_CONDITIONS, stops: "all" }] : [];
  });
};

function rowAt(rows: readonly Row[], start: number): Row {
  return rows.find((row) => row.start === start) ?? { start, end: start, by: "other", clause: 0 };
}

// Orders

const orders: Rule = (query) => {
  const { uses, rows, isMany, isGroup, asked: { kind, mentions } } = query;
  const measures = rows.filter(({ by }) => by === "measure");
  const marks = uses.filter(({ use }) =>
    use === "highest" || use === "lowest" || isGroup && (use === "high" || use === "low")
  );
  const marked = measures.filter((row) => row.wants !== undefined || marks.some((mark) => isBeside(query, mark, row)));
  const distinct = new Map(marked.map((row) => [row.metric, row]));
  const isHalf = distinct.size === 1 && new Set(measures.map(({ metric }) => metric)).size > 1 && kind !== "figure";
  const isBoth = uses.some(({ word }) => word === "both") && measures.length > 1;
  if (isGroup && (distinct.size > 1 || isBoth || isHalf)) {
    const all = isBoth || isHalf ? measures : marked;
    const start = Math.min(...all.map((row) => row.start), ...marks.map((mark) => mark.start));
    const end = Math.max(...all.map((row) => row.end));
    return [{ start, end, why: "companies are put in order by one measure at a time", stops: "all" }];
  }
  if (
    isMany || mentions.groups.length > 0 || mentions.companies.length === 0 || kind === "compare" || kind === "rank"
  ) return [];
  return marks.flatMap((mark): Objection[] => {
    const row = measures.find((one) => one.start >= mark.end && isBeside(query, mark, one));
    if (row === undefined || row.metric === FALL || row.metric === "score") return [];
    return [{ start: mark.start, end: row.end, why: "of one company there is nothing to put in order", stops: [row] }];
  });
};

// Words that change the question

const CHANGES: Readonly<Partial<Record<Role, string>>> = {
  not: "a negation is not read",
  except: "whom it takes out is not known",
  count: NO_COUNT,
  share: "no part of what is asked takes this number",
  own: "a figure is compared with those of other companies, and not with its own past",
};

const changes: Rule = (query) => {
  const { uses, rows, asked: { mentions, weights } } = query;
  return uses.flatMap((use, at): Objection[] => {
    const why = CHANGES[use.use as Role];
    if (why === undefined) return [];
    const inClause = uses.filter(({ clause }) => clause === use.clause);
    if (!inClause.some((one) => ["name", "group", "measure", "item", "number"].includes(one.use))) return [];
    if (use.word === "no" && uses[at + 1]?.use === "other") return []; // "no ano passado"
    if (use.use === "except" && mentions.excluded.length > 0) return [];
    if (use.use === "count" && rows.some(({ start }) => start >= use.end && start - use.end < 2)) return []; // "how many shares"
    if (use.use === "share" && weights.length > 0) return [];
    const next = uses[at + 1];
    const isJoined = next !== undefined && next.clause === use.clause && use.use !== "not" && use.use !== "own";
    return [{ start: use.start, end: isJoined ? next.end : use.end, why, stops: "all" }];
  });
};

const means: Rule = (query) => {
  const { uses, rows, isMany } = query;
  return uses.flatMap((use, at): Objection[] => {
    if (use.use === "nth") {
      const next = uses[at + 1];
      const isOrder = next !== undefined && (next.use === "highest" || next.use === "lowest" || isEndAt(rows, use.end));
      return isMany && (isOrder || /^(?:zweit|runner)|-/.test(use.word))
        ? [{ start: use.start, end: next?.end ?? use.end, why: "only the ends of an order are told", stops: "all" }]
        : [];
    }
    if (use.use !== "mean") return [];
    const measure = rows.find((row) => row.by === "measure" && row.clause === use.clause && row.start >= use.end);
    const isPlain = measure?.metric !== undefined && plainBeside(measure.metric, use.word);
    const row = measure ?? rows.find(({ clause }) => clause === use.clause);
    if (isPlain || row === undefined) return [];
    return [{ ...withRow(query, use, row), why: NO_COUNT, stops: "all" }];
  });
};

function isEndAt(rows: readonly Row[], end: number): boolean {
  return rows.some(({ wants, start }) => wants !== undefined && start >= end && start - end < 3);
}

function plainBeside(metric: MetricId, word: string): boolean {
  return (TAKES[metric]?.plain ?? "").split(" ").includes(word);
}

// What is to come

const ahead: Rule = (query) => {
  const { uses, rows, folded, asked } = query;
  if (asked.kind === "turn" || asked.texts !== undefined) return [];
  const said = rows.filter(({ metric, start, end }) =>
    (metric === FALL || metric === "probability") && /^(?:will|going to|wird)\b/.test(folded.slice(start, end))
  ).map(({ start, end }): Objection => ({ start, end, why: NO_DIRECTION, stops: [] }));
  const free = uses.filter(({ use }) => use === "ahead").filter(({ clause }) =>
    uses.some((one) =>
      one.clause === clause &&
      (one.use === "name" || one.use === "group" || one.use === "measure" || one.use === "item")
    )
  );
  const isChance = rows.some(({ metric }) => metric === FALL || metric === "probability");
  const others = isChance ? [] : free.map((use): Objection => {
    const row = rows.find(({ clause, start }) => clause === use.clause && start >= use.end);
    const isWay = row?.metric === "return_12m" && row.wants !== undefined ||
      /\b(?:up|down)\b/.test(folded.slice(row?.start, row?.end));
    return { start: use.start, end: row?.end ?? use.end, why: isWay ? NO_DIRECTION : NOT_AHEAD, stops: "all" };
  });
  return [...said, ...others];
};

// References, ratios, names of several measures, days

/** What it did against a group: "lag the energy sector". */
const against: Rule = ({ uses, taken, asked: { mentions } }) =>
  uses.flatMap((use, at): Objection[] => {
    const isWay = /^(?:lag|lags|lagged|lagging|beat|beats|beating|beaten|trail|trails|trailed|(?:out|under)perform\w*)$/
      .test(use.word);
    const group = taken.find(({ by, start }) => by === "group" && start >= use.end && start - use.end <= 5);
    if (
      !isWay || group === undefined || mentions.companies.length === 0 || uses[at + 1]?.clause !== use.clause
    ) return [];
    return [{
      start: use.start,
      end: group.end,
      why: "a return is compared with that of the market, or of companies that are named",
      stops: "all",
    }];
  });

const places: Rule = ({ folded, isMany }) =>
  placesOf(folded, /\b(?:where does\b[^.?!]*\branks?|ranks? (?:of|among|within))\b/g).map((place) => ({
    ...place,
    why: "a place is told among all companies of the data, and only of one company",
    stops: isMany ? "all" : [],
  }));

const references: Rule = (query) => {
  const { uses, taken, folded, rows } = query;
  return rows.filter(({ metric }) => metric === "beta" || metric === "excess_12m").flatMap((row): Objection[] => {
    const names = taken.filter((one) => (one.by === "name" || one.by === "group") && one.start > row.end);
    const at = names.findIndex(({ start }) =>
      /\b(?:to|with|against|versus|vs\.?|and|over|lag|beat|outperform|than) (?:the )?$/.test(folded.slice(0, start)) ||
      /\brelative to (?:the )?$/.test(folded.slice(0, start))
    );
    const name = names[at];
    const isMarket = name !== undefined && /s&p|market|index|gspc|benchmark/.test(folded.slice(name.start, name.end));
    return name === undefined || isMarket || / and (?:the )?$/.test(folded.slice(0, name.start))
      ? []
      : [{ start: before(uses, name.start), end: name.end, why: asComputed(row.metric ?? ""), stops: [row] }];
  });
};

/** Where the words before a name begin that join it. */
function before(uses: readonly Use[], start: number): number {
  const words = uses.filter((one) => one.end <= start).slice(-3).toReversed();
  const join = words.find(({ word, use }) => use === "against" || /^(?:to|with|against|versus|vs)$/.test(word));
  return join?.start ?? start;
}

const pairs: Rule = ({ rows, folded }) =>
  rows.flatMap((row, at): Objection[] => {
    const next = rows[at + 1];
    if (next === undefined || next.start < row.end) return [];
    const gap = folded.slice(row.end, next.start);
    const isRatio =
      /^\s*(?:to|\/|over|divided by|as an? (?:percent(?:age)?|share|fraction|%) of|relative to|in percent of|in % of|per)\s*(?:its |the |total |net )*$/
        .test(gap);
    const isOne = /^[\s-]?$/.test(gap) && next.metric !== "score" && row.metric !== next.metric;
    if (!(isRatio && (row.by === "item" || next.by === "item")) && !isOne) return [];
    const why = isRatio
      ? "ratios of items are not computed, but those that have a name of their own"
      : "no measure of this name is computed";
    return [{ start: row.start, end: next.end, why, stops: [row, next] }];
  });

/** Characters before words in which others belong to their reason: "data centers". */
const LOOK_CHARS = 6;
const YEAR_DAYS = { least: 350, most: 380 };

const days: Rule = (query) => {
  const { rows, folded, isGroup, asked: { times, measures, facts, kind, weights } } = query;
  const spans = times.filter(({ from, to, isAsOf }) => from < to && !isAsOf);
  const isSpanRead = measures.every(({ metric }) => TAKES[metric]?.isOfDays);
  const told = spans.flatMap(({ from, to, text }): Objection[] => {
    const length = (Date.parse(to) - Date.parse(from)) / 86_400_000;
    const start = folded.indexOf(text.toLowerCase());
    const place = { start: Math.max(0, start), end: Math.max(0, start) + text.length };
    const isYear = length >= YEAR_DAYS.least && length <= YEAR_DAYS.most;
    if (weights.length > 0 && (measures.length === 0 || isSpanRead) && kind !== "risk") {
      return [{ ...place, why: "what a portfolio returned over a span is not computed", stops: "all" }];
    }
    const isOwn = kind === "why" || kind === "change" || isSpanRead || isYear;
    return isOwn ? [] : rows.filter(({ metric }) => metric !== undefined && (TAKES[metric]?.windows ?? []).length > 0)
      .map((row) => ({ ...place, why: asComputed(row.metric ?? ""), stops: [row] }));
  });
  const event = isGroup ? rows.find(({ metric }) => metric === "results_day" || metric === "net_purchases") : undefined;
  const [span] = spans;
  if (event !== undefined && span !== undefined) {
    return [{ start: event.start, end: event.end, why: NO_CONDITIONS, stops: "all" }];
  }
  const isOfDays = times.length > 0 && facts.length > 0 && facts.every(({ periods }) => periods.length === 0) &&
    measures.length === 0;
  if (!isOfDays || span === undefined) return told;
  const start = Math.max(0, folded.indexOf(span.text.toLowerCase()));
  return [...told, {
    start,
    end: start + span.text.length,
    why: "it is no period of reports, which state years and quarters",
    stops: rows.filter(({ by }) => by === "item"),
  }];
};

// What nothing took

/** Words of a text in no language that is read are told together. */
const LANGUAGES = "only English, German, French, Spanish, Italian and Portuguese are read";
const MOST = { unread: 3, share: 0.5 };

const foreign: Rule = ({ uses, text }) => {
  const letters = text.match(/\p{L}/gu) ?? [];
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length;
  const words = uses.filter(({ use }) => use !== "name" && use !== "group" && use !== "number" && use !== "other");
  const unread = words.filter(({ use }) => use === "unread");
  const isOther = unread.length >= MOST.unread && unread.length > MOST.share * words.length;
  const isScript = others > letters.length / 2;
  const [first] = isScript ? uses : unread;
  const last = (isScript ? uses : unread).at(-1);
  if (first === undefined || last === undefined || !isOther && !isScript) return [];
  return [{ start: first.start, end: last.end, why: LANGUAGES, stops: "all" }];
};

const residue: Rule = (query) => {
  const { uses, rows, folded } = query;
  const runs: { start: number; end: number; clause: number }[] = [];
  for (const [at, { use, start, end, clause }] of uses.entries()) {
    if (use !== "unread" && !(use === "unknown" && isOfSubject(query, at))) continue;
    const last = runs.at(-1);
    if (last !== undefined && uses[at - 1]?.use === use && last.clause === clause) last.end = end;
    else runs.push({ start, end, clause });
  }
  const isNobody = !uses.some(({ use }) => use === "name" || use === "group") && !query.isMany;
  return runs.flatMap((run): Objection[] => {
    const text = folded.slice(run.start, run.end);
    const row = rows.find((one) =>
      one.by === "measure" && isBeside(query, run, one) && !plainBeside(one.metric ?? "", text)
    );
    const isPlain = row === undefined &&
      rows.some((one) => one.by === "measure" && plainBeside(one.metric ?? "", text));
    if (isPlain) return [];
    const items = rows.filter((one) => one.by === "item" && one.clause === run.clause);
    const why = reasonOf(folded.slice(Math.max(0, run.start - LOOK_CHARS), run.end))?.why;
    if (isNobody) return [{ ...run, why: why ?? NOT_READ, stops: [] }]; // "the volatility of wheat"
    if (row !== undefined) {
      return [{ ...withRow(query, run, row), why: why ?? asComputed(row.metric ?? ""), stops: [row] }];
    }
    const [item] = items;
    if (item !== undefined) return [{ ...withRow(query, run, item), why: why ?? NO_ITEM, stops: items }];
    return [{ ...run, why: why ?? NOT_READ, stops: [] }];
  });
};

/** A name that is not known, beside a company that is, is a part of it, unless it is set beside that. */
function isOfSubject({ uses, asked: { mentions } }: Query, at: number): boolean {
  const before = uses[at - 1];
  return mentions.companies.length > 0 &&
    !/^(?:and|or|vs|versus|with|und|oder|mit|et|ou|y|o|e|than|to|against)$/.test(before?.word ?? "") &&
    before?.clause === uses[at]?.clause &&
    uses.some(({ use, clause }) => use === "item" && clause === uses[at]?.clause);
}

const groups: Rule = ({ uses, folded, taken }) =>
  [...folded.matchAll(
    /\b(?:which|what|welche[rs]?|quel|que) (?:sectors?|industr(?:y|ies)|sektor(?:en)?|branchen?|secteurs?|sectores)\b/g,
  )].flatMap(
    ({ index: start, 0: word }): Objection[] =>
      uses.length > 0 && taken.length >= 0
        ? [{ start, end: start + word.length, why: "groups are not compared with each other", stops: "all" }]
        : [],
  );

/** A group's name before a measure of a company that is named is a part of it: "AAPL automotive EPS". */
const parts: Rule = (query) => {
  const { uses, rows, asked: { mentions } } = query;
  if (mentions.companies.length === 0) return [];
  return uses.filter(({ use }) => use === "group").flatMap((use): Objection[] => {
    const row = rows.find(({ start }) => start >= use.end && start - use.end < 2);
    if (row === undefined) return [];
    const why = row.by === "item" ? reasonOf("segment")?.why ?? NO_ITEM : asComputed(row.metric ?? "");
    return [{ start: use.start, end: row.end, why, stops: [row] }];
  });
};

/** In order: of two about the same words the first counts. */
const RULES: readonly Rule[] = [
  foreign,
  groups,
  places,
  against,
  ahead,
  conditions,
  changes,
  means,
  orders,
  references,
  parts,
  pairs,
  numbers,
  days,
  residue,
];
