import type { EventPlace, ResponseEvent } from "../protocol/event.ts";

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

/** How many characters of a delta are hashed. */
const SHORT_DELTA = 1024;

/** The identifying fields of an event, without its content. */
interface Names extends Omit<EventPlace, "sequence_number"> {
  readonly type: string;
  readonly call_id?: string | undefined;
}

/**
 * Fingerprints that distinguish events with equal numbers. Keeping the events instead would let them survive garbage
 * collections, and survivors make V8 enlarge its nursery.
 */
class EventPrints {
  #names: Names = { type: "" };
  #namesPrint = 0;

  /**
   * Includes a delta's text, because adding it twice or not at all would corrupt the text. Other events change nothing
   * when they are repeated, so their identifiers suffice.
   */
  of(event: ResponseEvent): number {
    return isDelta(event) ? hashOf(event.delta, this.#printOf(event) + event.delta.length) : hashOf(nameOf(event));
  }

  /** Cached, because deltas come in runs with equal identifiers. */
  #printOf(event: Names): number {
    const known = this.#names;
    const isSame = known.item_id === event.item_id && known.type === event.type && known.call_id === event.call_id &&
      known.output_index === event.output_index && known.content_index === event.content_index;
    if (isSame) return this.#namesPrint;
    const { type, item_id, output_index, content_index, call_id } = event;
    this.#names = { type, item_id, output_index, content_index, call_id };
    return this.#namesPrint = hashOf(JSON.stringify([type, item_id, output_index, content_index, call_id]));
  }
}

/** Whether an event is a piece of something: pieces may be equal. */
function isDelta(event: ResponseEvent): event is Extract<ResponseEvent, { delta: string }> {
  return "delta" in event;
}

function nameOf(event: ResponseEvent): string {
  const { type, item_id, output_index, content_index } = event as { type: string } & Record<string, unknown>;
  const { call_id, item, wire } = event as unknown as Record<string, unknown>;
  return JSON.stringify([type, item_id, output_index, content_index, call_id, idsOf(item), idsOf(wire)]);
}

function idsOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value === undefined ? null : typeof value;
  const { type, id, call_id, item_id, delta } = value as Record<string, unknown>;
  return [type, id, call_id, item_id, typeof delta === "string" ? [delta.length, delta.slice(0, SHORT_DELTA)] : null];
}

/** 53 bits of a text's start: cyrb53 by bryc (public domain, 2018), seeded with an earlier hash. */
function hashOf(text: string, before = 0): number {
  let high = 0xdeadbeef ^ (before / 2 ** 32);
  let low = 0x41c6ce57 ^ before;
  for (let at = 0; at < text.length && at < SHORT_DELTA; at++) {
    const char = text.charCodeAt(at);
    high = Math.imul(high ^ char, 2654435761);
    low = Math.imul(low ^ char, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}
