import type { AskedFact } from "../data/question/asked.ts";
import { periodArgument } from "./asked_periods.ts";
import { FILED_FIGURES } from "./reading_tools.ts";
import { type Step, toolSteps } from "./step.ts";
import type { Desk } from "./tool.ts";

/** Most companies whose figures are shown as steps; an order of many shows its own. */
const MAX_COMPANIES = 3;

/** Reads each item that a question asks for, each as a visible step, which shows the periods as the question words them. */
export function* factSteps(
  facts: readonly AskedFact[],
  { tickers, desk }: { readonly tickers: readonly string[]; readonly desk: Desk },
): Generator<Step, void, undefined> {
  for (const ticker of tickers.slice(0, MAX_COMPANIES)) {
    for (const { item, version, periods } of facts) {
      const asked = { ticker, item, periods: periods.map(({ text }) => text) };
      const { value } = FILED_FIGURES.run({ ticker, item, version, periods: periods.map(periodArgument) }, {
        desk: () => desk,
      });
      yield* toolSteps(FILED_FIGURES.name, { asked, answered: value });
    }
  }
}
