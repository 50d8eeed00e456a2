import type { Statement } from "../../data/claim.ts";
import type { Domain } from "../../data/domain.ts";
import { isAskable } from "../../data/metrics/asked_names.ts";
import type { MetricId } from "../../data/metrics/metric.ts";
import type { Asked } from "../../data/question/asked.ts";
import { readTerms } from "../../data/question/read_terms.ts";
import { type About, readAs } from "../../data/about.ts";
import { TEXT_KINDS } from "../../data/text_document.ts";
import type { Vocabulary } from "../../data/vocabulary.ts";
import { answerSentences } from "../answers.ts";
import { periodsOf, tokensOf } from "../fact_tokens.ts";
import { factSentences } from "../fact_answers.ts";
import type { CompanyFindings } from "../findings.ts";
import type { PassagesAsked } from "../find_passages.ts";
import type { PassageAsked } from "../read_passage.ts";
import type { FiguresAsked, OneCompany } from "../reading_tools.ts";
import type { Speaker } from "../say.ts";
import { MANY_SUBJECTS } from "./limits.ts";
import type { ReadingCall } from "./reading_offer.ts";

export const ENDS = ["highest", "lowest"] as const;

/** Sentences about an item that was looked up: all its periods, each, how it changed, and how the subjects compare by it. */
export function factsLookedUp(
  { asked: { ticker, item, version = "newest", periods = [] }, work: { companies, desk: { view } } }: ReadingCall<
    FiguresAsked
  >,
  speaker: Speaker,
): readonly Statement[] {
  const whole = { item, version, text: item, periods: periodsOf(periods, view.asOf) };
  const each = tokensOf(whole, view.filed(ticker)).map((to) => ({ ...whole, periods: [{ to, text: to }] }));
  const growing = [whole, ...each].map((one) => ({ ...one, isGrowth: true as const }));
  const ofOne = factSentences({ facts: [whole, ...each, ...growing], companies: [ticker], view, speaker });
  if (companies.length === 1) return ofOne;
  const ordered = each.slice(companies.length > MANY_SUBJECTS ? -1 : 0).flatMap((one) =>
    ENDS.map((end) => ({ ...one, end }))
  );
  const all = companies.map((one) => one.ticker);
  return [...ofOne, ...factSentences({ facts: ordered, companies: all, view, speaker })];
}

/** Sentences about measures of a company that were looked up, how the subjects compare by them, and those of their domain. */
export function measuresLookedUp(
  metrics: readonly MetricId[],
  domain?: Domain,
): (call: ReadingCall<OneCompany>, speaker: Speaker) => readonly Statement[] {
  return ({ asked: { ticker }, work: { found, desk: { knowledge } } }, speaker) => {
    const findings = found.find(({ company }) => company.ticker === ticker);
    if (findings === undefined) return [];
    const said = domain === undefined ? [] : domainSentences(domain, findings, { speaker, ...knowledge });
    return [
      ...metrics.flatMap((metric) =>
        (found.length > 1 ? [found, [findings]] : [found]).flatMap((of) => measureSentences(metric, of, { speaker }))
      ),
      ...said,
    ];
  };
}

/**
 * Sentences about one measure: of one company its value, or why it is missing; of several, their order. None says yes or
 * no: a model could give it as the answer to any other question, like whether a company is a fraud. Where a question asks
 * so of a measure that was read in it, the fixed plan's own answer is offered.
 */
export function measureSentences(
  metric: MetricId,
  found: readonly CompanyFindings[],
  { speaker }: { readonly speaker: Speaker },
): readonly Statement[] {
  if (!isAskable(metric)) return [];
  const measure = { metric, text: "" };
  return found.length > 1
    ? ENDS.flatMap((end) => kindSentences("rank", found, { speaker, measures: [{ ...measure, end }] }))
    : kindSentences("figure", found, { speaker, measures: [measure] });
}

/** Sentences that a kind of question would be answered with. */
export function kindSentences(
  kind: Asked["kind"],
  found: readonly CompanyFindings[],
  { speaker, measures = [], times = [] }: { readonly speaker: Speaker } & Partial<Pick<Asked, "measures" | "times">>,
): readonly Statement[] {
  return answerSentences({ asked: { kind, measures, times, isUnsupported: false, text: "" }, found, speaker });
}

/** What a domain says of a company in the reasoning of its answer. */
export function domainSentences(
  { sentences, answers = [], turns = [] }: Domain,
  { company: { ticker } }: CompanyFindings,
  { speaker, vocabulary: { phrases } }: { readonly speaker: Speaker; readonly vocabulary: Vocabulary },
): readonly Statement[] {
  const ids = [...sentences, ...answers, ...turns];
  const reasoning = [...new Set(ids)].filter((id) => phrases[id]?.lists?.includes("reasoning") ?? true);
  return speaker.sayAll(reasoning, [ticker]);
}

/**
 * Quotes of the passages that were found or read; of a search, also what was searched, or that nothing was found. That
 * sentence shows the words of the search: only topics of ours and words of the request, because others are the model's.
 */
export function quotesLookedUp(
  { asked, claims, work: { input, desk: { knowledge: { vocabulary: { phrases } } } } }: ReadingCall<
    PassagesAsked | PassageAsked
  >,
  speaker: Speaker,
): readonly Statement[] {
  const { ticker } = asked;
  const say = (of: About | undefined) =>
    Object.keys(phrases).filter((id) =>
      of !== undefined && phrases[id]?.takes === of.kind && phrases[id]?.role === undefined
    )
      .flatMap((id) => speaker.say(id, [ticker], { of }) ?? []);
  const quotes = claims.flatMap(({ id }) => say(readAs("quote", id.slice(`${ticker}.quote.`.length))).slice(0, 1));
  if (!("words" in asked)) return quotes;
  const { words, kinds = [], from, to } = asked;
  const terms = readTerms(words);
  if (!terms.every((term) => term.startsWith("#") || input.toLowerCase().includes(term))) return quotes;
  const search: About = {
    kind: "search",
    kinds: TEXT_KINDS.filter((kind) => kinds.includes(kind)),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    terms,
  };
  return [...quotes, ...say(search)];
}
