import { type Role, roleAt } from "../../terms/lexicon.ts";
import { quantitiesIn, type Quantity } from "../../terms/numbers.ts";
import { byStart, overlaps, type Place } from "../../terms/places.ts";
import { bareWord, type Token, tokensOf } from "../../terms/tokens.ts";
import type { ItemId } from "../metrics/items.ts";
import type { MetricId } from "../metrics/metric.ts";

/** A piece of a question that one of the readers took. */
export interface Taken extends Place {
  readonly by: "name" | "group" | "unknown" | "measure" | "item" | "against" | "other";
  readonly metric?: MetricId;
  /** Which end of the measure is asked for. */
  readonly wants?: "highest" | "lowest" | undefined;
  readonly item?: ItemId;
}

/** A question as the readers leave it. */
export interface Written {
  /** As it is written. */
  readonly text: string;
  readonly folded: string;
  readonly taken: readonly Taken[];
}

/** What a piece of a question is used for: by a reader, as a number, by a row of the lexicon, or by nothing. */
export interface Use extends Place {
  readonly use: Taken["by"] | "number" | Role | "unread";
  /** The clause in which it begins. */
  readonly clause: number;
  readonly word: string;
  readonly quantity?: Quantity;
}

/** The places in which a question names a row of the catalogue, with their clause. */
export type Row = Taken & { readonly clause: number };

/** A question of which every token is used once. */
export interface Marked extends Written {
  readonly uses: readonly Use[];
  /** Measures and items, in order. */
  readonly rows: readonly Row[];
}

/** Gives every token of a question one use. */
export function markedOf(written: Written): Marked {
  const { folded } = written;
  const taken = written.taken.toSorted(byStart);
  const tokens = tokensOf(folded);
  const clauseAt = (at: number) => tokens.find(({ end }) => end > at)?.clause ?? 0;
  const rows = taken.flatMap((one): Row[] =>
    one.by === "measure" || one.by === "item" ? [{ ...one, clause: clauseAt(one.start) }] : []
  );
  const numbers = quantitiesIn(folded).filter((one) => !taken.some((other) => overlaps(one, other)));
  return { ...written, taken, rows, uses: usesOf(tokens, { taken, numbers }) };
}

function usesOf(
  tokens: readonly Token[],
  { taken, numbers }: { readonly taken: readonly Taken[]; readonly numbers: readonly Quantity[] },
): readonly Use[] {
  const uses: Use[] = [];
  const ownerOf = (token: Token) => taken.find((one) => overlaps(one, token));
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (token === undefined) break;
    const owner = ownerOf(token);
    const quantity = owner ? undefined : numbers.find((one) => overlaps(one, token));
    if (owner !== undefined) {
      uses.push({ ...token, use: isWhole(token, owner, taken) ? owner.by : "unread" });
      at++;
    } else if (quantity !== undefined) {
      const behind = tokens.findIndex(({ start }) => start >= quantity.end);
      uses.push({ ...token, start: quantity.start, end: quantity.end, use: "number", quantity });
      at = behind === -1 ? tokens.length : behind;
    } else {
      const found = roleAt(tokens, at);
      const count = found && tokens.slice(at, at + found.tokens).some(ownerOf) ? 1 : found?.tokens ?? 1;
      const role = found === undefined || count < found.tokens ? partsRole(token) : found.role;
      uses.push({
        ...token,
        end: tokens[at + count - 1]?.end ?? token.end,
        use: role === "qualifier" ? "unread" : role,
      });
      at += count;
    }
  }
  return uses;
}

/** A term ends where a word ends: what is read of "dividend-adjusted" is no dividend. */
function isWhole({ start, word }: Token, owner: Taken, taken: readonly Taken[]): boolean {
  if (!word.includes("-") || owner.by === "name" || owner.by === "unknown") return true;
  return [...word.matchAll(/[^-]+/g)].every(({ index, 0: part }) => {
    const place = { start: start + index, end: start + index + part.length };
    return taken.some((one) => overlaps(one, place)) || /^\d|^(?:week|day|month|year|quarter|\p{L})s?$/u.test(part) ||
      isPlain(part);
  });
}

/** A word with hyphens asks nothing where none of its parts does. */
function partsRole({ word }: Token): Use["use"] {
  const parts = bareWord(word).split(/[-/]/);
  if (parts.length === 1) return /^\p{L}$|^%$|^&$/u.test(word) ? "function" : "unread";
  return parts.every((part) => isPlain(part, JOINED)) ? "function" : "unread";
}

const PLAIN: readonly Role[] = ["function", "asking", "style", "view", "verb"];
const JOINED: readonly Role[] = ["function", "asking"];

function isPlain(word: string, roles = PLAIN): boolean {
  const found = roleAt([{ start: 0, end: word.length, word, clause: 0 }], 0);
  return found !== undefined && roles.includes(found.role);
}
