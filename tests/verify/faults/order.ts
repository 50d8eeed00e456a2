import { exchangedWords, type FaultKind, FIGURE, kindsOf, TICKER } from "./kind.ts";

/** An entry of a ranking: a name, its figure and what stands in brackets. */
const ENTRY = /(?<![\p{L}\p{N}&.])[A-Z]{2,5} [-+\u2212]?\d[\d.,]*%?(?: \([^()]*\))?/gu;

/** Things that stand in the wrong place. */
export const ORDER: readonly FaultKind[] = kindsOf("order", [
  { name: "a reversed ranking", make: (text) => reordered(text, ENTRY, (all) => all.toReversed()) },
  { name: "a turned ranking", make: (text) => reordered(text, ENTRY, (all) => [...all.slice(1), ...all.slice(0, 1)]) },
  { name: "names of a list exchanged", make: (text) => reordered(text, TICKER, (all) => all.toReversed()) },
  { name: "figures of a sentence exchanged", make: (text) => exchanges(text, FIGURE) },
  {
    name: "the ends of a scale exchanged",
    make: (text) => [
      text.replace(/ has the highest /, " has the lowest "),
      text.replace(/ has the higher /, " has the lower "),
    ],
  },
  {
    name: "the side exchanged",
    make: (text) => [
      text.replace(/^For: /, "Against: "),
      text.replace(/^Against: /, "For: "),
      text.replace(/^(?:For|Against): /, "For and against: "),
      text.replace(/^(?:For|Against): /, "Neutral: "),
    ],
  },
  {
    name: "the domains exchanged",
    make: (text) =>
      exchangedWords(text, [["trend", "risk"], ["risk", "liquidity"], ["Quality", "Trend"], ["insider", "risk"], [
        "valuation",
        "liquidity",
      ]]),
  },
  {
    name: "two words exchanged",
    make: (text) =>
      exchangedWords(text, [["ranked", "of"], ["above", "at"], ["score", "average"], ["drawdown", "chance"], [
        "excess",
        "return",
      ]]),
  },
]);

function reordered(text: string, pattern: RegExp, order: (all: readonly string[]) => readonly string[]): string[] {
  const next = order([...text.matchAll(pattern)].map(([match]) => match)).values();
  return [text.replace(pattern, (match) => next.next().value ?? match)];
}

/** Every two different matches, exchanged. */
function exchanges(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)];
  return found.flatMap((one, at) =>
    found.slice(at + 1).map((other) =>
      [text.slice(0, one.index), other[0], text.slice(one.index + one[0].length, other.index), one[0]].join("") +
      text.slice(other.index + other[0].length)
    )
  );
}
