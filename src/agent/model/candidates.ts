import type { MetricId } from "../../data/metrics/metric.ts";
import type { Statement } from "../../data/claim.ts";
import type { Vocabulary } from "../../data/vocabulary.ts";
import { isPriced } from "../findings.ts";
import { answerSentences } from "../answers.ts";
import type { AssistedWork } from "../assisting.ts";
import { AnswerClaims } from "../claims.ts";
import { factSentences } from "../fact_answers.ts";
import { otherColumns, ownSentences } from "../own_answers.ts";
import { quoteSentences } from "../quote_answers.ts";
import { Speaker } from "../say.ts";
import { domainSentences, ENDS, kindSentences, measureSentences } from "./looked_up.ts";
import { MANY_SUBJECTS } from "./limits.ts";
import type { Gathered } from "./plan.ts";
import { companyLabel } from "../../data/company_label.ts";
import { quotedData } from "./quoted_data.ts";
import { tokensOf } from "./talk.ts";

/** A sentence that a model may choose. */
export interface Candidate {
  /** Unique in one answer, like `s1`. */
  readonly id: string;
  readonly statement: Statement;
  /** As a model reads it: what others wrote stands between marks. */
  readonly shown: string;
}

/** The sentences that a model may choose from. */
export interface Candidates {
  readonly all: readonly Candidate[];
  /** How many more could be said. */
  readonly left: number;
  /** How many of these were looked up, or are what the request asks for. */
  readonly leftAsked: number;
}

/** Most sentences that are made, of many companies. */
const MAX_MADE = 500;
/** What an id like "s123" takes among those that a reply may hold, with its marks. */
const ID_TOKENS = 7;
/** A word of the request counts by its beginning, so that "volatile" is in "volatility". */
const WORD = /\p{L}{5}/gu;

/**
 * The sentences that the product could say: what was looked up first, a sentence of each call in turn; then what is
 * asked; then what is known of each subject, in the order of the words that it shares with the request.
 * @param most Tokens that they may take.
 */
export function candidatesOf(
  gathered: readonly Gathered[],
  { work, most }: { readonly work: AssistedWork; readonly most: number },
): Candidates {
  const { found, companies, desk: { view, knowledge } } = work;
  const tickers = companies.map(({ ticker }) => ticker);
  const claims = new AnswerClaims({ view, knowledge, found, companies: tickers });
  const speaker = new Speaker(knowledge.vocabulary, claims);
  const made = new Map<string, Statement>();
  const add = (statements: Iterable<Statement>) => {
    for (const statement of statements) {
      if (made.size === MAX_MADE) return;
      if (/^row\.(?!period$)/.test(statement.saying.phrase)) continue; // it names no period, so alone it says little
      const key = keyOf(statement);
      if (!made.has(key)) made.set(key, statement);
    }
  };
  add(inTurn(gathered.map(({ sentences }) => sentences?.(speaker) ?? [])));
  add(askedSentences(work, speaker));
  const asked = made.size;
  // that something is missing is no answer to what nobody asked
  add(allSentences(work, speaker).filter(({ saying }) => !saying.phrase.includes(".lacks")));
  const names = wordsOf(companies.map(companyLabel).join(" "));
  const words = wordsOf(work.input).difference(names);
  const ranks = [...made.values()].slice(asked).map((statement) => ({
    statement,
    shared: words.intersection(wordsOf(statement.text)).size,
  })).toSorted((one, other) => other.shared - one.shared);
  const all = [...[...made.values()].slice(0, asked), ...ranks.map(({ statement }) => statement)];
  return within(all, { most, asked, vocabulary: knowledge.vocabulary });
}

/** The first of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(WORD));
}

/** Those that fit, in order. */
function within(
  all: readonly Statement[],
  { most, asked, vocabulary }: { readonly most: number; readonly asked: number; readonly vocabulary: Vocabulary },
): Candidates {
  const kept: Candidate[] = [];
  let tokens = 0;
  let leftAsked = 0;
  for (const [at, statement] of all.entries()) {
    const id = `s${kept.length + 1}`;
    const shown = isOfOthers(statement, vocabulary)
      ? `${id} quotes others:\n${quotedData(id, statement.text)}`
      : `${id} ${statement.text}`;
    const size = tokensOf(shown) + ID_TOKENS;
    if (tokens + size <= most) {
      tokens += size;
      kept.push({ id, statement, shown });
    } else if (at < asked) leftAsked++;
  }
  return { all: kept, left: all.length - kept.length, leftAsked };
}

/** Whether a sentence holds words of others: of a text, or what was searched for. */
function isOfOthers({ saying: { phrase }, claims }: Statement, { phrases }: Vocabulary): boolean {
  const takes = phrases[phrase]?.takes;
  return takes === "quote" || takes === "search" || claims.some(({ metric }) => metric.startsWith("quote"));
}

/** What tells one sentence from another: two with the same words in other parts say the same. */
function keyOf({ saying: { phrase, about, of, parts }, text }: Statement): string {
  return Object.values(parts).some(({ length }) => length > 1) ? text : JSON.stringify([phrase, about, of]);
}

/** What is known of the subjects, made one by one, because most of a long list is never needed. */
function* allSentences(
  { asked, companies, found: all, desk: { knowledge } }: AssistedWork,
  speaker: Speaker,
): Generator<Statement, void, undefined> {
  const metrics: readonly MetricId[] = ["score", "close", ...knowledge.vocabulary.measures.keys()];
  const found = all.slice(0, MANY_SUBJECTS);
  const isMany = found.length > 1;
  const compared = found.length < all.length
    ? ["score" as const, ...asked.measures.map(({ metric }) => metric)]
    : metrics;
  if (isMany) { for (const metric of compared) yield* measureSentences(metric, all, { speaker }); }
  for (const metric of metrics) {
    for (const one of found) yield* measureSentences(metric, [one], { speaker });
  }
  for (const one of found) {
    for (const { domain } of one.domains) yield* domainSentences(domain, one, { speaker, ...knowledge });
    for (const kind of ["risk", "turn"] as const) yield* kindSentences(kind, [one], { speaker });
    yield* speaker.sayAll(["company.thesis", "company.no_view"], [one.company.ticker]);
  }
  // it names nobody, so that it is said of all or not at all
  if (!all.some(isPriced)) yield* speaker.sayAll(["company.no_prices"], companies.map(({ ticker }) => ticker));
}

/** What the fixed plan would say first, and the returns of the spans that the question names. */
function* askedSentences(
  { asked, companies, found, desk: { view } }: AssistedWork,
  speaker: Speaker,
): Generator<Statement, void, undefined> {
  const tickers = companies.map(({ ticker }) => ticker);
  const { facts, texts, own = [], times } = asked;
  yield* factSentences({ facts, companies: tickers, view, speaker });
  yield* ownSentences({ own, times, companies: tickers, view, speaker });
  yield* otherColumns({ own: [], companies: tickers, view, speaker });
  yield* quoteSentences({ texts, times, companies: tickers, view, speaker });
  if (found.length > 0) yield* answerSentences({ asked, found, speaker });
  for (const time of times) {
    const spanned = { speaker, times: [time] };
    for (const one of found.slice(0, MANY_SUBJECTS)) {
      for (const kind of ["figure", "change"] as const) yield* kindSentences(kind, [one], spanned);
    }
    for (const end of found.length > 1 ? ENDS : []) {
      yield* kindSentences("rank", found, { ...spanned, measures: [{ metric: "return_12m", text: "", end }] });
    }
  }
}
