import type { AskedPart } from "../data/metrics/meets.ts";
import { joinTexts } from "../data/phrases/phrase.ts";
import type { FiledFact } from "../data/records.ts";
import type { Vocabulary } from "../data/vocabulary.ts";
import { statementsIn } from "../data/claim.ts";
import type { AnswerBlock } from "../protocol/answer_block.ts";
import type { CompanyEvent } from "../protocol/company_event.ts";
import type { Falsifier } from "../protocol/falsifier.ts";
import type { Portfolio } from "../protocol/portfolio.ts";
import type { Verification } from "../protocol/verification.ts";
import { type Arranging, blocksOf } from "./answer_blocks.ts";
import { eventsIn } from "./event_figures.ts";
import { reportName } from "./fact_names.ts";
import { falsifiersIn } from "./falsifiers.ts";
import { portfolioOf } from "./portfolio_result.ts";
import type { VerifiedDraft } from "./ports.ts";

/** What is left of a draft after verification, in a third of its memory: its claims are in the report. */
export interface Passed {
  readonly verification: Verification;
  /** The sentences that passed, as blocks; those that a question asks for its own reasons are added to them. */
  readonly blocks: readonly AnswerBlock[];
  readonly drivers: readonly string[];
  readonly risks: readonly string[];
  /** The chances that these sentences state. */
  readonly chances: readonly Chance[];
  /** What would speak against the thesis, by the sentences that say so. */
  readonly falsifiers: readonly Falsifier[];
  /** The portfolio of a question with weights, as far as it passed. */
  readonly portfolio?: Portfolio;
  /** The parts of the question that no sentence meets that passed. */
  readonly unmet: readonly AskedPart[];
  /** Why sentences are missing whose figures other figures of the same report refute; at most one sentence. */
  readonly refuted: readonly string[];
  /** What happened to its companies, as far as it passed. */
  readonly events: readonly CompanyEvent[];
}

/** A chance that an answer states. */
export interface Chance {
  readonly metric: ChanceMetric;
  readonly value: number | string;
}

/** Chances that are numbers of the result only where a sentence that passed states them. */
export type ChanceMetric = "probability" | "drawdown_probability";

/** Keeps of a verified draft what an answer is made from. */
export function passedOf(
  { verification, kept, refuted = [] }: VerifiedDraft,
  { vocabulary, ...arranging }: Arranging & { readonly vocabulary: Vocabulary },
): Passed {
  const { reasoning, drivers, risks } = kept;
  const portfolio = portfolioOf(kept);
  const textOf = ({ text }: { readonly text: string }) => text;
  const claims = statementsIn(kept).flatMap((statement) => statement.claims);
  return {
    verification,
    blocks: blocksOf(kept, arranging),
    drivers: drivers.map(textOf),
    risks: risks.map(textOf),
    chances: claims.flatMap(({ metric, value }) => isChance(metric) ? [{ metric, value }] : []),
    falsifiers: falsifiersIn(kept, vocabulary),
    ...(portfolio && { portfolio }),
    unmet: (kept.asked ?? []).filter(({ row }) => !reasoning.some(({ meets = [] }) => meets.includes(row))),
    refuted: refutedSentence(refuted),
    events: eventsIn(kept, vocabulary),
  };
}

function isChance(metric: string): metric is ChanceMetric {
  return metric === "probability" || metric === "drawdown_probability";
}

function refutedSentence(facts: readonly FiledFact[]): readonly string[] {
  if (facts.length === 0) return [];
  const named = facts.map((fact) => `${fact.tag} to ${fact.end} (${reportName(fact)})`);
  return [`Left out, because other figures of the same report contradict it: ${joinTexts(named, "list")}.`];
}
