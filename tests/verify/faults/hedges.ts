import { after, ended, type FaultKind, kindsOf, VERB } from "./kind.ts";

/** How sure the sentence is, changed. */
export const HEDGES: readonly FaultKind[] = kindsOf("hedges", [
  {
    name: "certainty added",
    make: (text) => after(text, VERB, ["certainly", "undoubtedly", "always", "guaranteed to be"]),
  },
  { name: "doubt added", make: (text) => after(text, VERB, ["allegedly", "supposedly", "perhaps", "reportedly"]) },
  {
    name: "a rumour for a fact",
    make: (text) => [`Rumour has it: ${text}`, `Some traders say: ${text}`, `If the data were right: ${text}`],
  },
  {
    name: "a condition appended",
    make: (text) => ended(text, [", if earnings hold", ", unless rates rise", ", provided the index does not fall"]),
  },
  {
    name: "proof claimed",
    make: (text) => ended(text, [", as has been proven", ", which is beyond doubt", ", audited by a third party"]),
  },
  {
    name: "a tendency made a law",
    make: (text) =>
      ["always", "must", "are guaranteed", "never"].flatMap((word) => [
        text.replace(/have tended to/, word === "are guaranteed" ? "are guaranteed to" : word),
        text.replace(/has tended to/, word === "are guaranteed" ? "is guaranteed to" : word),
      ]),
  },
]);
