import type { Company } from "../dataset.ts";
import { createResolver, type Resolver } from "../names/resolve.ts";
import type { Mentions } from "../names/mentions.ts";
import type { Asked, AskedMeasure } from "./asked.ts";
import { fold } from "../../terms/fold.ts";
import { blanked, byStart, overlaps, type Place, placesOf, without } from "../../terms/places.ts";
import { isAhead, readKind, readSide, wantsView } from "./read_kind.ts";
import { gated } from "./gate.ts";
import type { Taken } from "./marks.ts";
import { findMeasures, firstOfEach, type FoundMeasure, referencesIn } from "./read_measures.ts";
import { asAskedOfTexts, type ReadPieces } from "./read_text_question.ts";
import type { ReadTimes } from "./read_times.ts";
import { type FoundUnmet, readUnmet } from "./read_unmet.ts";
import { readWeights } from "./read_weights.ts";
import type { Subject } from "./subject.ts";
import { NOT_AHEAD } from "./unmet_words.ts";

/**
 * Reads a question.
 * @param times Its days and spans, from {@linkcode readTimes}: which companies there are depends on the day.
 * @param subject Whom it is about, instead of whom it names itself.
 */
export type QuestionReader = (text: string, times: ReadTimes, subject?: Subject) => Asked;

/** How questions are read. */
export interface QuestionReaderOptions {
  /** Whether the data holds texts, so that a question may ask what they say. Default: false. */
  readonly hasTexts?: boolean;
  /** Words by which a view is to speak of a domain first; patterns of the request as it is written. Default: none. */
  readonly focus?: readonly RegExp[];
}

/** Bounds the time to read a question; text beyond this is usually an attachment. */
const MAX_READ_CHARS = 10_000;

/** Creates a reader of questions about companies. */
export function createQuestionReader(
  companies: readonly Company[],
  { hasTexts = false, focus = [] }: QuestionReaderOptions = {},
): QuestionReader {
  const resolver = createResolver(companies);
  return (text, times, subject) => {
    const read = readQuestion(text, { times, resolver, subject });
    const { asked, taken } = hasTexts
      ? asAskedOfTexts(read, { times, resolver, subject, maxChars: MAX_READ_CHARS })
      : read;
    const head = text.slice(0, MAX_READ_CHARS);
    const isView = wantsView(fold(head));
    const focused = (isView ? focus : []).flatMap((words) =>
      placesOf(head, new RegExp(words.source, `${words.flags.replace("g", "")}g`))
    )
      .map((place): Taken => ({ ...place, by: "other" }));
    return gated(asked, { text: head, folded: fold(head), taken: [...taken, ...focused] });
  };
}

function readQuestion(
  question: string,
  { times: { facts: filed, own = [], times, unmet: unmetTimes, places, rest }, resolver, subject }: {
    readonly times: ReadTimes;
    readonly resolver: Resolver;
    readonly subject: Subject | undefined;
  },
): ReadPieces {
  const text = rest.slice(0, MAX_READ_CHARS);
  const folded = fold(text);
  const { mentions: whole, found: all, asking, unmet } = namesAndUnmet(text, { question, folded, resolver, subject });
  // "what will earnings be" asks for no item of a report
  const facts = filed.filter((fact) => !unmet.some(({ text, why }) => why === NOT_AHEAD && text.includes(fact.text)));
  // "the gross margin trend" is the margin over time
  const found = all.filter(({ start, asked: { metric } }) =>
    metric !== "trend_200d" || !places.some(({ item, end }) => item !== undefined && start >= end && start - end < 2)
  );
  const { references, named } = referencesIn(folded, found, whole);
  const measures = firstOfEach(found, references).map((one) =>
    CHANGED.test(asking) && one.metric === "tone" ? { ...one, metric: "tone_change" as const } : one
  );
  const mentions = subject?.mentions ?? (asksAll(named, asking, measures) ? resolver.mentions("all companies") : named);
  const kind = readKind(asking, { mentions, measures, facts, own });
  const side = kind === "view" && mentions.companies.length === 1 ? readSide(asking) : undefined;
  const portfolio = readWeights({ text, folded, places: named.places });
  const isElsewhere = measures.length + facts.length + own.length === 0 && !wantsView(asking) &&
    ["view", "yes_no", "rank"].includes(kind);
  const asked: Asked = {
    text: question,
    mentions,
    kind,
    ...(side !== undefined && { side }),
    measures,
    facts,
    ...(own.length > 0 && { own }),
    times,
    weights: subject?.weights ?? portfolio.weights,
    unmet: [...unmetTimes, ...unmet.map(({ text, why }) => ({ text, why })), ...portfolio.unmet],
    isUnsupported: isElsewhere && (unmet.length > 0 || unmetTimes.length > 0 && isAhead(asking)),
    uses: [],
  };
  const others = [...unmet, ...portfolio.places];
  return { asked, taken: takenBy({ places, found, named, references, others, text }) };
}

/** What the readers took, and what it is. */
function takenBy({ places, found, named, references, others, text }: {
  readonly places: ReadTimes["places"];
  readonly found: readonly FoundMeasure[];
  readonly named: Mentions;
  readonly references: readonly Place[];
  readonly others: readonly Place[];
  readonly text: string;
}): readonly Taken[] {
  const byOf = (span: Place): Taken["by"] => {
    if (named.unknown.some((one) => one.text === text.slice(span.start, span.end).trim())) return "unknown";
    const isGroup = named.groups.length + named.around.length > 0;
    return isGroup && !named.places.some((one) => overlaps(one, span)) ? "group" : "name";
  };
  return [
    ...places.map(({ start, end, item }): Taken => ({
      start,
      end,
      by: item ? "item" : "other",
      ...(item && { item }),
    })),
    ...found.map(({ start, end, asked: { metric, end: wants } }): Taken => ({
      start,
      end,
      by: "measure",
      metric,
      wants,
    })),
    ...named.spans.map(({ start, end }): Taken => ({ start, end, by: byOf({ start, end }) })),
    ...references.map(({ start, end }): Taken => ({ start, end, by: "against" })),
    ...others.map(({ start, end }): Taken => ({ start, end, by: "other" })),
  ];
}

