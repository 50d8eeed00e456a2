import type { Claim, Statement } from "../../data/claim.ts";
import type { Company } from "../../data/dataset.ts";
import { readAs } from "../../data/about.ts";
import { cut } from "../../text/cut.ts";
import { calledName, companyLabel, wordsAfter } from "../../data/company_label.ts";
import { COMMENT_WORDS } from "./comment_words.ts";

/** Longest sentence as a model writes it, slots included, in UTF-16 units. */
export const MAX_SENTENCE_CHARS = 500;
/** Most slots of a sentence. */
const MAX_SLOTS = 4;
/** Fewest words beside slots and names: fewer say nothing. */
const MIN_WORDS = 3;
/** How much of what cannot be read a reason repeats. */
const MAX_STRANGE_CHARS = 40;
/** Most words that a reason names. */
const MAX_NAMED = 12;

/** What a comment may hold beside plain words: the product writes it. */
export interface GateTerms {
  /** Each figure that a slot may hold, as the product writes it there, by the id of its claim. */
  readonly figures: ReadonlyMap<string, string>;
  /** Each name that may be written, and how the product writes it. */
  readonly names: ReadonlyMap<string, string>;
}

/** What came of a sentence: as the product writes it, or what is wrong with it, for the model. */
export type Gated = { readonly text: string } | { readonly problems: readonly string[] };

/**
 * Lets a sentence of a model's own through only where all that it says beside listed words is written by the product.
 * @param sentence Untrusted.
 */
