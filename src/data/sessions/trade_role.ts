/**
 * What a row of trades is for its day:
 * - `price`: a trade whose price was made at that moment; `opening` and `closing`: one of an auction;
 * - `late` and `odd`: counts for volume, never for a price: reported late or out of sequence; an odd lot, an average
 *   price, or a price made elsewhere;
 * - `extended`: traded before or after the session, whatever its time;
 * - `notice`: repeats the official open or close of an exchange; nothing was traded;
 * - `void`: cancelled, or the record of a cancellation; `cancel` and `correct`: a record that names an earlier trade.
 */
export type TradeRole =
  | "price"
  | "opening"
  | "closing"
  | "late"
  | "odd"
  | "extended"
  | "notice"
  | "void"
  | "cancel"
  | "correct";

/** The gravest last: a trade of several conditions is what the gravest of them makes it. */
const BY_GRAVITY: readonly TradeRole[] = [
  "price",
  "opening",
  "closing",
  "odd",
  "late",
  "extended",
  "notice",
  "correct",
  "cancel",
  "void",
];

/**
 * One letter a condition, as the consolidated tapes send them (CTS and UTP Data Feed specifications, "sale condition"
 * and "consolidated processing guidelines"). `B` is an average price on one tape and a bunched trade on the other; it
 * counts for volume only.
 */
const LETTERS: Readonly<Record<string, TradeRole>> = {
  ...roles("price", ["@", "A", "D", "E", "F", "K", "S", "X", "Y", "1", "5", "8"]),
  ...roles("opening", ["O"]),
  ...roles("closing", ["6"]),
  ...roles("late", ["G", "L", "P", "Z", "2", "3"]),
  ...roles("odd", ["B", "C", "H", "I", "N", "R", "V", "W", "4", "7"]),
  ...roles("extended", ["T", "U"]),
  ...roles("notice", ["M", "Q", "9"]),
};

/** The numbers that Polygon (now Massive) writes for them: its glossary "Conditions & Indicators". */
const NUMBERS: Readonly<Record<string, TradeRole>> = {
  ...roles("price", [0, 1, 3, 4, 6, 9, 11, 14, 18, 23, 24, 26, 27, 28, 34, 36, 39, 40, 41, 45, 55, 59, 60]),
  ...roles("opening", [17, 25]),
  ...roles("closing", [8, 19]),
  ...roles("late", [5, 22, 30, 31, 32, 33, 47, 48]),
  ...roles("odd", [2, 7, 10, 20, 21, 29, 35, 37, 42, 52, 53]),
  ...roles("extended", [12, 13, 43]),
  ...roles("notice", [15, 16, 38, 51]),
  ...roles("correct", [46]),
  ...roles("void", [44, 49, 54]),
};

/** Words of other services, in the order in which they are looked for. */
const WORDS: readonly (readonly [RegExp, TradeRole])[] = [
  [/cancel|bust|error|void|delete/, "cancel"],
  [/official/, "notice"],
  [/correct|amend/, "correct"],
  [/extended|form ?t\b|(?:pre|after|post)[ -_]?(?:market|hours)/, "extended"],
  [/late|sequence|sold|prior/, "late"],
  [/odd|average|contingent|deriv|cash|next ?day|seller|variation/, "odd"],
  [/re-?open/, "price"],
  [/open/, "opening"],
  [/clos/, "closing"],
  [/^(?:regular|normal|none|trade|auto\w*|intermarket\w*|sweep|iso|cross\w*)/, "price"],
];

/** Correction codes of the daily TAQ files: 00 to 02 are good trades, the rest are void or records of that. */
const GOOD_CORRECTIONS = 2;

function roles(role: TradeRole, codes: readonly (string | number)[]): Record<string, TradeRole> {
  return Object.fromEntries(codes.map((code) => [String(code), role]));
}

/** What conditions make of a trade, and those of them that are unknown. */
export interface Conditions {
  readonly role: TradeRole;
  readonly unknown: readonly string[];
}

/** Reads conditions. They are cached, because a file has a few spellings of them. */
export class ConditionReader {
  readonly #codes: "letters" | "numbers";
  readonly #known = new Map<string, Conditions>();

  /** `numbers` for a file of Polygon, whose conditions are numbers of its own. */
  constructor(codes: "letters" | "numbers") {
    this.#codes = codes;
  }

  /** An unknown condition leaves a trade as it is. */
  read(cell: string): Conditions {
    return this.#known.getOrInsertComputed(cell, () => this.#find(cell));
  }

  #find(cell: string): Conditions {
    const words = cell.replace(/["'[\]{}()]/g, "").split(this.#codes === "numbers" ? /[,;|\s]+/ : /[,;|]+/)
      .map((word) => word.trim()).filter((word) => word !== "");
    const found = words.flatMap((word) => this.#rolesOf(word));
    return {
      role: gravest(found.flatMap(({ role }) => role ?? [])),
      unknown: found.filter(({ role }) => role === undefined).map(({ word }) => word),
    };
  }

  #rolesOf(word: string): { word: string; role: TradeRole | undefined }[] {
    if (this.#codes === "numbers") return [{ word, role: NUMBERS[word] }];
    const lower = word.toLowerCase();
    const named = WORDS.find(([shape]) => shape.test(lower))?.[1];
    if (named !== undefined) return [{ word, role: named }];
    // up to four letters side by side, with blanks for none, as TAQ writes them
    if (word.length > 4 || /^\d{2,}$/.test(word)) return [{ word, role: undefined }];
    return [...word.replaceAll(" ", "")].map((letter) => ({ word: letter, role: LETTERS[letter] }));
  }
}

function gravest(roles: readonly TradeRole[]): TradeRole {
  return roles.reduce((one, other) => BY_GRAVITY.indexOf(other) > BY_GRAVITY.indexOf(one) ? other : one, "price");
}

/** What a cell of a correction column makes of its trade. */
export function roleOfCorrection(cell: string): TradeRole {
  if (/^\s*\d+\s*$/.test(cell)) return Number(cell) > GOOD_CORRECTIONS ? "void" : "price";
  return roleOfAction(cell);
}

/** What a cell of a column of actions or types makes of its row. */
export function roleOfAction(cell: string): TradeRole {
  const word = cell.trim().toLowerCase();
  if (word === "c" || word === "x" || /^(?:cancel|bust|error|delete|void)/.test(word)) return "cancel";
  return word === "r" || /^(?:correct|amend|replace)/.test(word) ? "correct" : "price";
}

/** The gravest of two roles. */
export function graver(one: TradeRole, other: TradeRole): TradeRole {
  return gravest([one, other]);
}
