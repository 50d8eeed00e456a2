import type { DatasetView } from "../data/dataset.ts";
import type { AskedFact } from "../data/question/asked.ts";
import { readFact } from "./fact_reading.ts";
import { tokensOf } from "./fact_tokens.ts";
import { type Step, toolSteps } from "./step.ts";

/** Most companies whose figures are shown as steps; an order of many shows its own. */
const MAX_COMPANIES = 3;
const MAX_FIGURES = 12;

/** Reads each item that a question asks for, each as a visible step. */
export function* factSteps(
  facts: readonly AskedFact[],
  { tickers, view }: { readonly tickers: readonly string[]; readonly view: DatasetView },
): Generator<Step, void, undefined> {
  for (const ticker of tickers.slice(0, MAX_COMPANIES)) {
    for (const fact of facts) {
      const asked = { ticker, item: fact.item, periods: fact.periods.map(({ text }) => text) };
      yield* toolSteps("filed_figures", { asked, answered: reportOf(fact, ticker, view) });
    }
  }
}

function reportOf(fact: AskedFact, ticker: string, view: DatasetView): unknown {
  const tokens = tokensOf(fact, view.records(ticker)).slice(-MAX_FIGURES);
  return {
    figures: tokens.map((period) => {
      const { stated, period: found } = readFact({ ...fact, period }, { ticker, view });
      if (typeof stated === "string") return { asked: period, lacks: stated };
      const { value, unit, facts } = stated;
      return {
        ...{ asked: period, ...found, value, unit },
        facts: facts.map(({ tag, form, accession, filed, known }) => ({ tag, form, accession, filed, known })),
      };
    }),
  };
}
