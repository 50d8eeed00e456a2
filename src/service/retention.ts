import { RequestError } from "../protocol/request_error.ts";

/** How much a store keeps, and how long. */
export interface Retention {
  /** Limit of all records together, in bytes; the oldest are dropped first. */
  readonly maxBytes: number;
  /** Milliseconds that a record is kept; `Infinity` for no limit of time. */
  readonly keptMs: number;
}

const HOUR_MS = 3_600_000;

/** Default time that a service in memory keeps files, responses and replies. */
export const KEPT_MS = 24 * HOUR_MS;
/** The same with a state folder. */
export const STATE_KEPT_MS = 30 * 24 * HOUR_MS;

/** Names of dropped records that a store remembers: for them the reply is 410 instead of 404. */
export const MAX_GONE = 10_000;

/** Remembers which records of whom were dropped, at most {@linkcode MAX_GONE}. */
export class GoneNames {
  readonly #owners = new Map<string, string>();

  /** Remembers a record; the oldest is forgotten first. */
  add(id: string, owner: string): void {
    this.#owners.set(id, owner);
    const [oldest] = this.#owners.keys(); // a Map keeps insertion order
    if (this.#owners.size > MAX_GONE && oldest !== undefined) this.#owners.delete(oldest);
  }

  /** Whether a record of an owner was dropped. */
  has(id: string, owner: string): boolean {
    return this.#owners.get(id) === owner;
  }

  /** Forgets a record that its owner deleted. */
  delete(id: string): void {
    this.#owners.delete(id);
  }
}

/** Says how much of something is kept, and how long. */
export function retentionRule(what: string, { maxBytes, keptMs }: Partial<Retention>): string {
  const limits = [
    ...(keptMs === undefined || !Number.isFinite(keptMs) ? [] : [`for ${durationText(keptMs)}`]),
    ...(maxBytes === undefined || !Number.isFinite(maxBytes) ? [] : [`${maxBytes} bytes in total`]),
  ];
  return `the service keeps ${what} ${limits.length === 0 ? "without a limit" : limits.join(", ")}`;
}

/** The refusal of a record that was kept and is no longer. */
export function isGone(
  action: string,
  { what, code, ...retention }: Partial<Retention> & { readonly what: string; readonly code: string },
): RequestError {
  return new RequestError(`Cannot ${action}: it is no longer kept; ${retentionRule(what, retention)}`, {
    status: 410,
    code,
  });
}

const UNITS = [["days", 24 * HOUR_MS], ["h", HOUR_MS], ["min", HOUR_MS / 60], ["s", 1000]] as const;

function durationText(ms: number): string {
  const [unit, unitMs] = UNITS.find(([, one]) => ms >= 2 * one && ms % one === 0) ?? ["ms", 1] as const;
  return `${ms / unitMs} ${unit}`;
}
