import type { RequestBody } from "../../protocol/reasoning.ts";
import type { ListWeight, ListWeights } from "../../run/list_weights.ts";
import type { InputRow } from "../../run/outcome.ts";
import { amountsNote, findWeightColumn, WeightReader } from "../list/weight_column.ts";
import type { Plan } from "./plan.ts";

/** Decimals of a percentage in the question. */
const DECIMALS = 6;

/** Our service reads no more of a question; what it did not read would be left out of the figures. */
const MAX_CHARS = 10_000;

/** What is known of the portfolio of a list once its rows are read. */
export interface PlannedPortfolio {
  /** Absent when the list has no weights. */
  readonly weights?: ListWeights | undefined;
  /** The one more request; absent without weights, or when nothing can be asked. */
  readonly request?: RequestBody | undefined;
  /** Sentences for people: how the weights were read, or why they could not be. */
  readonly notes: readonly string[];
}

/** Plans the request about the portfolio of a list while its rows are planned. */
export class PortfolioPlan {
  readonly #plan: Plan;
  readonly #reader: WeightReader | undefined;
  readonly #days = new Set<string>();
  readonly #header: readonly string[];

  /** @param header Names of the columns of the list. */
  constructor(header: readonly string[], plan: Plan) {
    const column = findWeightColumn(header);
    this.#header = header;
    this.#plan = plan;
    this.#reader = column && new WeightReader(column);
  }

  /** Adds a row. @param options Whether it is invalid. */
  add(row: InputRow, { isInvalid }: { readonly isInvalid: boolean }): void {
    if (this.#reader?.add(row, { isInvalid }) === true) this.#days.add(this.#plan.dayOf(row));
  }

  finish(): PlannedPortfolio {
    const read = this.#reader?.finish();
    if (read === undefined) return { notes: this.#reader === undefined ? amountsNote(this.#header) : [] };
    const { weights, notes } = read;
    if (weights.problem !== undefined) return { weights, notes };
    const asked = this.#ask(portfolioQuestion(weights.weights));
    if ("request" in asked) return { weights, notes, request: asked.request };
    const { problem } = asked;
    return { weights: { ...weights, problem }, notes: [...notes, `No portfolio: ${problem}`] };
  }

  #ask(question: string): ReturnType<Plan["askAboutList"]> {
    if (question.length <= MAX_CHARS) return this.#plan.askAboutList(question, this.#days);
    const length = question.length.toLocaleString("en-US");
    return {
      problem: `the question with its weights has ${length} characters, of which a service reads ` +
        `${MAX_CHARS.toLocaleString("en-US")}: screen a list with fewer positions`,
    };
  }
}

/** The question about a portfolio, in words that any service of research can read. */
function portfolioQuestion(weights: readonly ListWeight[]): string {
  const held = weights.map(({ ticker, weight }) => `${ticker} ${Number((weight * 100).toFixed(DECIMALS))}%`);
  return `Held in these weights, how risky is the portfolio? ${held.join(", ")}`;
}
