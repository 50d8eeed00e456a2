import { after, before, type FaultKind, kindsOf, POSITION, replaced, VERB } from "./kind.ts";

const opened = (text: string) =>
  text.replace(/^(?:For|Against): /, "").replace(/^The|^There|^From|^Of|^Taken/, (word) => word.toLowerCase());

/** A sentence turned around. */
export const NEGATION: readonly FaultKind[] = kindsOf("negation", [
  { name: "not after a verb", make: (text) => after(text, VERB, ["not", "never", "n't", "by no means"]) },
  { name: "not before a position", make: (text) => before(text, POSITION, ["not", "no longer", "not at all"]) },
  {
    name: "hardly after a verb",
    make: (text) => after(text, VERB, ["hardly", "scarcely", "anything but", "far from"]),
  },
  {
    name: "denied from outside",
    make: (text) => [
      `It is not true that ${opened(text)}`,
      `It is false that ${opened(text)}`,
      `Nobody can say that ${opened(text)}`,
      `The opposite is right: ${opened(text)}`,
    ],
  },
  {
    name: "denied in another language",
    make: (
      text,
    ) => [...after(text, VERB, ["nicht", "pas", "no es", "non"]), `Es stimmt nicht: ${text}`, `Faux : ${text}`],
  },
  {
    name: "a negation taken out",
    make: (text) => [
      ...replaced(text, /\bno (?=financial)/g, ["", "all "]),
      ...replaced(text, /\bare read yet/g, ["are read", "are read twice"]),
      ...replaced(text, /\bThere is no view\b/g, ["There is a view", "There is a firm view"]),
      ...replaced(text, /\bnot (?=in the)/g, ["also "]),
      ...replaced(text, /\bis missing\b/g, ["is present"]),
      ...replaced(text, /\buncalibrated\b/g, ["calibrated", "well-calibrated"]),
    ],
  },
  {
    name: "without before a noun",
    make: (text) => before(text, /\b(?:its|a|the) (?=\p{L})/gu, ["without", "lacking"]),
  },
  {
    name: "a double denial",
    make: (
      text,
    ) => [`It is not the case that it is false to deny that ${opened(text)}`, ...after(text, VERB, ["not not not"])],
  },
]);
