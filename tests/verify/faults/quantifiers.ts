import { before, ended, type FaultKind, FIGURE, kindsOf, replaced, TICKER } from "./kind.ts";

/** Words that turn a figure into a bound, a share or a multiple, or that widen what it is said of. */
export const QUANTIFIERS: readonly FaultKind[] = kindsOf("quantifiers", [
  {
    name: "a bound before a figure",
    make: (text) => before(text, FIGURE, ["at least", "at most", "more than", "less than", "up to", "well over"]),
  },
  {
    name: "a multiple before a figure",
    make: (text) => before(text, FIGURE, ["twice", "half of", "ten times", "a multiple of", "three times"]),
  },
  {
    name: "a range for a figure",
    make: (text) => replaced(text, FIGURE, (figure) => [`0 to ${figure}`, `between ${figure} and 999`, `${figure}-99`]),
  },
  {
    name: "a share of the companies",
    make: (text) => before(text, TICKER, ["most of", "none of", "half of", "every competitor of", "any stock but"]),
  },
  {
    name: "all for some, some for all",
    make: (text) => [
      ...replaced(text, /for some of them/g, ["for none of them", "for most of them", "for each of them"]),
      ...replaced(text, /for all of them/g, ["for none of them", "for one of them", "for few of them"]),
      ...replaced(text, /^Of (?=\d)/g, ["Of at least ", "Unlike ", "Like "]),
      ...replaced(text, /taken together/g, ["taken alone", "each by itself", "at most"]),
    ],
  },
  {
    name: "an average or a total",
    make: (text) => before(text, FIGURE, ["on average", "a total of", "a peak of", "a low of"]),
  },
  {
    name: "how often",
    make: (text) => ended(text, [" every year", " once", " most of the time", " in nine cases of ten", " always"]),
  },
  {
    name: "a count appended",
    make: (text) => ended(text, [", as in three of the last four years", ", for the second time", ", as twice before"]),
  },
]);