/** "How did the tone change?" */
const CHANGED = /\bhow (?:did|has|have)\b[^.?!]{0,60}\bchanged?\b/;

/** Whether it asks for an end of all companies without saying so: "top 5 by momentum". */
function asksAll({ spans }: Mentions, asking: string, measures: readonly AskedMeasure[]): boolean {
  return spans.length === 0 && measures.some(({ end }) => end !== undefined) &&
    /^\W*(?:rank|top|bottom|list|sort|the \w+ \d+)\b/.test(asking);
}

/** Finds the names first, as "News Corp" asks for no news, and names no others in "P/E", "ESG" and "Altman Z". */
function namesAndUnmet(
  text: string,
  { question, folded, resolver, subject }: {
    /** As it is written, with its times and items. */
    readonly question: string;
    readonly folded: string;
    readonly resolver: Resolver;
    readonly subject: Subject | undefined;
  },
): {
  readonly mentions: Mentions;
  readonly found: readonly FoundMeasure[];
  /** Folded, without the names and what is unmet. */
  readonly asking: string;
  readonly unmet: readonly FoundUnmet[];
} {
  const list = listLines(text, resolver);
  const spans = placesOf(text, SPAN_OF_MEASURE);
  const mentionsOf = (written: string) => {
    const outside = resolver.mentions(without(written, [...list?.lines ?? [], ...spans]));
    return list ? withList(outside, list) : outside;
  };
  const named = mentionsOf(text);
  const unnamed = blanked(folded, named.places);
  const weights = subject?.weights ?? readWeights({ text, folded, places: named.places }).weights;
  const isGroup = (subject?.mentions ?? named).groups.length > 0 || weights.length > 0;
  const unmet = readUnmet(unnamed, { text: question, isGroup });
  const asking = blanked(unnamed, unmet);
  const found = findMeasures(asking, text);
  const read = [...unmet, ...found].toSorted(byStart);
  const strange = [...named.unknown, ...named.instruments].map((one) => one.text.toLowerCase());
  const others = named.spans.filter(({ start, end }) => strange.includes(text.slice(start, end).trim().toLowerCase()));
  const isWithin = (one: Place, span: Place) =>
    // "the price of gold"
    one.start >= span.start && one.end <= span.end && one.end - one.start < span.end - span.start;
  const ours = read.filter((one) => others.some((span) => overlaps(one, span) && !isWithin(one, span)));
  return { mentions: ours.length > 0 ? mentionsOf(without(text, ours)) : named, found, asking, unmet };
}

/** Before a measure `3M` is three months, and no company. */
const SPAN_OF_MEASURE =
  /(?<![\w.])\d{1,3}[ -]?[MDWY](?=[\s-]+(?:vol|volatility|returns?|beta|momentum|performance|var|drawdown|high|low|average|mean|sma|rendite|rendement)\b)/gi;

/** A list in a question: a name and a weight on each line. */
interface ListLines {
  readonly lines: readonly Place[];
  /** Where the names of companies of the data stand. */
  readonly places: Mentions["places"];
  /** Names that the data does not know. */
  readonly unknown: Mentions["unknown"];
}

/** `AAPL,0.0123`, `BRK.B: 1.5%` or `T\t-0.02`, alone on its line. */
const LINE =
  /^[ \t"]*(\^?[\p{L}][^,;:\t\n"=]{0,39}?)"?[ \t]*(?:[,;:\t=]| (?=[+-]?[.\d]))[ \t"]*[+-]?\d{0,4}(?:[.,]\d+)?\s?%?"?[ \t,;]*$/gmu;
/** Fewer lines are no list. */
const LEAST_LINES = 2;

/** Finds a list of names with weights; a name in it is one, also where it is a common word elsewhere. */
function listLines(text: string, resolver: Pick<Resolver, "resolve">): ListLines | undefined {
  const lines = [...text.matchAll(LINE)];
  if (lines.length < LEAST_LINES) return undefined;
  const places: { start: number; end: number; company: Company }[] = [];
  const unknown: { text: string; nearest: readonly Company[] }[] = [];
  for (const { index, 0: line, 1: name = "" } of lines) {
    const company = resolver.resolve(name);
    const start = index + line.indexOf(name);
    if (company) places.push({ start, end: start + name.length, company });
    else if (!/^(?:tickers?|symbols?|names?)$/i.test(name)) unknown.push({ text: name, nearest: [] });
  }
  const spans = lines.map(({ index: start, 0: line }) => ({ start, end: start + line.length }));
  return places.length === 0 ? undefined : { lines: spans, places, unknown };
}

/** What a question names outside its list, and then in it. */
function withList(outside: Mentions, { lines, places, unknown }: ListLines): Mentions {
  const all = [...outside.places, ...places].toSorted(byStart);
  return {
    ...outside,
    companies: [...new Set(all.map(({ company }) => company))],
    unknown: [...outside.unknown, ...unknown],
    places: all,
    spans: [...outside.spans, ...lines].toSorted(byStart),
  };
}
