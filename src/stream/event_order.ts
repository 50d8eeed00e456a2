import type { ResponseEvent } from "../protocol/event.ts";

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
const SHORT_DELTA = 1024;

/** Follows the numbers of a stream. It holds the newest events only, whatever the length of the stream. */
export class EventOrder {
  #last: number | undefined;
  /** Whether one number has followed another: only then does the same number twice mean the same event. */
  #counts = false;
  /** Whether two events had one number: some services give all of them the same, or begin again with each item. */
  #isMeaningless = false;
  readonly #missing = new Set<number>();
  /** By number modulo its length: what identifies the event that had the number. */
  readonly #seen: { readonly number: number; readonly print: unknown }[] = [];

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
    if (!this.#isMeaningless) this.#seen[number % REMEMBERED] = { number, print: printOf(event) };
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
    const seen = this.#seen[number % REMEMBERED];
    const print = printOf(event);
    const isKnown = seen?.number === number && isSame(seen.print, print);
    return isKnown && (this.#counts || typeof print === "string") ? "repeated" : "renumbered";
  }
}

function numberOf(event: ResponseEvent): number | undefined {
  const number = event.type === "unknown"
    ? (event.wire as { sequence_number?: unknown } | null)?.sequence_number
    : event.sequence_number;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function isSame(print: unknown, other: unknown): boolean {
  return print === other || (typeof print === "object" && JSON.stringify(print) === JSON.stringify(other));
}

/**
 * What tells an event from another with its number. A short delta is kept whole, since taking it twice or not at
 * all would spoil a text; of other events, which change nothing when they come again, their names are enough.
 */
function printOf(event: ResponseEvent): unknown {
  if ("delta" in event && event.delta.length <= SHORT_DELTA) return event;
  const { type, item_id, output_index, content_index } = event as { type: string } & Record<string, unknown>;
  const { call_id, item, wire, delta } = event as unknown as Record<string, unknown>;
  const names = [type, item_id, output_index, content_index, call_id, idsOf(item), idsOf(wire), startOf(delta)];
  return JSON.stringify(names);
}

function idsOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value === undefined ? null : typeof value;
  const { type, id, call_id, item_id, delta } = value as Record<string, unknown>;
  return [type, id, call_id, item_id, startOf(delta)];
}

function startOf(text: unknown): unknown {
  return typeof text === "string" ? [text.length, text.slice(0, SHORT_DELTA)] : null;
}
