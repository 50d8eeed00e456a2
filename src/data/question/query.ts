import type { Place } from "../../terms/places.ts";
import type { Asked } from "./asked.ts";
import type { Marked, Row, Use } from "./marks.ts";
import { asComputed, type lagIn, TAKES } from "./takes.ts";

/** A piece of a question that cannot be met, and what is not answered without it. */
export interface Objection extends Place {
  /** Of {@linkcode Unsupported}. */
  readonly why: string;
  /** Measures and items; all of them, and the view too; nothing, which tells it and leaves the answer. */
  readonly stops: readonly Row[] | "all";
}

/** A question whose words are marked, as the rules look at it. */
export interface Query extends Marked {
  readonly asked: Asked;
  /** It is about companies that are not named one by one. */
  readonly isGroup: boolean;
  /** It is about several. */
  readonly isMany: boolean;
  /** What is to be left out at the end of a window; absent where nothing is. */
  readonly lag?: ReturnType<typeof lagIn>;
}

/** Finds what cannot be met. */
export type Rule = (query: Query) => readonly Objection[];

/** Why a word is reported that is beside nothing, and one of which no more than this can be said: neither is shown. */
export const NOT_READ = "";
export const NOT_COVERED = "it is not covered";
/** Why no figure is set beside those of the years before. */
export const OF_OTHERS = "figures are compared with those of other companies only";
/** The chance of a fall, whose nearest setting is reported where another is asked for. */
export const DRAWDOWN = "drawdown_probability";

/** Words that may stand between a word and the measure that it belongs to. */
const LINK =
  /^(?:of|in|for|the|a|an|from|to|per|on|de|d|der|des|von|le|la|les|l|en|del|di|da|do|its|their|his|her|our|my|by|s)$/;
const PARTS: readonly Use["use"][] = ["name", "group", "measure", "item"];

/** Whether a clause names a company, a group, a measure or an item. */
export function hasPart({ uses }: Query, clause: number): boolean {
  return uses.some((one) => one.clause === clause && PARTS.includes(one.use));
}

/** Whether it says that it wants a view. */
export function saysView({ uses }: Query): boolean {
  return uses.some(({ use }) => use === "view");
}

/** A piece in a clause. */
export type Piece = Place & Pick<Use, "clause">;

/** Whether nothing but articles, prepositions and numbers stands between a piece and a row of its clause. */
export function isBeside({ uses }: Query, piece: Piece, row: Row): boolean {
  if (piece.clause !== row.clause) return false;
  const [from, to] = piece.end <= row.start ? [piece.end, row.start] : [row.end, piece.start];
  return uses.every(({ start, end, word, use }) => start < from || end > to || LINK.test(word) || use === "number");
}

/** Whether a row begins where a piece ends. */
export function isNext({ end }: Place, { start }: Place): boolean {
  return start >= end && start - end < 3;
}

/** A piece with the measure or item directly beside it. */
export function withRow(query: Query, piece: Piece, row: Row): Place {
  const { start, end } = piece;
  return isBeside(query, piece, row)
    ? { start: Math.min(start, row.start), end: Math.max(end, row.end) }
    : { start, end };
}

/** That a measure is computed at another setting, or is another one. */
export function otherSetting(query: Query, piece: Piece & Pick<Partial<Use>, "quantity">, row: Row): Objection {
  const { metric = "" } = row;
  return {
    ...withRow(query, piece, row),
    why: asComputed(metric, piece.quantity),
    stops: metric === DRAWDOWN ? [] : [row],
  };
}

/** Whether a word beside a measure leaves it what it is. */
export function isPlainBeside({ metric = "" }: { readonly metric?: string }, word: string): boolean {
  return (TAKES[metric]?.plain ?? "").split(" ").includes(word);
}
