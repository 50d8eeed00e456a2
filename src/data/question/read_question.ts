import type { Company } from "../dataset.ts";
import { createResolver, type Resolver } from "../names/resolve.ts";
import type { Mentions } from "../names/mentions.ts";
import type { Span } from "../names/words.ts";
import type { Asked } from "./asked.ts";
import { fold } from "./fold.ts";
import { BLANK, blanked } from "./found_time.ts";
import { listLines, withList } from "./list_lines.ts";
import { isAhead, readKind, wantsView } from "./read_kind.ts";
import { readMeasures } from "./read_measures.ts";
import { asAskedOfTexts } from "./read_text_question.ts";
import type { ReadTimes } from "./read_times.ts";
import { type FoundUnmet, readUnmet } from "./read_unmet.ts";
import { readWeights } from "./read_weights.ts";
import type { Subject } from "./subject.ts";

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
}

/** Bounds the time to read a question; text beyond this is usually an attachment. */
const MAX_READ_CHARS = 10_000;

/**
 * Creates a reader of questions about companies.
 * @param companies The companies of the data.
 */
export function createQuestionReader(
  companies: readonly Company[],
  { hasTexts = false }: QuestionReaderOptions = {},
): QuestionReader {
  const resolver = createResolver(companies);
  return (text, times, subject) => {
    const asked = readQuestion(text, { times, resolver, subject });
    return hasTexts ? asAskedOfTexts(asked, { times, resolver, subject, maxChars: MAX_READ_CHARS }) : asked;
  };
}

function readQuestion(
  question: string,
  { times: { facts, own = [], times, unmet: unmetTimes, rest }, resolver, subject }: {
    readonly times: ReadTimes;
    readonly resolver: Resolver;
    readonly subject: Subject | undefined;
  },
): Asked {
  const text = rest.slice(0, MAX_READ_CHARS);
  const folded = fold(text);
  const { mentions: named, unnamed, unmet } = namesAndUnmet(text, { folded, resolver, subject });
  const mentions = subject?.mentions ?? named;
  const asking = blanked(unnamed, unmet);
  const measures = readMeasures(asking, text);
  const kind = readKind(asking, { mentions, measures, facts, own });
  const portfolio = readWeights({ text, folded, places: named.places });
  const isElsewhere = measures.length + facts.length + own.length === 0 &&
    (kind === "view" || kind === "yes_no" || kind === "rank") &&
    !wantsView(asking);
  return {
    text: question,
    mentions,
    kind,
    measures,
    facts,
    ...(own.length > 0 && { own }),
    times,
    weights: subject?.weights ?? portfolio.weights,
    unmet: [...unmetTimes, ...unmet.map(({ text, why }) => ({ text, why })), ...portfolio.unmet],
    isOnlyUnmet: isElsewhere && (unmet.length > 0 || unmetTimes.length > 0 && isAhead(asking)),
  };
}

/** Finds the names first, as "News Corp" asks for no news, and names no others in "P/E" and "ESG". */
function namesAndUnmet(
  text: string,
  { folded, resolver, subject }: {
    readonly folded: string;
    readonly resolver: Resolver;
    readonly subject: Subject | undefined;
  },
): { readonly mentions: Mentions; readonly unnamed: string; readonly unmet: readonly FoundUnmet[] } {
  const list = listLines(text, resolver);
  const mentionsOf = (written: string) => {
    const outside = resolver.mentions(withMarks(list ? without(written, list.lines) : written));
    return list ? withList(outside, list) : outside;
  };
  const named = mentionsOf(text);
  const unnamed = blanked(folded, named.places);
  const weights = subject?.weights ?? readWeights({ text, folded, places: named.places }).weights;
  const isJoint = (subject?.mentions ?? named).groups.length > 0 || weights.length > 0;
  const unmet = readUnmet(unnamed, { text, isJoint });
  const isAgain = unmet.length > 0 && named.unknown.length > 0;
  return { mentions: isAgain ? mentionsOf(without(text, unmet)) : named, unnamed, unmet };
}

const WEIGHT = /(?<![\w.,])[+-]?\d+(?:[.,/]\d+)?\s?%?(?=\s+[A-Z]{1,5}\b)/g;

/** Weights between names become commas, so that "1/3 AAPL 1/3 KO" is a list of names and no sentence in capitals. */
function withMarks(text: string): string {
  const isList = [...text.matchAll(WEIGHT)].length > 1;
  return isList ? text.replace(WEIGHT, (weight) => `${" ".repeat(weight.length - 1)},`) : text;
}

function without(text: string, spans: readonly Span[]): string {
  return blanked(text, spans).replaceAll(BLANK, " ");
}
