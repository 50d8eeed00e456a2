import type { Claim, Saying, Statement } from "../../data/claim.ts";
import { joinTexts, piecesOf } from "../../data/phrases/phrase.ts";
import type { Vocabulary } from "../../data/vocabulary.ts";
import { answerSentences } from "../answers.ts";
import type { AssistedWork } from "../assisting.ts";
import { AnswerClaims } from "../claims.ts";
import { factSentences } from "../fact_answers.ts";
import { ownSentences, ownTold } from "../own_answers.ts";
import { quoteSentences } from "../quote_answers.ts";
import { Speaker } from "../say.ts";
import { domainSentences, measureSentences } from "./looked_up.ts";
import { MANY_SUBJECTS } from "./limits.ts";
import type { Gathered } from "./plan.ts";

/** A sentence that a model may choose. */
export interface Candidate {
  readonly statement: Statement;
  /** Its figures and quotes by their ids; empty where it has none. */
  readonly claims: ReadonlyMap<string, Claim>;
  readonly told: ToldCandidate;
}

/** A sentence as a model is told of it. */
export interface ToldCandidate {
  /** Unique in one answer, like `s1`. */
  readonly id: string;
  /** The phrase, like `answer.figure`. */
  readonly kind: string;
  /** The metric, the span or the item and period that it is about; absent where its words alone say that. */
  readonly of?: string;
  /** Tickers; of many the first. */
  readonly about: readonly string[];
  /** Its words with its claims as `{id}`. */
  readonly says: string;
  readonly claims: readonly string[];
}

