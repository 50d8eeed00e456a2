import type { Role } from "../../terms/lexicon.ts";
import { overlaps, placesOf } from "../../terms/places.ts";
import { reasonOf } from "../../terms/reasons.ts";
import type { Row, Use } from "./marks.ts";
import {
  DRAWDOWN,
  hasPart,
  isBeside,
  isNext,
  isPlainBeside,
  NOT_COVERED,
  NOT_READ,
  type Objection,
  OF_OTHERS,
  otherSetting,
  type Piece,
  type Query,
  type Rule,
  saysView,
  withRow,
} from "./query.ts";
import { asComputed } from "./takes.ts";
import { NOT_AHEAD } from "./unmet_words.ts";

const NO_COUNT = "companies are neither counted nor averaged";
const NO_DIRECTION = "no direction is forecast";
/** For one company that chance is given instead. */
export const NO_FALL = `${NO_DIRECTION}, only the chance of a 15% drawdown within three months (63 trading days)`;
const WH =
  /^(?:what|which|who|how|when|where|wie|was|welche[rsnm]?|wer|wann|wo|quel(?:le)?s?|qui|comment|quand|que|cual(?:es)?|quien|como|cuando|quale|quali|come|qual|quais)\b/;

/** Phrases of folded text that ask for what no row computes. */
const PHRASES: readonly { readonly words: RegExp; readonly why: string }[] = [
  {
    words:
      /\b(?:which|what|welche[rs]?|quel|que) (?:sectors?|industr(?:y|ies)|sektor(?:en)?|branchen?|secteurs?|sectores)\b/g,
    why: "groups are not compared with each other",
  },
  {
    words:
      /\b(?:vs\.?|versus|against|relative to|compared (?:to|with)|than|beats?|lags?) (?:its|the|their) (?:sector|industry|peers|rivals|competitors)\b/g,
    why: "a figure is compared with all companies of the data; name some to compare it with those",
  },
  {
    words: /\b(?:where does\b[^.?!]*\branks?|ranks? (?:of|among|within))\b/g,
    why: "a rank is given among all companies of the data, for one company at a time",
  },
];

export const phrases: Rule = ({ folded, isMany }) =>
  PHRASES.flatMap(({ words, why }) =>
    placesOf(folded, words).map((place) => ({ ...place, why, stops: isMany ? "all" as const : [] }))
  );

/** A question about a name that asks for nothing that is read: "How old is Ford?" */
export const nothing: Rule = (query) => {
  const { uses, rows, asked: { kind, facts, own = [], texts, unmet, mentions: { companies, groups } } } = query;
  const isAsked = rows.length + facts.length + own.length + unmet.length > 0 || texts !== undefined;
  const [first] = companies.length + groups.length === 0 ? [] : uses.filter(({ word }) => WH.test(word));
  if (kind !== "view" || isAsked || first === undefined || saysView(query)) return [];
  return [{ start: first.start, end: uses.at(-1)?.end ?? first.end, why: NOT_COVERED, stops: "all" }];
};

/** A role that changes what is asked, unless something met it. */
interface Change {
  readonly why: string;
  /** Only the word is reported, without the next. */
  readonly isAlone?: true;
  readonly isMet?: (query: Query, use: Use, next: Use | undefined) => boolean;
}

const CHANGES: Readonly<Partial<Record<Role, Change>>> = {
  not: { why: "a negation is not read", isAlone: true },
  own: { why: OF_OTHERS, isAlone: true },
  except: {
    why: "it does not say clearly whom to leave out",
    isMet: ({ asked }) => asked.mentions.excluded.length > 0,
  },
  count: { why: NO_COUNT, isMet: ({ rows }, use) => rows.some((row) => isNext(use, row)) }, // "how many shares"
  share: { why: NOT_COVERED, isMet: ({ asked }) => asked.weights.length > 0 },
  nth: { why: "only the ends of a ranking are shown", isMet: (query, use, next) => !isRank(query, use, next) },
  mean: {
    why: NO_COUNT,
    isMet: ({ rows }, use) => rows.every((row) => row.clause !== use.clause || isPlainBeside(row, use.word)),
  },
};

