import { before, ended, type FaultKind, kindsOf, NAME, replaced, TICKER } from "./kind.ts";

const KNOWN = ["AAPL", "MSFT", "IBM", "AMZN", "XRX"];
const KNOWN_NAMES = ["Microsoft", "Amazon.com Inc.", "International Business Machines", "Xerox"];
const UNKNOWN = ["Evergrande", "Theranos", "ACME Holdings", "ZZZQ", "Bolt & Sons", "SpaceX"];
const SUBJECT = new RegExp(String.raw`(?:${TICKER.source}|${NAME.source})(?: \([^()]*\))?`, "gu");

/** The right sentence about somebody else. */
export const COMPANIES: readonly FaultKind[] = kindsOf("companies", [
  {
    name: "a known company's ticker",
    make: (text) => replaced(text, SUBJECT, () => KNOWN.filter((other) => !text.includes(other))),
  },
  {
    name: "a known company's name",
    make: (text) => replaced(text, SUBJECT, () => KNOWN_NAMES.filter((other) => !text.includes(other))),
  },
  { name: "an unknown company", make: (text) => replaced(text, SUBJECT, UNKNOWN) },
  {
    name: "a description instead of a name",
    make: (text) =>
      replaced(text, SUBJECT, ["the rival", "the iPhone's maker's largest supplier", "the market leader"]),
  },
  {
    name: "a pronoun instead of a name",
    make: (text) => replaced(text, SUBJECT, ["it", "they", "that one", "the former"]),
  },
  {
    name: "a relation before a name",
    make: (text) =>
      before(text, SUBJECT, ["the supplier of", "the main rival of", "the former parent of", "a fund on"]),
  },
  {
    name: "a part of the company",
    make: (text) =>
      replaced(text, SUBJECT, (name) => [`${name} Europe`, `${name} Class B`, `${name} bonds`, `${name} options`]),
  },
  {
    name: "a second company added",
    make: (text) =>
      replaced(text, SUBJECT, (name) => [`${name} and MSFT`, `${name}, like Intel`, `${name} (and its peers)`]),
  },
  {
    name: "a company in an appended clause",
    make: (text) =>
      ended(text, [", unlike Oracle", ", and so is its rival", ", as with Google", ", ahead of the competition"]),
  },
  {
    name: "a name in small letters",
    make: (text) => replaced(text, SUBJECT, () => ["microsoft", "amazon", "tesla", "apple pie"]),
  },
  {
    name: "a country or a sector instead of a name",
    make: (text) => replaced(text, SUBJECT, ["China", "the technology sector", "the market", "the euro"]),
  },
]);
