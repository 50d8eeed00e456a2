import { NEGATIVE_WORDS, POSITIVE_WORDS, TURNING_WORDS, UNCERTAIN_WORDS } from "../../data/metrics/tone_words.ts";
import { TURNING_REACH } from "../../data/metrics/text.ts";

/** How often each word stands in a text, and what of it is turned by a negation. */
export interface Tally {
  readonly total: number;
  readonly times: ReadonlyMap<string, number>;
  /** Positive words so near behind a negation that they count as negative. */
  readonly turned: number;
}

/** Reads a text character by character: letters make a word, and an apostrophe between two letters belongs to it. */
export function tallyOf(text: string): Tally {
  const times = new Map<string, number>();
  let total = 0;
  let turned = 0;
  let sinceTurning = Infinity;
  let word = "";
  const close = () => {
    if (word === "") return;
    const own = word.toLowerCase();
    times.set(own, (times.get(own) ?? 0) + 1);
    total++;
    sinceTurning++;
    if (sinceTurning <= TURNING_REACH && POSITIVE_WORDS.has(own)) turned++;
    if (TURNING_WORDS.has(own)) sinceTurning = 0;
    word = "";
  };
  for (let at = 0; at < text.length;) {
    const letter = letterAt(text, at);
    if (letter !== "") word += letter;
    else if (word !== "" && isApostrophe(text.charCodeAt(at)) && letterAt(text, at + 1) !== "") word += "'";
    else close();
    at += letter.length || 1;
  }
  close();
  return { total, times, turned };
}

function isApostrophe(code: number): boolean {
  return code === 0x27 || code === 0x2019;
}

/** The letter at a place, of one or two units; empty if absent. */
function letterAt(text: string, at: number): string {
  const code = text.charCodeAt(at);
  if (code < 0x80) {
    const small = code | 0x20;
    return small >= 0x61 && small <= 0x7a ? text.charAt(at) : "";
  }
  const point = text.codePointAt(at);
  const character = point === undefined ? "" : String.fromCodePoint(point);
  return /^\p{L}$/u.test(character) ? character : "";
}

/** What of a tally counts for the tone. */
export interface Spoken {
  readonly total: number;
  /** Positive words that nothing turns. */
  readonly plus: number;
  /** Negative words, and the positive ones that are turned. */
  readonly minus: number;
  readonly unsure: number;
}

/** Adds up a tally by the lists. */
export function spokenIn({ total, times, turned }: Tally): Spoken {
  const onList = (list: ReadonlySet<string>) => {
    let count = 0;
    for (const word of list) count += times.get(word) ?? 0;
    return count;
  };
  return {
    total,
    plus: onList(POSITIVE_WORDS) - turned,
    minus: onList(NEGATIVE_WORDS) + turned,
    unsure: onList(UNCERTAIN_WORDS),
  };
}

/** 1 less the cosine of two tallies: half the squared distance of their vectors at length 1. */
export function distanceOf(one: Tally, other: Tally): number {
  const length = lengthOf(one);
  const otherLength = lengthOf(other);
  let squares = 0;
  for (const [word, count] of one.times) {
    squares += (count / length - (other.times.get(word) ?? 0) / otherLength) ** 2;
  }
  for (const [word, count] of other.times) if (!one.times.has(word)) squares += (count / otherLength) ** 2;
  return squares / 2;
}

function lengthOf({ times }: Tally): number {
  let squares = 0;
  for (const count of times.values()) squares += count ** 2;
  return Math.sqrt(squares);
}
