import type { Company } from "./dataset.ts";

/** What a name ends in that nobody says: its legal form, its class of shares. */
const ENDING =
  /[\s,]+(?:inc|incorporated|corp|corporation|co|company|companies|cos|plc|ltd|limited|llc|lp|sa|s\.a|ag|nv|n\.v|se|class [a-z]|\(?the\)?|&)\.?$/i;

/** A company as a sentence names it first: `Apple (AAPL)` for `Apple Inc.`, or the ticker alone if the data have no name. */
export function companyLabel({ ticker, name }: Pick<Company, "ticker" | "name">): string {
  return name === ticker ? ticker : `${shortName(name)} (${ticker})`;
}

/** A company as an answer about so many calls it: `Apple` for `Apple Inc.`; of more than three, by its ticker. */
export function calledName({ ticker, name }: Pick<Company, "ticker" | "name">, companies: number): string {
  const short = shortName(name);
  const initials = short.split(" ").map((word) => word.charAt(0)).join("");
  const isKnown = name === ticker || short.length > 24 && initials === ticker; // so long a name: everybody says IBM
  return companies <= 3 && !isKnown ? short : ticker;
}

/** The words behind a text: a name that ends in s has no second one in the genitive, as in `General Motors' beta`. */
export function wordsAfter(text: string, words: string): string {
  if (!words.startsWith("'s")) return words;
  return /['’]s$/.test(text) ? words.slice(2) : text.endsWith("s") ? `'${words.slice(2)}` : words;
}

function shortName(name: string): string {
  const shorter = name.trim().replace(ENDING, "").replace(/^the (?=\S)/i, "");
  return shorter === "" || shorter === name.trim() ? inSmallLetters(name.trim()) : shortName(shorter);
}

/** `Align Technology` for a name that a list has in capitals; words of up to three letters may be initials. */
function inSmallLetters(name: string): string {
  if (name.replace(/[^a-z]/gi, "").length <= 4 || name !== name.toUpperCase()) return name;
  return name.replace(/[A-Z]{4,}/g, (word) => `${word[0]}${word.slice(1).toLowerCase()}`).replace(/ OF /g, " of ");
}