function isRank({ rows, isMany }: Query, use: Use, next: Use | undefined): boolean {
  const isOrder = next?.use === "highest" || next?.use === "lowest" ||
    rows.some((row) => row.wants !== undefined && isNext(use, row));
  return isMany && (isOrder || /^(?:zweit|runner)|-/.test(use.word));
}

export const changes: Rule = (query) =>
  query.uses.flatMap((use, at): readonly Objection[] => {
    const { why, isAlone, isMet } = CHANGES[use.use as Role] ?? {};
    const next = query.uses[at + 1];
    if (
      why === undefined || !hasPart(query, use.clause) && next?.use !== "number" || isMet?.(query, use, next)
    ) return [];
    const row = query.rows.find((one) => isBeside(query, use, one));
    const end = row !== undefined && row.start >= use.end ? row.end : next?.clause === use.clause ? next.end : use.end;
    const reason = why === NO_COUNT && !query.isMany ? NOT_COVERED : why; // "how many employees"
    return [{ start: use.start, end: isAlone ? use.end : end, why: reason, stops: "all" }];
  });

/** Several companies have one order, one company has none. */
export const orders: Rule = (query) => {
  const { uses, rows, isMany, isGroup, asked } = query;
  const { kind, mentions } = asked;
  const measures = rows.filter(({ by }) => by === "measure");
  const marks = uses.filter(({ use }) =>
    use === "highest" || use === "lowest" || isGroup && (use === "high" || use === "low")
  );
  const ordered = measures.filter((row) => row.wants !== undefined || marks.some((mark) => isBeside(query, mark, row)));
  const count = (some: readonly Row[]) => new Set(some.map(({ metric }) => metric)).size;
  const isBoth = uses.some(({ word }) => word === "both") || count(ordered) === 1 && kind !== "figure";
  const all = isBoth ? measures : ordered;
  const isByTwo = count(ordered) === 2 && count(measures) === 2 && kind === "rank" &&
    asked.measures.every(({ end }) => end);
  if (isGroup && count(all) > 1 && !isByTwo) {
    const start = Math.min(...[...all, ...marks].map((one) => one.start));
    const end = Math.max(...all.map((row) => row.end));
    return [{ start, end, why: "companies are ranked by one measure at a time", stops: "all" }];
  }
  const isOne = !isMany && mentions.groups.length === 0 && mentions.companies.length > 0;
  if (!isOne || kind === "compare" || kind === "rank") return [];
  return marks.flatMap((mark): readonly Objection[] => {
    const { start, end } = mark;
    const row = measures.find((one) => one.start >= end && isBeside(query, mark, one));
    if (row === undefined || row.metric === DRAWDOWN || row.metric === "score") return [];
    return [{ start, end: row.end, why: "there is nothing to rank in one company", stops: [row] }];
  });
};

/** What is to come: only the chance of a fall is forecast, and no yes or no follows from it. */
export const ahead: Rule = (query) => {
  const { uses, rows, folded, isMany, asked } = query;
  if (asked.kind === "turn" || asked.texts !== undefined) return [];
  const chances = rows.filter(({ metric }) => metric === DRAWDOWN || metric === "probability");
  if (chances.length > 0) {
    return chances.filter(({ start, end }) => /^(?:will|going to|wird)\b/.test(folded.slice(start, end)))
      .map(({ start, end }) => ({ start, end, why: NO_FALL, stops: [] }));
  }
  return uses.filter(({ use, clause }) => use === "ahead" && hasPart(query, clause)).map(({ start, end, clause }) => {
    const row = rows.find((one) => one.clause === clause && one.start >= end);
    const words = folded.slice(row?.start, row?.end);
    const isWay = row?.metric === "return_12m" && row.wants !== undefined || /\b(?:up|down)\b/.test(words);
    const isUp = row?.wants === "highest" || /\bup\b/.test(words);
    const why = !isWay ? NOT_AHEAD : isUp ? NO_DIRECTION : NO_FALL;
    return { start, end: row?.end ?? end, why, stops: row && why === NO_FALL && !isMany ? [row] : "all" };
  });
};

const RATIO =
  /^\s*(?:to|\/|over|divided by|as (?:an? )?(?:percent(?:age)?|share|fraction|%) of|relative to|in percent of|in % of|per)\s*(?:its |the |total |net )*$/;

