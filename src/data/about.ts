import { dayNumber, dayText, isDay, longDay, yearOnce } from "../calendar/day.ts";
import { type PeriodToken, readPeriod, readStyle } from "./fact_period.ts";
import { isItemId, type ItemId } from "./metrics/items.ts";
import { isMetricId, type MetricId } from "./metrics/metric.ts";
import { isOwnName } from "./own_name.ts";
import { TEXT_KINDS, type TextKind } from "./text_document.ts";
import { partsOfTerm, topicOf } from "./text_topics.ts";

/** What a comparison, a judgement or a phrase is about. On the wire, in ids and claims, it is the text of its codec. */
export type About = { readonly [K in AboutKind]: AboutOf<K> }[AboutKind];
export type AboutKind = keyof Kinds;
export type AboutOf<K extends AboutKind> = { readonly kind: K } & Kinds[K];

interface Kinds {
  /** A metric, a domain's score, or a cause: `beta`. */
  readonly metric: { readonly metric: MetricId };
  readonly limit: Limit;
  readonly span: DaySpan;
  readonly criteria: { readonly criteria: readonly Criterion[] };
  readonly fact: FactKey;
  readonly own: OwnKey;
  readonly quote: QuoteKey;
  readonly search: TextSearch;
}

/** A number that a question holds a measure against, like the 1 of "a beta above 1": `beta above 1`. */
export interface Limit {
  readonly metric: MetricId;
  readonly side: (typeof LIMIT_SIDES)[number];
  /** In the metric's unit. */
  readonly value: number;
}

export const LIMIT_SIDES = ["above", "below", "at_least", "at_most"] as const;

/** A span of days, both included, in days since 1 January 1970: `2013-01-01/2013-12-31`. */
export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/** A measure by which companies are ranked beside others, and its better end: `momentum_12_1 highest, volatility lowest`. */
export interface Criterion {
  readonly metric: MetricId;
  readonly end: "highest" | "lowest";
}

/** An item of statements: `revenue 2016-09-25/2017-09-30 newest`; of a change, two periods: `revenue FY-2>FY newest`. */
export interface FactKey {
  readonly item: ItemId;
  readonly period: PeriodToken;
  /** The earlier period of a change. */
  readonly before?: PeriodToken | undefined;
  readonly version: "newest" | "first";
  /** How amounts are shown, like `bn.1`, `exact` or `.2`. Default: four significant digits. */
  readonly style?: string | undefined;
}

/** A column of one's own: `scores.my_factor`, or of a span `scores.my_factor 2017-01-01/2017-12-31`. */
export interface OwnKey {
  /** Table and column. */
  readonly name: string;
  /** Days of the rows; absent for the newest that is known. */
  readonly span?: DaySpan | undefined;
}

/** A stretch of one text, and the text that it was when it was quoted: `1200-1345 9f86d081884c7d65 calls.jsonl 12`. */
export interface QuoteKey {
  /** `id` of the text. */
  readonly document: string;
  /** First 16 hex digits of the SHA-256 of the text. */
  readonly digest: string;
  /** In UTF-16 units of the text, the end not included. */
  readonly start: number;
  readonly end: number;
}

/** Which texts of a company are searched, and for what: `call,10-K | Item 1A | 2017-01-01/2017-12-31 | #supply;china`. */
export interface TextSearch {
  /** Empty for all kinds; in the order of `TEXT_KINDS`. */
  readonly kinds: readonly TextKind[];
  /** The heading under which a quote must stand, like `Item 1A`, in letters of any case. */
  readonly section?: string;
  /** First and last day of their publication, `YYYY-MM-DD`, both included. */
  readonly from?: string;
  readonly to?: string;
  /**
   * Topics like `#supply`, words in lower case, and several of these at once like `cloud+#growth`; a sentence holds any
   * of them. Empty: any sentence will do.
   */
  readonly terms: readonly string[];
}

/** Digits of a digest in a quote. */
export const DIGEST_CHARS = 16;
/** Most terms of one search. */
export const MAX_TERMS = 6;
/** Most characters of a term. */
export const MAX_TERM_CHARS = 40;
const ALL = "*";
const METRIC = /^\w+(?:\([^()]+\))?$/;
const TERM = /^[\p{L}\p{N}][\p{L}\p{N}&'.-]*(?: [\p{L}\p{N}][\p{L}\p{N}&'.-]*){0,3}$/u;
const SECTION_NAME = /^[\p{L}\p{N}][\p{L}\p{N}&'.,-]*(?: [\p{L}\p{N}&][\p{L}\p{N}&'.,-]*){0,5}$/u;
const SECTION = /^Item \d{1,2}[A-C]?$/;