/** The sentences that a model may choose from. */
export interface Candidates {
  readonly all: readonly Candidate[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** Most sentences, and most characters of them, that a model is told. */
const MAX_CANDIDATES = 200;
const MAX_CHARS = 40_000;
/** Most tickers of a sentence that are told one by one. */
const MAX_ABOUT = 8;

/** The sentences that the product could say: what was looked up first, then what is asked, then what is known of each subject. */
export function candidatesOf(gathered: readonly Gathered[], work: AssistedWork): Candidates {
  const { found, companies, desk: { view, knowledge } } = work;
  const tickers = companies.map(({ ticker }) => ticker);
  const claims = new AnswerClaims({ view, knowledge, found, companies: tickers });
  const speaker = new Speaker(knowledge.vocabulary, claims);
  const names = new ClaimNames(knowledge.vocabulary);
  const all = new Map<string, Candidate>();
  let chars = 0;
  for (const statement of sayable(gathered, { work, speaker })) {
    const key = keyOf(statement);
    if (all.has(key)) continue;
    const candidate = names.candidate(`s${all.size + 1}`, statement);
    chars += JSON.stringify(candidate.told).length;
    if (all.size === MAX_CANDIDATES || chars > MAX_CHARS) return { all: [...all.values()], isCut: true };
    all.set(key, candidate);
  }
  return { all: [...all.values()], isCut: false };
}

/** What tells one sentence from another: two with the same words in other parts say the same. */
function keyOf({ saying: { phrase, about, of, parts }, text }: Statement): string {
  return Object.values(parts).some(({ length }) => length > 1) ? text : JSON.stringify([phrase, about, of]);
}

interface Sayable {
  readonly work: AssistedWork;
  readonly speaker: Speaker;
}

/** Made one by one, because most of a long list is never needed. */
function* sayable(gathered: readonly Gathered[], { work, speaker }: Sayable): Generator<Statement, void, undefined> {
  for (const { sentences } of gathered) yield* sentences?.(speaker) ?? [];
  yield* askedSentences(work, speaker);
  const { asked, companies, found: all, desk: { knowledge } } = work;
  const metrics = ["score", "close", ...knowledge.vocabulary.measures.keys()];
  const found = all.slice(0, MANY_SUBJECTS);
  const isMany = found.length > 1;
  const compared = found.length < all.length ? ["score", ...asked.measures.map(({ metric }) => metric)] : metrics;
  if (isMany) { for (const metric of compared) yield* measureSentences(metric, all, { speaker }); }
  for (const metric of metrics) {
    for (const one of found) yield* measureSentences(metric, [one], { speaker });
  }
  for (const one of found) {
    for (const { domain } of one.domains) yield* domainSentences(domain, one, { speaker, ...knowledge });
    for (const kind of ["risk", "turn"] as const) {
      yield* answerSentences({ asked: { kind, measures: [], times: [], isOnlyUnmet: false }, found: [one], speaker });
    }
    yield* speaker.sayAll(["company.thesis", "company.no_view"], [one.company.ticker]);
  }
  // it names nobody, so that it is said of all or not at all
  if (all.length === 0) yield* speaker.sayAll(["company.no_prices"], companies.map(({ ticker }) => ticker));
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
  yield* ownTold({ own: [], companies: tickers, view, speaker });
  yield* quoteSentences({ texts, times, companies: tickers, view, speaker });
  if (found.length > 0) yield* answerSentences({ asked, found, speaker });
  for (const time of times) {
    const spanned = (kind: "figure" | "change" | "rank", of: AssistedWork["found"], end?: "highest" | "lowest") => {
      const measures = end === undefined ? [] : [{ metric: "return_12m", text: "", end }];
      return answerSentences({ asked: { kind, measures, times: [time], isOnlyUnmet: false }, found: of, speaker });
    };
    for (const one of found.slice(0, MANY_SUBJECTS)) {
      yield* [...spanned("figure", [one]), ...spanned("change", [one])];
    }
    if (found.length > 1) yield* [...spanned("rank", found, "highest"), ...spanned("rank", found, "lowest")];
  }
}

/** Names the claims of one answer: short, and without words of others. */
class ClaimNames {
  readonly #vocabulary: Vocabulary;
  readonly #numbers = new Map<string, number>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  candidate(id: string, statement: Statement): Candidate {
    const { saying } = statement;
    const { phrase, about, of } = saying;
    const claims = new Map(statement.claims.filter(isFigure).map((claim) => [this.#nameOf(claim), claim]));
    const told = {
      id,
      kind: phrase,
      ...(of !== undefined && !this.#isOfOthers(phrase) && { of }),
      about: about.slice(0, MAX_ABOUT),
      says: this.#worded(saying, statement.claims.values()),
      claims: [...claims.keys()],
    };
    return { statement, claims, told };
  }

  /** Whether what a phrase is about is named in words of others: a text, or what was searched for. */
  #isOfOthers(phrase: string): boolean {
    const takes = this.#vocabulary.phrases[phrase]?.takes;
    return takes === "quote" || takes === "search";
  }

  /** Like `AAPL.beta`; what is no metric has a number, like `AAPL.fact_money#3`. */
  #nameOf({ entities, metric, of }: Claim): string {
    const whom = entities.length > 3 ? `${entities.slice(0, 3).join("+")}+` : entities.join("+");
    if (of === undefined) return `${whom}.${metric}`;
    if (Object.hasOwn(this.#vocabulary.metrics, of)) return `${whom}.${metric}.${of}`;
    const number = this.#numbers.get(of) ?? this.#numbers.size + 1;
    this.#numbers.set(of, number);
    return `${whom}.${metric}#${number}`;
  }

  /** The words of a sentence; its claims come in the order of its slots. */
  #worded({ phrase: id, parts }: Saying, claims: Iterator<Claim>): string {
    const phrase = this.#vocabulary.phrases[id];
    if (phrase === undefined) return "";
    return piecesOf(phrase).map((piece) => {
      if ("words" in piece) return piece.words;
      const part = phrase.parts?.[piece.slot];
      if (part === undefined) return this.#shown(claims.next().value);
      return joinTexts((parts[piece.slot] ?? []).map((one) => this.#worded(one, claims)), part.join);
    }).join("");
  }

  #shown(claim: Claim | undefined): string {
    if (claim === undefined || claim.shown === "") return "";
    const isOfOthers = claim.metric.startsWith("quote");
    return claim.unit === "name" && !isOfOthers ? claim.shown : `{${this.#nameOf(claim)}}`;
  }
}

/** What a sentence is about: neither a name, nor a day, nor a word. */
function isFigure({ unit }: Claim): boolean {
  return unit !== "name" && unit !== "date" && unit !== "word";
}
