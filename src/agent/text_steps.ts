import type { Asked } from "../data/question/asked.ts";
import { MAX_COMPANIES } from "./quote_answers.ts";
import { runSteps } from "./research.ts";
import type { Step } from "./step.ts";
import { FIND_PASSAGES } from "./find_passages.ts";
import { searchOf, wordsOfTerms } from "./text_search.ts";
import type { Desk } from "./tool.ts";

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
