const LEGAL = new Set(
  "inc incorporated corp corporation co company companies cos plc ltd limited llc lp nv sa ag se holdings holding group com the and"
    .split(" "),
);
/** Words that name a trade; what stands before them is what people say. */
const TRADE = new Set(
  ("a b c class systems system technologies technology industries international communications communication " +
    "enterprises enterprise resources laboratories solutions services service motor motors networks financial brands " +
    "pharmaceuticals therapeutics platforms semiconductor semiconductors stores worldwide global energy software " +
    "entertainment properties partners bancorp corporation machines").split(" "),
);

/** Letters with dots and no blanks between them are one word: the "S.A." of "Nestlé S.A.". */
const INITIALS = /(?<![\p{L}\p{N}])(?:\p{L}\.)+\p{L}(?![\p{L}\p{N}])/gu;

/** The words of a name in lower case, without accents and signs; `&` is the word `and`. */
export function nameWords(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/\bint['’]l\b/g, "international").replace(/['’]/g, "")
    .replaceAll("&", " and ")
    .replace(INITIALS, (letters) => letters.replaceAll(".", ""));
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A name without the words for its legal form: `apple` for `Apple Inc.`. */
export function bareName(words: readonly string[]): string[] {
  const kept = [...words];
  while (kept.length > 1 && kept[0] === "the") kept.shift();
  while (kept.length > 1 && LEGAL.has(kept.at(-1) ?? "")) kept.pop();
  return kept;
}

/** The spellings by which a company is known, the fullest first. */
export interface NameKeys {
  /** The name as it stands, and with what stands in brackets put first: `Lilly (Eli) & Co.`. */
  readonly full: readonly string[];
  /** Without legal forms. */
  readonly bare: readonly string[];
  /** Without the words for its trade either: `cisco` for `Cisco Systems`. */
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

/** A name without the words for its legal form and its trade. */
export function shortName(words: readonly string[]): string[] {
  let kept = bareName(words);
  while (kept.length > 1 && TRADE.has(kept.at(-1) ?? "")) kept = bareName(kept.slice(0, -1));
  return kept;
}

function join(words: readonly string[]): string {
  return words.join(" ");
}
