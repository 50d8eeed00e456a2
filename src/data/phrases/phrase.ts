/** Id of a phrase, like `risk.chance`. */
export type PhraseId = string;

/**
 * Something that may be said: words with slots in braces. A slot named after a metric holds a claim about the company
 * of the phrase; any other slot is a part, which other phrases fill.
 *
 * A phrase is about the companies it names (`{ticker}`, `{name}`); one that names none is about those of the phrase
 * around it.
 */
export interface Phrase {
  /** Like `The chance of a fall is {drawdown_probability} for {ticker}.` */
  readonly text: string;
  /** The kind of part that it fills; absent for a sentence. */
  readonly role?: string;
  /** The lists of an answer in which a sentence may stand. Default: the reasoning alone. */
  readonly lists?: readonly List[];
  /** What the judgements and comparisons in it, and in its parts, are about: a metric, or what their definition says. */
  readonly of?: string;
  /**
   * Present where whoever says it chooses what its judgements and comparisons are about, in place of `of`. The phrase must
   * show what was chosen, or its words could be about anything.
   */
  readonly takes?: "metric" | "limit" | "span" | "criteria" | "fact" | "own" | "quote" | "search";
  /**
   * How the values of judgements are spelled in this phrase. A value without a spelling cannot be said with it; an empty
   * spelling means that the words around the slot say it.
   */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Figures that are shown without their sign, because the words around them say it. */
  readonly bare?: readonly string[];
  readonly parts?: Readonly<Record<string, Part>>;
}

/** The lists of an answer. */
export type List = "reasoning" | "drivers" | "risks";

/** A slot of a phrase that other phrases fill. */
export interface Part {
  /** The role of the phrases that may fill it. */
  readonly role: string;
  /** What stands between several: `list` is `a, b and c`. Default: they follow each other as they are. */
  readonly join?: "list" | "semicolon";
  /** Fewest phrases. Default: 1; 0 for what may be left out. */
  readonly least?: number;
  /** Most phrases. Default: no limit. */
  readonly most?: number;
  /**
   * Whom its phrases are about. Default: those of the phrase around it, together. `each`: one phrase for each of them, in
   * their order. `others`: whom they name.
   */
  readonly about?: "each" | "others";
  /** Present where its phrases must be of the version and the period that the phrase around it is of: it names these. */
  readonly same?: "period";
  /** Its phrases prove what the words around it say, and are not shown. */
  readonly silent?: true;
  /** Every phrase of the role that can be said of the company is said: to leave one out would mislead. */
  readonly all?: true;
}

/** Phrases by id. */
export type Phrases = Readonly<Record<PhraseId, Phrase>>;

/** A piece of a phrase: words, or the name of a slot. */
export type Piece = { readonly words: string } | { readonly slot: string };

const pieces = new WeakMap<Phrase, readonly Piece[]>();

/** The words and slots of a phrase, in order. */
export function piecesOf(phrase: Phrase): readonly Piece[] {
  return pieces.getOrInsertComputed(phrase, () => takeApart(phrase.text));
}

function takeApart(text: string): readonly Piece[] {
  return text.split(/(\{\w+\})/).filter((piece) => piece !== "").map((piece) =>
    piece.startsWith("{") ? { slot: piece.slice(1, -1) } : { words: piece }
  );
}

/** A figure as a phrase shows it: without its sign where the words say it. */
export function withoutSign(shown: string): string {
  return shown.replace(/^[-+]/, "");
}

/** Joins the texts of a part. */
export function joinTexts(texts: readonly string[], join: Part["join"]): string {
  if (join !== "list") return texts.join(join === undefined ? "" : "; ");
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

/**
 * Reads a table of phrases: a line `id role=... of=...: text` each, and below it a line `slot: value=spelling | ...` for
 * the spellings of a judgement, and `slot < role most=1 all` for a part.
 */
export function phraseRows(table: string): Phrases {
  const phrases: Record<PhraseId, Phrase> = {};
  let id = "";
  for (const line of table.split("\n").filter((one) => one.trim() !== "")) {
    const [, head = "", text = ""] = /^ {2}(\S.*?): (.*)$/.exec(line) ?? [];
    if (head !== "") {
      const [name = "", ...fields] = head.split(" ");
      phrases[id = name] = { text, ...fieldsOf(fields) };
      continue;
    }
    const [, slot = "", mark, rest = ""] = /^ {4}(\w+)(:| <) (.*)$/.exec(line) ?? [];
    const { words, parts } = phrases[id] ?? {};
    const [role = "", ...fields] = rest.split(" ");
    Object.assign(
      phrases[id] ?? {},
      mark === ":"
        ? { words: { ...words, [slot]: Object.fromEntries(rest.split(" | ").map(spellingOf)) } }
        : { parts: { ...parts, [slot]: { role, ...fieldsOf(fields) } } },
    );
  }
  return phrases;
}

/** Spellings that several phrases share, as a line of {@linkcode phraseRows} has them. */
export function spellings(words: Readonly<Record<string, string>>): string {
  return Object.entries(words).map(([value, spelling]) => `${value}=${spelling}`).join(" | ");
}

function spellingOf(cell: string): readonly [value: string, spelling: string] {
  const at = cell.indexOf("=");
  return [cell.slice(0, at), cell.slice(at + 1)];
}

const LISTED: readonly string[] = ["lists", "bare"];
const COUNTED: readonly string[] = ["least", "most"];

function fieldsOf(fields: readonly string[]): Partial<Phrase & Part> {
  return Object.fromEntries(fields.map((field) => {
    const [name, value = ""] = spellingOf(field.includes("=") ? field : `${field}=`);
    return [
      name,
      value === "" ? true : LISTED.includes(name) ? value.split(",") : COUNTED.includes(name) ? Number(value) : value,
    ];
  }));
}
