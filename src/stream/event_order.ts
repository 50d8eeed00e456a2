import type { ResponseEvent } from "../protocol/event.ts";
import { EventPrints, isDelta } from "./event_print.ts";

/** Position of an event according to its number. */
export type EventPlacing =
  /** It is the next one, or has no number. */
  | "next"
  /** Numbers before it are missing. */
  | "after_gap"
  /** It is a missing event that arrived late. */
  | "late"
  /** It arrived before. */
  | "repeated"
  /** Another event had this number: numbers are meaningless from here on. */
  | "renumbered";

/** How many recent events and how many missing numbers are remembered. */
const REMEMBERED = 1024;

/** Tracks the numbers of a stream. It keeps fingerprints of the newest events only, so its memory is constant. */
export class EventOrder {
  #last: number | undefined;
  /** Whether the numbers have increased: only then does an equal number mean the same event. */
  #counts = false;
  /** Whether two events shared a number: some services number all events alike, or restart with each item. */
  #isMeaningless = false;
  readonly #missing = new Set<number>();
  readonly #prints = new EventPrints();
  /** Numbers seen and, at the same index (number modulo length), the fingerprints of their events. */
  readonly #seen = new Float64Array(REMEMBERED).fill(-1);
  readonly #printOfSeen = new Float64Array(REMEMBERED);

  /** Highest number, or that of the last event when numbers are meaningless; undefined without numbers. */
  get last(): number | undefined {
    return this.#last;
  }

  /** Classifies an event and remembers it. */
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
