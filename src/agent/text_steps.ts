import type { Asked, AskedFact } from "../data/question/asked.ts";
import { MAX_COMPANIES, searchOf, wordsOfTerms } from "./quote_answers.ts";
import { runSteps } from "./research.ts";
import { type Step, toolSteps } from "./step.ts";
import { FIND_PASSAGES } from "./find_passages.ts";
import type { Desk } from "./tool.ts";
import { periodArgument } from "./fact_tokens.ts";
import { FILED_FIGURES } from "./reading_tools.ts";

/** Searches the texts of each company that a question asks about, each as a visible step. */
export function* textSteps(
  { texts, times }: Pick<Asked, "texts" | "times">,
  { tickers, desk }: { readonly tickers: readonly string[]; readonly desk: Desk },
): Generator<Step, void, undefined> {
  if (texts === undefined) return;
  for (const ticker of tickers.slice(0, MAX_COMPANIES)) {
    const { kinds, terms, from, to } = searchOf(texts, { times, texts: desk.view.texts(ticker) });
    const days = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    yield* runSteps(FIND_PASSAGES, { ticker, words: wordsOfTerms(terms), kinds, ...days }, desk);
  }
}

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
