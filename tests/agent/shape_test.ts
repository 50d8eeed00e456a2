/** Answers keep to the shape of their kind: their words, their figures, and what stands first. */
import { deepEqual } from "../assert.ts";
import { ask, markdownOf, thesisOf } from "./ask.ts";
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

Deno.test("by two measures the average percentile ranks, and only names in the better third by each are named", async () => {
  const steps = await ask("Which technology companies have the best momentum and the lowest volatility?");
  const text = markdownOf(steps);
  const claims = thesisOf(steps).metadata?.verification?.claims ?? [];
  const exact = (id: string) => Number(claims.find((claim) => claim.id === id)?.value); // two may be shown alike
  const rows = [...text.matchAll(/^\| (\w+) +\| +−?[\d.]+% \| +[\d.]+% \| +(\d+)% \|$/gm)].map((
    [, ticker = "", mean = ""],
  ) => ({
    ...{ ticker, mean: Number(mean) },
    ...{ momentum: exact(`${ticker}.momentum_12_1`), volatility: exact(`${ticker}.volatility`) },
  }));
  const percentile = (own: number, all: readonly number[]) =>
    all.reduce((sum, other) => sum + (other < own ? 1 : other === own ? 0.5 : 0), 0) / all.length;
  const known = rows.map((one) => ({
    ...one,
    parts: [
      percentile(one.momentum, rows.map(({ momentum }) => momentum)),
      percentile(-one.volatility, rows.map(({ volatility }) => -volatility)),
    ],
  }));
  deepEqual(rows.length, 7);
  for (const { mean, parts: [one = NaN, other = NaN] } of known) deepEqual(mean, Math.round(50 * (one + other)));
  deepEqual(rows.map(({ mean }) => mean), rows.map(({ mean }) => mean).toSorted((one, other) => other - one));
  const third = known.filter(({ parts }) => parts.every((part) => part >= 2 / 3)).map(({ ticker }) => ticker);
  const said = /(?:^|\n|\*|\. )([A-Z, and]+) (?:is|are) in the better third on both\./.exec(text)?.[1]?.split(
    /, | and /,
  ) ?? [];
  deepEqual(said, third);
});
