const LEGAL = new Set(
  "inc incorporated corp corporation co company companies cos plc ltd limited llc lp nv sa ag se holdings holding group com the and"
    .split(" "),
);
/** Words for a line of business, which people leave out: "Cisco" for "Cisco Systems". */
const TRADE = new Set(
  ("a b c class systems system technologies technology industries international communications communication " +
    "enterprises enterprise resources laboratories solutions services service motor motors networks financial brands " +
    "pharmaceuticals therapeutics platforms semiconductor semiconductors stores worldwide global energy software " +
    "entertainment properties partners bancorp corporation machines").split(" "),
);

/** Letters separated by dots without blanks are one word, like "S.A." in "Nestlé S.A.". */
const INITIALS = /(?<![\p{L}\p{N}])(?:\p{L}\.)+\p{L}(?![\p{L}\p{N}])/gu;

/** The words of a name in lower case, without accents and punctuation; `&` becomes `and`. */
export function nameWords(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/\bint['’]l\b/g, "international").replace(/['’]/g, "")
    .replaceAll("&", " and ")
    .replace(INITIALS, (letters) => letters.replaceAll(".", ""));
  return plain.match(/[\p{LC}\p{N}]+|[\p{Lo}\p{Lm}\p{N}]+/gu) ?? [];
}

/** A name without its legal form: `apple` for `Apple Inc.`. */
export function bareName(words: readonly string[]): string[] {
  const kept = [...words];
  while (kept.length > 1 && kept[0] === "the") kept.shift();
  while (kept.length > 1 && LEGAL.has(kept.at(-1) ?? "")) kept.pop();
  return kept;
}

/** Whether a word is a legal form: `inc`. */
export function isLegalForm(word: string): boolean {
  return LEGAL.has(word) && word !== "the" && word !== "and";
}

/** The spellings of a company's name, the fullest first. */
export interface NameKeys {
  /** The name itself, and variants without brackets: `Lilly (Eli) & Co.` is also `eli lilly and co`. */
  readonly full: readonly string[];
  /** Without the legal form. */
  readonly bare: readonly string[];
  /** Also without the line of business: `cisco` for `Cisco Systems`. */
  readonly short: readonly string[];
}

/** Finds the spellings of one name. */
export function nameKeys(name: string): NameKeys {
  const [, before, inside, after = ""] = /^(.*?)\s*\(([^)]+)\)\s*(.*)$/.exec(name) ?? [];
  const spellings = before === undefined ? [name] : [name, `${inside} ${before} ${after}`, `${before} ${after}`];
  const full = spellings.map(nameWords);
  const bare = full.map(bareName);
  return { full: full.map(join), bare: bare.map(join), short: bare.map(shortName).map(join) };
}

/** A name without its legal form and line of business. */
export function shortName(words: readonly string[]): string[] {
  let kept = bareName(words);
  while (kept.length > 1 && TRADE.has(kept.at(-1) ?? "")) kept = bareName(kept.slice(0, -1));
  return kept;
}

function join(words: readonly string[]): string {
  return words.join(" ");
}
