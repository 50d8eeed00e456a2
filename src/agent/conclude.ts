import type { DatasetView } from "../data/dataset.ts";
import type { LanguageModelReport } from "../protocol/language_model.ts";
import type { ReasoningMetadata, ReasoningResult } from "../protocol/reasoning.ts";
import { type AnswerBlock, blockMarkdown } from "../protocol/answer_block.ts";
import { POINT_TITLES } from "./answer_shapes.ts";
import type { Charts } from "./chart_steps.ts";
import { type CompanyFindings, isPriced } from "./findings.ts";
import { HORIZON } from "./open_view.ts";
import type { ChanceMetric, VerifiedAnswer } from "./verified_answer.ts";
import { rounded } from "./report.ts";
import { pullsOf, type Synthesis } from "./synthesis.ts";

/** Name and version of the analyst, in every result. */
export const ENGINE = "conviction-analyst/0.1";

/** The parts of a result. */
export interface Outcome {
  readonly passed: VerifiedAnswer;
  readonly synthesis: Synthesis;
  readonly found: readonly CompanyFindings[];
  readonly tickers: readonly string[];
  /** Whether a view is wanted: then its absence is said. */
  readonly isView: boolean;
  readonly view: DatasetView;
  /** Sentences about the request itself, placed before the reasoning. */
  readonly preface: readonly string[];
  /** Sentences on how the request was read, placed after the first sentence of the reasoning. */
  readonly reading: readonly string[];
  /** Absent when the request asks for no files. */
  readonly charts?: Charts;
  /** What a language model added to it. Nothing of a thesis depends on it. */
  readonly added?: LanguageModelReport;
}

/** A notice placed before the reasoning when verification removed the thesis itself. */
function lossNotice(outcome: Outcome): readonly string[] {
  const { synthesis, isView } = outcome;
  if (!isView || synthesis.signal === "no_view" || isThesisKept(outcome)) return [];
  return ["No view: its figures failed the check."];
}

/** All of an answer as blocks: what is not answered first, how the question was read beside what the data do not hold. */
function answerBlocks(outcome: Outcome): readonly AnswerBlock[] {
  const { preface, reading, passed: { blocks, unmet, refuted, next } } = outcome;
  const open = unmet.length === 0 ? [] : [`Not answered: ${unmet.map(({ text }) => JSON.stringify(text)).join(", ")}.`];
  const [beside, end] = open.length > 0 ? [refuted, []] : [[], refuted];
  const first = [...preface, ...open, ...beside, ...lossNotice(outcome)];
  return withPart(withLimits([...noted("text", first), ...blocks], [...reading, ...end]), noted("next", next));
}

function noted(kind: "text" | "limits" | "next", texts: readonly string[]): readonly AnswerBlock[] {
  return texts.length === 0 ? [] : [{ kind, said: texts.map((text) => ({ text, claims: [] })) }];
}

/** Adds notes to what the data do not hold, which stands before the sources. */
function withLimits(blocks: readonly AnswerBlock[], texts: readonly string[]): readonly AnswerBlock[] {
  const [notes] = noted("limits", texts);
  if (notes === undefined || !("said" in notes)) return blocks;
  const at = blocks.findIndex(({ kind }) => kind === "limits");
  const old = blocks[at];
  if (old && "said" in old) return blocks.with(at, { ...old, said: [...notes.said, ...old.said] });
  return withPart(blocks, [notes]);
}

/** Adds blocks before the sources. */
function withPart(blocks: readonly AnswerBlock[], parts: readonly AnswerBlock[]): readonly AnswerBlock[] {
  const end = blocks.findIndex(({ kind }) => kind === "sources" || kind === "folded");
  return blocks.toSpliced(end === -1 ? blocks.length : end, 0, ...parts);
}

/** Yields the text of the fixed plan, a block at a time, as Markdown. */
export function* answerText(outcome: Outcome): Generator<string> {
  const texts = answerBlocks(outcome).map(blockMarkdown).filter((text) => text !== "");
  for (const [at, text] of texts.entries()) yield at === 0 ? text : `\n\n${text}`;
}