/** How each kind is written, and read from a text that may be of any kind. */
const CODECS: {
  readonly [K in AboutKind]: {
    readonly write: (about: Kinds[K]) => string;
    readonly read: (text: string) => Kinds[K] | undefined;
  };
} = {
  metric: {
    write: ({ metric }) => metric,
    read: (text) => METRIC.test(text) ? { metric: text as MetricId } : undefined,
  },
  limit: {
    write: ({ metric, side, value }) => `${metric} ${side} ${value}`,
    read: (text) => {
      const [, metric = "", side, number] = /^(\w+(?:\([^()]+\))?) (above|below|at_least|at_most) (\S+)$/.exec(text) ??
        [];
      const value = Number(number);
      return isMetricId(metric) && Number.isFinite(value) ? { metric, side: side as Limit["side"], value } : undefined;
    },
  },
  span: { write: ({ from, to }) => `${dayText(from)}/${dayText(to)}`, read: readSpan },
  criteria: {
    write: ({ criteria }) => criteria.map(({ metric, end }) => `${metric} ${end}`).join(", "),
    read: (text) => {
      const criteria = text.split(", ").flatMap((one): Criterion[] => {
        const [metric = "", end] = one.split(" ");
        return isMetricId(metric) && (end === "highest" || end === "lowest") ? [{ metric, end }] : [];
      });
      const isEach = new Set(criteria.map(({ metric }) => metric)).size === criteria.length;
      return criteria.length > 1 && isEach ? { criteria } : undefined;
    },
  },
  fact: {
    write: ({ item, period, before, version, style }) =>
      [item, before === undefined ? period : `${before}>${period}`, version, ...(style === undefined ? [] : [style])]
        .join(" "),
    read: (text) => {
      const [item = "", periods = "", version, style] = text.split(" ");
      const [period = "", before] = periods.split(">").reverse();
      if (!isItemId(item) || readPeriod(period) === undefined) return undefined;
      if (version !== "newest" && version !== "first" || style !== undefined && readStyle(style) === undefined) {
        return undefined;
      }
      if (before !== undefined && readPeriod(before) === undefined) return undefined;
      return { item, period, version, ...(before !== undefined && { before }), ...(style !== undefined && { style }) };
    },
  },
  own: {
    write: ({ name, span }) => span === undefined ? name : `${name} ${CODECS.span.write(span)}`,
    read: (text) => {
      const [name = "", days] = text.split(" ");
      const span = days === undefined ? undefined : readSpan(days);
      return isOwnName(name) ? { name, ...(span && { span }) } : undefined;
    },
  },
  quote: {
    write: ({ document, digest, start, end }) => `${start}-${end} ${digest} ${document}`,
    read: (text) => {
      const [, first, last, digest = "", document = ""] =
        /^(0|[1-9]\d{0,9})-([1-9]\d{0,9}) ([0-9a-f]{16}) (.+)$/s.exec(text) ?? [];
      const start = Number(first);
      const end = Number(last);
      return start < end ? { document, digest, start, end } : undefined;
    },
  },
  search: {
    write: ({ kinds, section = ALL, from = ALL, to = ALL, terms }) =>
      [kinds.join(",") || ALL, section, `${from}/${to}`, terms.join(";") || ALL].join(" | "),
    read: readSearch,
  },
};

/** What something is about as claims and ids have it. */
export function aboutText(about: About): string {
  return (CODECS[about.kind].write as (about: About) => string)(about);
}

/** Reads {@linkcode aboutText}; `undefined` where a text is of no kind. */
export function readAbout(text: string): About | undefined {
  for (const kind of Object.keys(CODECS) as AboutKind[]) {
    const about = readAs(kind, text);
    if (about !== undefined) return about as About;
  }
  return undefined;
}

/** Reads what is of one kind. */
export function readAs<K extends AboutKind>(kind: K, text: string | undefined): AboutOf<K> | undefined {
  const { read, write } = CODECS[kind];
  const found = text === undefined ? undefined : read(text);
  return found !== undefined && write(found) === text ? { kind, ...found } as AboutOf<K> : undefined;
}

function readSpan(text: string): DaySpan | undefined {
  const [from = "", to = ""] = text.split("/");
  return isDay(from) && isDay(to) && from <= to ? { from: dayNumber(from), to: dayNumber(to) } : undefined;
}

function readSearch(text: string): TextSearch | undefined {
  const [kinds = "", section = "", days = "", terms = ""] = text.split(" | ");
  const [from = "", to = ""] = days.split("/");
  const words = terms === ALL ? [] : terms.split(";");
  const isRight = (section === ALL || isSectionName(section)) &&
    [from, to].every((day) => day === ALL || isDay(day)) && words.length <= MAX_TERMS &&
    words.every((term) => partsOfTerm(term).every(isPart));
  return isRight
    ? {
      kinds: kinds === ALL ? [] : TEXT_KINDS.filter((kind) => kinds.split(",").includes(kind)),
      ...(section !== ALL && { section }),
      ...(from !== ALL && { from }),
      ...(to !== ALL && { to }),
      terms: words,
    }
    : undefined;
}

function isPart(text: string): boolean {
  if (text.startsWith("#")) return topicOf(text) !== undefined;
  return text.length <= MAX_TERM_CHARS && text === text.toLowerCase() && TERM.test(text);
}

/** Whether a heading may be asked for: up to six words. */
export function isSectionName(name: string): boolean {
  return name.length <= MAX_TERM_CHARS && SECTION_NAME.test(name);
}

/** Whether a heading is one of those that quotes are introduced with. */
export function isSection(name: string): boolean {
  return SECTION.test(name);
}

/** The span between two days, `YYYY-MM-DD`, both included. */
export function spanOf({ from, to }: { readonly from: string; readonly to: string }): AboutOf<"span"> {
  return { kind: "span", from: dayNumber(from), to: dayNumber(to) };
}

/** A span in words: `between 1 Jan and 31 Dec 2013`. */
export function spanName({ from, to }: DaySpan): string {
  return yearOnce(`between ${longDay(dayText(from))} and ${longDay(dayText(to))}`);
}

/** A metric as what something is about. */
export function ofMetric(metric: MetricId): AboutOf<"metric"> {
  return { kind: "metric", metric };
}