export function gateComment(sentence: string, { figures, names }: GateTerms): Gated {
  if (sentence.length > MAX_SENTENCE_CHARS) return { problems: [`it is longer than ${MAX_SENTENCE_CHARS} characters`] };
  const pieces = piecesOf(sentence, names);
  if (typeof pieces === "string") {
    const where = pieces === ""
      ? "it does not end with a full stop"
      : `it cannot be read from ${JSON.stringify(pieces)} on`;
    return { problems: [`${where}: write listed words, names, slots, blanks and , ; : and one full stop at the end`] };
  }
  const slots = pieces.filter(({ kind }) => kind === "slot").map(({ text }) => text);
  const words = pieces.filter(({ kind }) => kind === "word").map(({ text }) => text);
  const strange = slots.filter((id) => !figures.has(id));
  const wrong = pieces.filter((piece, at) => piece.kind === "word" && !isAllowed(piece.text, at === 0));
  const problems = [
    ...(slots.length === 0 ? ["it has no slot"] : []),
    ...(slots.length > MAX_SLOTS ? [`it has more than ${MAX_SLOTS} slots`] : []),
    ...(words.length < MIN_WORDS ? [`it has fewer than ${MIN_WORDS} words beside slots and names`] : []),
    ...(strange.length > 0 ? [`there is no slot of the name ${named(strange)}`] : []),
    ...(wrong.length > 0 ? [`it has words that are not listed: ${named(wrong.map(({ text }) => text))}`] : []),
    ...(areApart(pieces) ? [] : ["a slot stands without a word of its own before it and a blank or a comma after it"]),
  ];
  if (problems.length > 0) return { problems };
  return {
    text: pieces.map(({ kind, text }, at) => {
      if (kind === "slot") return figures.get(text);
      const before = pieces[at - 1];
      return kind === "name"
        ? names.get(text)
        : before?.kind === "name"
        ? wordsAfter(names.get(before.text) ?? "", text.replace(/^'s?/, "'s"))
        : text;
    }).join(""),
  };
}

interface Piece {
  readonly kind: "slot" | "name" | "word" | "gap";
  /** Of a slot, the id of its claim. */
  readonly text: string;
}

const SLOT = /^\{\{claim:([^{}]{1,200})\}\}/;
const WORD = /^[A-Za-z]+/;
/** What may stand after a word, a slot or a name. */
const GAP = /^(?:(?:'s?)?(?:[,;:]? |\.$)|-(?=[A-Za-z]))/;

/**
 * The pieces of a sentence, or what begins with something else, like a digit, a quotation mark or a second sentence: the
 * first characters of it.
 */
function piecesOf(sentence: string, names: GateTerms["names"]): readonly Piece[] | string {
  const longest = [...names.keys()].toSorted((one, other) => other.length - one.length);
  const pieces: Piece[] = [];
  let rest = sentence;
  while (rest !== "") {
    const [piece, length = 0] = pieceAt(rest, longest) ?? [];
    const [gap] = GAP.exec(rest.slice(length)) ?? [];
    if (piece === undefined || gap === undefined) return cut(rest, MAX_STRANGE_CHARS);
    pieces.push(piece, { kind: "gap", text: gap });
    rest = rest.slice(length + gap.length);
  }
  return pieces.at(-1)?.text.endsWith(".") ? pieces : "";
}

function pieceAt(text: string, names: readonly string[]): readonly [Piece, length: number] | undefined {
  const [slot, id = ""] = SLOT.exec(text) ?? [];
  if (slot !== undefined) return [{ kind: "slot", text: id }, slot.length];
  const name = names.find((one) => text.startsWith(one) && GAP.test(text.slice(one.length)));
  if (name !== undefined) return [{ kind: "name", text: name }, name.length];
  const [word] = WORD.exec(text) ?? [];
  return word === undefined ? undefined : [{ kind: "word", text: word }, word.length];
}

/** What advises, where a sentence begins with it: "Keep AAPL". */
const ADVICE: ReadonlySet<string> = new Set(["own", "keep", "put", "leave", "take"]);

/** A listed word in small letters; the first of a sentence begins with a capital. */
function isAllowed(word: string, isFirst: boolean): boolean {
  const plain = isFirst ? word.replace(/^[A-Z]/, (letter) => letter.toLowerCase()) : word;
  return COMMENT_WORDS.has(plain) && !(isFirst && ADVICE.has(plain));
}

/** Whether a word stands before each slot, and no sign touches it: `-{{...}}` would turn a figure. */
function areApart(pieces: readonly Piece[]): boolean {
  return pieces.every(({ kind }, at) => {
    if (kind !== "slot") return true;
    const isBegun = at === 0 || pieces[at - 2]?.kind === "word" && pieces[at - 1]?.text === " ";
    return isBegun && /^[,;:. ]/.test(pieces[at + 1]?.text ?? "");
  });
}

function named(all: readonly string[]): string {
  return all.slice(0, MAX_NAMED).map((one) => JSON.stringify(one)).join(", ");
}

const FIGURES: readonly Claim["unit"][] = ["fraction", "ratio", "score", "currency", "count", "date"];

/**
 * The figures of verified statements, by the ids of their claims. A slot holds a figure with what it is, because the
 * words around it are the model's. Left out are words, names and quotes, figures whose sign the words of their statement
 * say, and ids of two figures.
 */
export function figuresOf(statements: readonly Statement[]): ReadonlyMap<string, string> {
  const claims = statements.flatMap((one) => one.claims).filter(({ unit, value, shown }) =>
    FIGURES.includes(unit) && /\d/.test(shown) && (typeof value === "string" || value >= 0 || /^[-−]/.test(shown))
  );
  return unambiguous(claims.map((claim) => [claim.id, `${claim.shown} (${labelOf(claim)})`]));
}

/** Whom and what a figure is of, like `AAPL volatility` and `AAPL revenue 2015-09-27/2016-09-24`. */
function labelOf({ entities, metric, of }: Claim): string {
  const fact = readAs("fact", of);
  const words = metric.replace(/^fact_/, "").replaceAll("_", " ");
  const what = fact === undefined ? `${words}${of === undefined ? "" : ` ${of}`}` : `${fact.item} ${fact.period}`;
  const kind = fact === undefined || words === "money" ? what : `${what}, ${words}`;
  return `${entities.join("+")} ${kind}`;
}

/** The names of companies that a comment may hold: ticker, name, and name without its legal form. */
export function namesOf(companies: readonly Company[]): ReadonlyMap<string, string> {
  return unambiguous(companies.flatMap((company) => {
    const [label, short = label] = /^(.*) \(\S+\)$/.exec(companyLabel(company)) ?? [company.ticker];
    const names = [company.ticker, company.name, short].filter((name) => name.length > 1); // "A" is a word
    const written = companies.length === 1 ? calledName(company, 1) : label;
    return names.map((name) => [name, written] as const);
  }));
}

/** What has one meaning: a name of two companies names neither. */
function unambiguous(entries: readonly (readonly [key: string, text: string])[]): ReadonlyMap<string, string> {
  const byKey = Map.groupBy(entries, ([key]) => key);
  return new Map(
    [...byKey.values()].flatMap(([first, ...same]) =>
      first !== undefined && same.every(([, text]) => text === first[1]) ? [first] : []
    ),
  );
}
