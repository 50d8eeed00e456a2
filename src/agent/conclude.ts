import type { DatasetView } from "../data/dataset.ts";
import type { LanguageModelReport } from "../protocol/language_model.ts";
import type { ReasoningMetadata, ReasoningResult } from "../protocol/reasoning.ts";
import type { Charts } from "./chart_steps.ts";
import { type CompanyFindings, isPriced } from "./findings.ts";
import { HORIZON } from "./open_view.ts";
import type { ChanceMetric, Passed } from "./passed.ts";
import { rounded } from "./report.ts";
import type { Synthesis } from "./synthesis.ts";

/** Name and version of the analyst, in every result. */
export const ENGINE = "conviction-analyst/0.1";

/** The parts of a result. */
export interface Outcome {
  readonly passed: Passed;
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

const UNVERIFIED = "No view: its figures failed the check.";

/** A notice placed before the reasoning when verification removed the thesis itself. */
function lossNotice(outcome: Outcome): readonly string[] {
  const { synthesis, isView } = outcome;
  return !isView || synthesis.signal === "no_view" || isThesisKept(outcome) ? [] : [UNVERIFIED];
}

/** The sentences of an answer, in order. */
function sentencesOf(outcome: Outcome): readonly string[] {
  const { preface, reading, passed: { reasoning, unmet, refuted } } = outcome;
  const told = unmet.length === 0 ? [] : [`Not answered: ${unmet.map(({ text }) => JSON.stringify(text)).join(", ")}.`];
  const isTold = told.length > 0; // what is refuted stands beside what it explains, else at the end
  const notices = [...(isTold ? refuted : []), ...lossNotice(outcome)];
  const rest = [...reading, ...reasoning.slice(1), ...(isTold ? [] : refuted)];
  return [...preface, ...told, ...notices, ...reasoning.slice(0, 1), ...rest];
}

/** Yields the text of the fixed plan about a sentence at a time: a paragraph, then drivers and risks as lists. */
export function* answerText(outcome: Outcome): Generator<string> {
  for (const [at, sentence] of sentencesOf(outcome).entries()) yield at === 0 ? sentence : ` ${sentence}`;
  yield* listed("Drivers", outcome.passed.drivers);
  yield* listed("Risks", outcome.passed.risks);
}

function* listed(title: string, texts: readonly string[]): Generator<string> {
  for (const [at, text] of texts.entries()) yield at === 0 ? `\n\n${title}:\n- ${text}` : `\n- ${text}`;
}

/** Assembles the result from the verified statements. */
export function conclude(outcome: Outcome): ReasoningResult {
  const { passed: { drivers, risks }, synthesis } = outcome;
  const hasThesis = isThesisKept(outcome);
  return {
    agent_thesis: {
      signal: hasThesis ? synthesis.signal : "no_view",
      confidence: hasThesis ? rounded(synthesis.confidence, 4) : 0.5,
      reasoning: sentencesOf(outcome).join(" "),
    },
    key_drivers: drivers,
    risks,
    metadata: metadataOf(outcome, hasThesis),
  };
}

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
    ...(chance !== undefined && { drawdown_probability: rounded(chance, 4) }),
    ...(passed.portfolio && { portfolio: passed.portfolio }),
    ...(hasFiled(outcome) && { events: passed.events }),
    ...(passed.falsifiers.length > 0 && { falsifiers: passed.falsifiers }),
    evidence,
    engine: ENGINE,
    calibration: `direction uncalibrated; chance of a fall ${view.maps.name}`,
    ...(charts !== undefined && charts.warnings.length > 0 && { warnings: charts.warnings, incomplete: true }),
    ...(charts && { files: charts.files }),
    verification: passed.verification,
    ...(added && { language_model: added }),
  };
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

function isKept({ chances }: Passed, metric: ChanceMetric, value: number | undefined): boolean {
  return chances.some((chance) => chance.metric === metric && chance.value === value);
}