/** Two rows beside each other are a third one: a ratio, "inventory turnover", or "AAPL automotive EPS". */
export const pairs: Rule = ({ rows, folded, taken, asked: { mentions } }) =>
  rows.flatMap((row, at): readonly Objection[] => {
    const next = rows[at + 1];
    const group = taken.find(({ by, end }) => by === "group" && row.start >= end && row.start - end < 2);
    if (group !== undefined && mentions.companies.length > 0) {
      const why = row.by === "item" ? reasonOf("segment") ?? NOT_COVERED : asComputed(row.metric ?? "");
      return [{ start: group.start, end: row.end, why, stops: [row] }];
    }
    if (next === undefined || next.start < row.end) return [];
    const gap = folded.slice(row.end, next.start);
    const isRatio = RATIO.test(gap) && (row.by === "item" || next.by === "item");
    const isApart = !/^[\s-]?$/.test(gap) || row.metric === next.metric || [row.metric, next.metric].includes("score");
    if (!isRatio && isApart) return [];
    const why = isRatio
      ? "only ratios that have a name of their own are computed"
      : "no measure of this name is computed";
    return [{ start: row.start, end: next.end, why, stops: [row, next] }];
  });

/** Characters before words in which others belong to their reason: "data centers". */
const LOOK_CHARS = 6;

/** What nothing took: beside a measure or in the clause of an item it is of that; else it is reported. */
export const residue: Rule = (query) => {
  const { uses, rows, folded, isMany } = query;
  const isNobody = !isMany && !uses.some(({ use }) => use === "name" || use === "group");
  return runsOf(query).flatMap((run): readonly Objection[] => {
    const { clause, start, end } = run;
    const text = folded.slice(start, end);
    const measures = rows.filter(({ by }) => by === "measure");
    const row = measures.find((one) => isBeside(query, run, one) && !isPlainBeside(one, text));
    if (row === undefined && measures.some((one) => isPlainBeside(one, text))) return [];
    // what is read of "dividend-adjusted" is no dividend
    const items = rows.filter((one) => one.by === "item" && (one.clause === clause || overlaps(one, run)));
    const why = reasonOf(folded.slice(Math.max(0, start - LOOK_CHARS), end));
    const [of = row] = row === undefined ? items : [];
    if (of === undefined || isNobody) return [{ start, end, why: why ?? NOT_READ, stops: [] }]; // "volatility of wheat"
    const stops = [...rows.filter((one) => overlaps(one, run)), ...row === undefined ? items : [row]];
    if (row !== undefined) return [{ ...otherSetting(query, run, row), ...(why && { why }), stops }];
    return [{ ...withRow(query, run, of), why: why ?? NOT_COVERED, stops }];
  });
};

/** Words that stand together and that nothing took. */
function runsOf(query: Query): readonly Piece[] {
  const runs: { start: number; end: number; clause: number }[] = [];
  for (const [at, one] of query.uses.entries()) {
    const { use, start, end, clause } = one;
    const isPart = use === "unknown" && isPartOf(query, at);
    if (use !== "unread" && !isPart && !isSize(query, one)) continue;
    const last = runs.at(-1);
    if (last !== undefined && query.uses[at - 1]?.use === use && last.clause === clause) last.end = end;
    else runs.push({ start, end, clause });
  }
  return runs;
}

/** "Small", where it is no end of a measure and no side of it. */
function isSize(query: Query, use: Use): boolean {
  const { isGroup, isMany, rows, asked: { kind } } = query;
  if (use.use !== "high" && use.use !== "low" || kind === "yes_no" && !isMany) return false;
  return !isGroup || !rows.some((row) => row.by === "measure" && isBeside(query, use, row));
}

/** A name that is not known, in the clause of a company's item, is a part of it, unless it is set beside the company. */
function isPartOf({ uses, asked: { mentions } }: Query, at: number): boolean {
  const before = uses[at - 1];
  const here = uses[at];
  return mentions.companies.length > 0 && before !== undefined && before.clause === here?.clause &&
    !/^(?:and|or|vs|versus|with|und|oder|mit|et|ou|y|o|e|than|to|against)$/.test(before.word) &&
    uses.some(({ use, clause }) => use === "item" && clause === here.clause);
}
