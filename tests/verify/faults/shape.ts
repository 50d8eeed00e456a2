import { before, type FaultKind, FIGURE, kindsOf, type Random, replaced, some } from "./kind.ts";

/** Sentences cut, doubled, mixed, or with figures of another precision. */
export const SHAPE: readonly FaultKind[] = kindsOf("shape", [
  {
    name: "cut short",
    make: (text, random) => cuts(text, random).map(([head]) => `${head}.`),
  },
  { name: "begun late", make: (text, random) => cuts(text, random).map(([, tail]) => tail) },
  { name: "a part in the middle lost", make: (text) => replaced(text, /(?<=[,;:]) [^,;:]{8,}?(?=[,;])/g, [""]) },
  {
    name: "a part said twice",
    make: (text) => replaced(text, /[,;] [^,;]{8,}?(?=[,;]|\.$)/g, (part) => [part + part]),
  },
  { name: "a figure taken out", make: (text) => replaced(text, FIGURE, [""]) },
  {
    name: "a figure said twice",
    make: (text) => replaced(text, FIGURE, (figure) => [`${figure} ${figure}`, `${figure}${figure}`]),
  },
  {
    name: "rounded to nothing",
    make: (text) => replaced(text, /[-+\u2212]?\d+\.\d+/g, ["0", "0.0", "0.00", "-0", "1e-9"]),
  },
  {
    name: "more digits than known",
    make: (text) => replaced(text, /\d+\.\d+/g, (figure) => [`${figure}137`, `${figure}9`, `${figure}5`]),
  },
  {
    name: "a figure of another size",
    make: (text) => replaced(text, /\d+\.\d+/g, (figure) => [figure.replace(".", ""), `${figure}e3`, `1${figure}`]),
  },
  {
    name: "arithmetic with a figure",
    make: (text) =>
      replaced(text, FIGURE, (figure) => [`${figure} + 5`, `${figure} x 2`, `2^${figure}`, `1/${figure}`]),
  },
  { name: "a figure before another", make: (text) => before(text, FIGURE, ["7", "0.5", "minus"]) },
  {
    name: "another sentence joined",
    make: (text) => [
      text.replace(/\.$/, " and its debt is high."),
      text.replace(/\.$/, "; its rating is stable."),
      text.replace(/; |, /, ", its outlook is bright$&"),
    ],
  },
  {
    name: "the words in another order",
    make: (
      text,
      random,
    ) => [text.split(" ").toSorted(() => random() - 0.5).join(" "), text.split(" ").toReversed().join(" ")],
  },
  { name: "nothing left", make: () => [".", "", " ", "-"] },
]);

/** The text in two at some of its spaces. */
function cuts(text: string, random: Random): (readonly [string, string])[] {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  return some(spaces, random).map((at) => [text.slice(0, at), text.slice(at + 1)] as const);
}
