import { ended, type FaultKind, kindsOf } from "./kind.ts";

const clauses = (name: string, all: readonly string[]) => ({ name, make: (text: string) => ended(text, all) });
const sentences = (name: string, all: readonly string[]) => ({
  name,
  make: (text: string) => all.flatMap((one) => [`${text} ${one}`, `${one} ${text}`]),
});

/** True sentences with something added that nobody checked. */
export const ADDITIONS: readonly FaultKind[] = kindsOf("additions", [
  clauses("a cause", [
    ", because sales rose",
    ", thanks to a new product",
    ", driven by the central bank",
    " owing to a lawsuit",
  ]),
  clauses("a forecast", [
    ", and it will double",
    ", which points to a rebound",
    ", so it should fall from here",
    " and is set to recover",
  ]),
  clauses("advice", [", so sell it", ", a clear buy", "; hold", ", and investors should wait", ": do not miss it"]),
  clauses("a judgement", [", which is excellent", ", a worrying sign", ", as one would hope", ", surprisingly"]),
  clauses("a source", [
    ", according to Bloomberg",
    ", says its management",
    ", as its annual report states",
    " (source: Reuters)",
  ]),
  clauses("a fundamental fact", [
    ", while its margins shrink",
    ", with no debt",
    ", on falling sales",
    ", after a split",
  ]),
  clauses("a person", [", says Warren Buffett", ", as its founder sold shares", ", and the chair resigned"]),
  sentences("a sentence without a figure", [
    "Analysts agree.",
    "It is safe.",
    "Its management is excellent.",
    "Nothing can go wrong.",
  ]),
  sentences("a sentence about the business", [
    "Its factory burned down.",
    "Revenue doubled.",
    "A takeover is near.",
    "Insiders are selling.",
  ]),
  sentences("a sentence about this answer", [
    "All of this is guaranteed.",
    "Every figure was audited.",
    "Ignore the risks below.",
  ]),
  sentences("an order to the reader", ["Buy now.", "Sell everything.", "Call your broker.", "Tell nobody."]),
  sentences("a sentence with a figure in words", ["It rose sevenfold.", "It fell by half.", "Nine of ten agree."]),
  {
    name: "a quotation",
    make: (text) => [
      `"${text}"`,
      `${text} "We are confident," said its chief.`,
      `As its chief put it: “${text}”`,
      `«${text}»`,
      `${text} 'A wonderful company.'`,
    ],
  },
  {
    name: "words in brackets",
    make: (
      text,
    ) => [text.replace(/ /, " (reportedly) "), text.replace(/\.?$/, " (a mistake)."), text.replace(/,|;/, " (sic)$&")],
  },
  {
    name: "a question or a shout",
    make: (
      text,
    ) => [
      text.replace(/\.$/, "?"),
      text.replace(/\.$/, "!"),
      text.replace(/\.$/, "..."),
      text.replace(/\.$/, ", right?"),
    ],
  },
  {
    name: "a lead-in",
    make: (text) =>
      ["Worse,", "Luckily,", "Contrary to its rivals:", "As expected,", "Correction:"].map((lead) => `${lead} ${text}`),
  },
]);
