/** Answers keep to the shape of their kind: their words, their figures, and what stands first. */
import { deepEqual } from "../assert.ts";
import { ask, markdownOf } from "./ask.ts";
import { type ShapeKind, shapeProblems } from "./shape.ts";

const QUESTIONS: readonly (readonly [kind: ShapeKind, question: string])[] = [
  ["thesis", "Analyse Apple"],
  ["thesis", "Analyse IBM"],
  ["thesis", "Analyse Adobe"],
  ["compare", "Compare Apple and Microsoft"],
  ["compare", "Which is safer, IBM or Microsoft?"],
  ["compare", "Is Apple riskier than IBM?"],
  ["screen", "Which companies have the highest chance of a drawdown?"],
  ["screen", "Which technology companies are most at risk if the market falls?"],
  ["screen", "Rank all companies by momentum"],
  ["screen", "Which technology companies have the best momentum and the lowest volatility?"],
  ["sector", "What risks does the technology sector run?"],
  ["portfolio", "How risky is a portfolio of 40% AAPL, 30% MSFT and 30% IBM?"],
  ["portfolio", "How risky is a portfolio of 70% AAPL and -30% IBM?"],
];

for (const [kind, question] of QUESTIONS) {
  Deno.test(`the answer to "${question}" has the shape of ${kind}`, async () => {
    const text = markdownOf(await ask(question));
    deepEqual(shapeProblems(text, kind), [], text);
  });
}
