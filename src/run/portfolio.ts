import type { ThesisRow } from "./thesis_row.ts";
import type { Portfolio, PortfolioPosition } from "../protocol/portfolio.ts";
import type { ReasoningResult, RequestBody } from "../protocol/reasoning.ts";
import type { ListWeight, ListWeights } from "./list_weights.ts";
import type { OutcomeStatus, RowError } from "./outcome.ts";

/** What a run knows of the portfolio of its list: the answer to one more request, and its figures. */
export interface RunPortfolio extends Pick<ThesisRow, "status" | "question" | "reasoning" | "drivers" | "risks"> {
  /** Column of the list that holds the weights. */
  readonly column: string;
  /** What was asked about, in the order of the list. */
  readonly weights: readonly ListWeight[];
  /** As the service states them, with every position of the list; absent when it states none. */
  readonly figures?: Portfolio | undefined;
  /** Figures of the answer that the service checked. */
  readonly claims_total?: number | undefined;
  /** Figures of the answer that were correct. */
  readonly claims_verified?: number | undefined;
  /** Why there are no figures, for people; absent when there are. */
  readonly problem?: string | undefined;
}

/** The request about a portfolio, and how it ended. */
interface Answered {
  readonly asked: { readonly request: RequestBody };
  readonly status: OutcomeStatus;
  readonly result?: ReasoningResult | undefined;
  readonly error?: RowError | undefined;
}

const NO_FIGURES = "they need prices of its names";
const OPEN: Readonly<Partial<Record<OutcomeStatus, string>>> = {
  pending: "it is not answered yet",
  skipped: "it was not asked: a limit stopped the run before it; the same command asks it",
};

/**
 * Describes the portfolio of a list.
 * @param list The weights of the list.
 * @param answer The request about them; absent when nothing could be asked.
 */
export function describePortfolio(
  { column, weights, problem }: ListWeights,
  answer: Answered | undefined,
): RunPortfolio {
  if (answer === undefined) {
    return { column, weights, status: "invalid", drivers: [], risks: [], problem: problem ?? "it was not asked" };
  }
  const { asked: { request }, status, result, error } = answer;
  const { input } = request;
  const known = { column, weights, status, question: typeof input === "string" ? input : JSON.stringify(request) };
  if (result === undefined) return { ...known, drivers: [], risks: [], problem: OPEN[status] ?? error?.message };
  const { agent_thesis, key_drivers, risks, metadata: { portfolio, verification } = {} } = result;
  return {
    ...known,
    reasoning: agent_thesis.reasoning,
    drivers: key_drivers,
    risks,
    figures: portfolio && wholePortfolio(portfolio, weights),
    claims_total: verification?.claims_total,
    claims_verified: verification?.claims_verified,
    problem: portfolio === undefined ? NO_FIGURES : undefined,
  };
}

const LEFT_OUT = "left out by the service";
/** Of the gross weight; of more the whole has no risk. */
const MOST_MISSING = 0.1;
/** Weights are written with six decimals of a per cent. */
const NEAR = 1e-8;

/**
 * The figures of a portfolio with every position of its list: one that the service leaves out, because it does not
 * know it, stays with its weight and without a share of the variance, and the sums of weights are those of the
 * list. Where much is left out, what was measured of the rest is no risk of the list.
 */
function wholePortfolio(figures: Portfolio, weights: readonly ListWeight[]): Portfolio {
  const left = leftOut(figures.positions, weights);
  if (left.length === 0) return figures;
  const sizes = weights.map(({ weight }) => Math.abs(weight));
  const net = sum(weights.map(({ weight }) => weight));
  const gross = sum(sizes);
  const concentration = sum(sizes.map((size) => size * size)) / gross ** 2;
  const missing_weight = (figures.missing_weight ?? 0) + sum(left.map(({ weight }) => Math.abs(weight)));
  const isPartial = missing_weight > MOST_MISSING * gross;
  return {
    ...isPartial ? {} : figures,
    gross,
    net,
    long: (gross + net) / 2,
    short: (gross - net) / 2,
    concentration,
    effective_names: 1 / concentration,
    missing_weight,
    positions: [
      ...figures.positions.map(({ variance_share: share, ...one }) =>
        isPartial || share === undefined ? one : { ...one, variance_share: share }
      ),
      ...left.map((position) => ({ ...position, missing: LEFT_OUT })),
    ],
  };
}

/** The positions of a list that an answer has neither by ticker nor, under a new ticker, by weight. */
function leftOut(positions: readonly PortfolioPosition[], weights: readonly ListWeight[]): readonly ListWeight[] {
  const answered = new Set(positions.map(({ ticker }) => plain(ticker)));
  const missing = weights.filter(({ ticker }) => !answered.has(plain(ticker)));
  const asked = new Set(weights.map(({ ticker }) => plain(ticker)));
  const renamed = positions.filter(({ ticker }) => !asked.has(plain(ticker)));
  return missing.filter(({ weight }) => {
    const at = renamed.findIndex((position) => Math.abs(position.weight - weight) < NEAR);
    if (at !== -1) renamed.splice(at, 1);
    return at === -1;
  });
}

/** A ticker without what spellings of share classes differ in. */
function plain(ticker: string): string {
  return ticker.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
