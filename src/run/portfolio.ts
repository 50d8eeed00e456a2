import type { Portfolio } from "../protocol/portfolio.ts";
import type { ReasoningResult, RequestBody } from "../protocol/reasoning.ts";
import type { ListWeight, ListWeights } from "./list_weights.ts";
import { wholePortfolio } from "./whole_portfolio.ts";
import type { OutcomeStatus, RowError } from "./outcome.ts";

/** What a run knows of the portfolio of its list: the answer to one more request, and its figures. */
export interface RunPortfolio {
  /** Column of the list that holds the weights. */
  readonly column: string;
  /** What was asked about, in the order of the list. */
  readonly weights: readonly ListWeight[];
  /** As that of a row; `invalid` when nothing could be asked. */
  readonly status: OutcomeStatus;
  /** The question; absent when nothing could be asked. */
  readonly question?: string | undefined;
  /** The service's text about it. */
  readonly reasoning?: string | undefined;
  /** What drives its risk, in the service's words. */
  readonly drivers: readonly string[];
  /** Its risks, in the service's words. */
  readonly risks: readonly string[];
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

const NO_FIGURES = "the service answered without figures of the portfolio (metadata.portfolio)";
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
