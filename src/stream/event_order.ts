import type { ResponseEvent } from "../protocol/event.ts";
import { EventPrints, isDelta } from "./event_print.ts";

/** What an event's number says about its place. */
export type EventPlacing =
  /** It is the next one, or has no number. */
  | "next"
  /** Numbers before it are missing. */
  | "after_gap"
  /** It is one of the missing, late. */
  | "late"
  /** It has come before. */
  | "repeated"
  /** Another event had this number: from here on the numbers say nothing. */
  | "renumbered";

/** How far back a repeated event is recognised, and how many missing ones are remembered. */
const REMEMBERED = 1024;

/** Follows the numbers of a stream. It holds prints of the newest events only, whatever the length of the stream. */
export class EventOrder {
  #last: number | undefined;
  /** Whether one number has followed another: only then does the same number twice mean the same event. */
  #counts = false;
  /** Whether two events had one number: some services give all of them the same, or begin again with each item. */
  #isMeaningless = false;
  readonly #missing = new Set<number>();
  readonly #prints = new EventPrints();
  /** Numbers seen and, at the same place, the prints of their events. Both are by number modulo their length. */
  readonly #seen = new Float64Array(REMEMBERED).fill(-1);
  readonly #printOfSeen = new Float64Array(REMEMBERED);

  /** Highest number; absent when the service does not number, and that of the last event when numbers mean nothing. */
  get last(): number | undefined {
    return this.#last;
  }

  /** Says how an event fits in, and remembers it. */
  place(event: ResponseEvent): EventPlacing {
    const number = numberOf(event);
    if (number === undefined) return "next";
    const placing = this.#isMeaningless ? "next" : this.#compare(number, event);
    if (placing === "repeated") return placing;
    if (placing === "renumbered") this.#isMeaningless = true;
    if (placing !== "late") this.#last = number;
    if (!this.#isMeaningless) this.#remember(number, event);
    return placing;
  }

  #compare(number: number, event: ResponseEvent): EventPlacing {
    const last = this.#last;
    if (last === undefined) return "next";
    if (number === last + 1) {
      this.#counts = true;
      return "next";
    }
    if (number > last) {
      for (let lost = last + 1; lost < number && this.#missing.size < REMEMBERED; lost++) this.#missing.add(lost);
      return "after_gap";
    }
    if (this.#missing.delete(number)) return "late";
    const at = number % REMEMBERED;
    const isKnown = this.#seen[at] === number && this.#printOfSeen[at] === this.#prints.of(event);
    return isKnown && (this.#counts || !isDelta(event)) ? "repeated" : "renumbered";
  }

  #remember(number: number, event: ResponseEvent): void {
    const at = number % REMEMBERED;
    this.#seen[at] = number;
    this.#printOfSeen[at] = this.#prints.of(event);
  }
}

function numberOf(event: ResponseEvent): number | undefined {
  const number = event.type === "unknown"
    ? (event.wire as { sequence_number?: unknown } | null)?.sequence_number
    : event.sequence_number;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
