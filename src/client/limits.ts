import { InputError } from "../protocol/errors.ts";
import { MAX_EVENT_BYTES } from "../protocol/sse.ts";
import { NUMBER, optionProblem } from "../text/options.ts";

/** Limits of one call; each has a default that is on. */
export interface Limits {
  /** Longest wait for the head of the reply, in milliseconds; a thesis is researched before it. */
  readonly headersMs?: number | undefined;
  /** Longest wait for the first event of a stream, in milliseconds. Comments are not events. */
  readonly firstEventMs?: number | undefined;
  /** Longest silence between two events of a stream, in milliseconds. Comments are not events. */
  readonly silenceMs?: number | undefined;
  /** Longest whole call, in milliseconds. */
  readonly totalMs?: number | undefined;
  /** Largest body, in bytes. */
  readonly maxBytes?: number | undefined;
  /** Longest data of one event of a stream, in bytes. */
  readonly maxEventBytes?: number | undefined;
  /** Longest wait that a service may ask for before another attempt, in milliseconds; a longer one is an error. */
  readonly retryAfterMs?: number | undefined;
}

/** Limits with all defaults. */
export type WholeLimits = { readonly [Name in keyof Limits]-?: number };

const MINUTE = 60_000;
const MEBIBYTE = 1024 * 1024;

/** For a stream, which sends events early and often. */
export const STREAM_LIMITS: WholeLimits = {
  headersMs: MINUTE / 2,
  firstEventMs: MINUTE,
  silenceMs: 2 * MINUTE,
  totalMs: 30 * MINUTE,
  maxBytes: 1024 * MEBIBYTE,
  maxEventBytes: MAX_EVENT_BYTES,
  retryAfterMs: MINUTE,
};

/** For a thesis: the service sends nothing until it has finished. */
export const REASON_LIMITS: WholeLimits = { ...STREAM_LIMITS, headersMs: 10 * MINUTE, maxBytes: 64 * MEBIBYTE };

/** Most bytes of all bodies that are held in memory at once, beside one that is read to its end in any case. */
export const MAX_BYTES_IN_FLIGHT = 128 * MEBIBYTE;

/** For a file, which a storage sends at once: charts and tables take kilobytes, a report some megabytes. */
export const FILE_LIMITS: WholeLimits = { ...STREAM_LIMITS, silenceMs: MINUTE, maxBytes: 256 * MEBIBYTE };

/**
 * Adds the defaults to limits.
 *
 * @throws {InputError} when a limit is unknown or no number.
 * @throws {RangeError} when a limit is not above 0.
 */
export function withDefaults(limits: Limits | undefined, defaults: WholeLimits): WholeLimits {
  const names = Object.keys(defaults) as (keyof Limits)[];
  const problem = optionProblem(limits ?? {}, Object.fromEntries(names.map((name) => [name, NUMBER])));
  if (problem !== undefined) throw new InputError(`Cannot use limits: ${problem.state}`, { options: problem.options });
  const whole: Record<keyof Limits, number> = { ...defaults };
  for (const name of names) {
    const value = limits?.[name];
    if (value === undefined) continue;
    if (!(value > 0)) throw new RangeError(`Cannot use limit ${name} ${value}: it must be a number above 0`);
    whole[name] = value;
  }
  return whole;
}