/** Assembles the result from the verified statements. */
export function conclude(outcome: Outcome): ReasoningResult {
  const { passed: { drivers, risks, kind }, synthesis } = outcome;
  const hasThesis = isThesisKept(outcome);
  const blocks = answerBlocks(outcome);
  const isListed = (block: AnswerBlock) => block.kind === "points" && LISTED.includes(block.title ?? "");
  const texts = blocks.filter((block) => !isListed(block)).map(blockMarkdown).filter((text) => text !== "");
  return {
    agent_thesis: {
      signal: hasThesis ? synthesis.signal : "no_view",
      confidence: hasThesis ? rounded(synthesis.confidence, 4) : 0.5,
      reasoning: texts.join("\n\n"),
    },
    key_drivers: drivers,
    risks,
    metadata: { ...metadataOf(outcome, hasThesis), sections: { version: 1, kind, blocks } },
  };
}

/** Titles of what the result has as lists of its own. */
const LISTED: readonly string[] = Object.values(POINT_TITLES);

function metadataOf(outcome: Outcome, hasThesis: boolean): ReasoningMetadata {
  const { passed, synthesis, found, tickers, view, charts, added } = outcome;
  const { score, evidence } = synthesis;
  const asOf = found.map((one) => one.asOf).toSorted().at(-1);
  const currencies = new Set(found.map(({ pair }) => pair.series.currency));
  const [currency] = currencies;
  const frequencies = new Set(found.filter(isPriced).map(({ pair }) => pair.series.frequency));
  const [frequency] = frequencies;
  const chance = chanceOf(outcome);
  return {
    subject: tickers.join(", "),
    as_of: asOf ?? view.asOf,
    horizon: HORIZON,
    ...(view.benchmark !== undefined && { benchmark: view.benchmark }),
    ...(currencies.size === 1 && currency !== "" && { currency }),
    ...(frequencies.size === 1 && { frequency }),
    ...(hasThesis && score !== undefined && { score: rounded(score, 4) }),
    ...(hasThesis && passed.reason && { reason: reasonOf(passed.reason, found) }),
    ...(chance !== undefined && { drawdown_probability: rounded(chance, 4) }),
    ...(passed.portfolio && { portfolio: passed.portfolio }),
    ...(hasFiled(outcome) && { events: passed.events }),
    ...(passed.falsifiers.length > 0 && { falsifiers: passed.falsifiers }),
    evidence,
    engine: ENGINE,
    calibration: `direction uncalibrated; drawdown risk ${view.maps.name}`,
    ...(charts !== undefined && charts.warnings.length > 0 && { warnings: charts.warnings, incomplete: true }),
    ...(charts && { files: charts.files }),
    verification: passed.verification,
    ...(added && { language_model: added }),
  };
}

/** With what the measure adds to the score of the only company; fields in the order of the schema. */
function reasonOf(
  { metric, text }: NonNullable<VerifiedAnswer["reason"]>,
  found: readonly CompanyFindings[],
): NonNullable<ReasoningMetadata["reason"]> {
  const pull = found.flatMap(pullsOf).find(({ measure }) => measure.metric === metric)?.pull ?? 0;
  return { metric, pull: rounded(pull, 4), text };
}

/** Whether anything is read from which an event could come. */
function hasFiled({ found, view }: Outcome): boolean {
  return found.some(({ company: { ticker } }) => {
    const { facts, filings, trades } = view.records(ticker);
    return facts.length + filings.length + trades.length > 0;
  });
}

/** A portfolio's own; else that of the companies, where a sentence states it. */
function chanceOf({ passed, synthesis: { drawdownProbability } }: Outcome): number | undefined {
  if (passed.portfolio) return passed.portfolio.drawdown_probability;
  return isKept(passed, "drawdown_probability", drawdownProbability) ? drawdownProbability : undefined;
}

/** Only the sentence of the thesis states the probability. */
function isThesisKept({ passed, synthesis }: Pick<Outcome, "passed" | "synthesis">): boolean {
  return synthesis.signal !== "no_view" && isKept(passed, "probability", synthesis.probability);
}

function isKept({ chances }: VerifiedAnswer, metric: ChanceMetric, value: number | undefined): boolean {
  return chances.some((chance) => chance.metric === metric && chance.value === value);
}
