import { InputError } from "../protocol/errors.ts";
import type { RateWindow } from "../pace/rate_limit.ts";
import { type FlagTable, type GivenFlags, textOf } from "./flags.ts";

/** The flags that say how fast a screen goes, what it may cost, and when it ends. */
export const LIMIT_FLAGS = {
  "concurrency": { value: "N|auto", help: "most requests at once (auto: from 8, by what the service refuses)" },
  "rate": { value: "N/s|N/min|N/h", help: "most requests begun in any such time; several with commas: 5/s,100/min" },
  "timeout": { value: "TIME", help: "longest wait for one answer, like 90s or 10m (10m)" },
  "limit": { value: "N", help: "only the first N rows" },
  "max-requests": { value: "N", help: "most requests sent, repeats included" },
  "price": { value: "X", help: "price of one request, like 0.25" },
  "max-cost": { value: "X", help: "most that all requests cost together; needs --price" },
  "max-failures": { value: "N|P%", help: "stop when more requests than that failed" },
  "until": { value: "HH:MM", help: "send nothing after this time of day" },
  "reuse-within": { value: "TIME", help: "take answers of earlier runs that are not older, like 12h or 7d" },
} as const satisfies FlagTable;

/** How fast a screen goes, what it may cost, and when it ends. */
export interface LimitFlags {
  /** Absent: found out. */
  readonly concurrency?: number | "auto" | undefined;
  readonly rate?: readonly RateWindow[] | undefined;
  readonly attemptMs?: number | undefined;
  readonly limit?: number | undefined;
  readonly maxRequests?: number | undefined;
  readonly price?: number | undefined;
  readonly maxCost?: number | undefined;
  readonly maxFailures?: { readonly count: number } | { readonly share: number } | undefined;
  readonly until?: Date | undefined;
  readonly reuseWithinMs?: number | undefined;
}

/** What stands in `conviction.json`, as after the flags of these names. */
export interface LimitDefaults {
  readonly rate?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly price?: string | undefined;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNIT_MS: Readonly<Record<string, number>> = {
  s: SECOND_MS,
  m: MINUTE_MS,
  min: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
};

/**
 * Takes the {@linkcode LIMIT_FLAGS} out of what was given.
 * @param given The flags.
 * @param options `defaults` where a flag is absent; `now`, to find the next time of day.
 * @throws {InputError} when one of them cannot be used.
 */
export function readLimitFlags(
  given: GivenFlags,
  { defaults = {}, now }: { readonly defaults?: LimitDefaults | undefined; readonly now: Date },
): LimitFlags {
  const read = <T>(name: keyof typeof LIMIT_FLAGS, reading: (name: string, text: string) => T): T | undefined => {
    const text = textOf(given, name) ?? (name in defaults ? defaults[name as keyof LimitDefaults] : undefined);
    return text === undefined ? undefined : reading(name, text.trim());
  };
  return {
    concurrency: read("concurrency", (name, text) => text === "auto" ? text : readCount(name, text)),
    rate: read("rate", readRate),
    attemptMs: read("timeout", readTime),
    limit: read("limit", readCount),
    maxRequests: read("max-requests", readCount),
    price: read("price", readAmount),
    maxCost: read("max-cost", readAmount),
    maxFailures: read("max-failures", readFailures),
    until: read("until", (name, text) => readTimeOfDay(name, { text, now })),
    reuseWithinMs: read("reuse-within", readTime),
  };
}

/** @throws {InputError} when it is no whole number from 1. */
export function readCount(name: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw wrong(name, text, "it is not a whole number from 1");
}

function readAmount(name: string, text: string): number {
  if (/^\d+(?:\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw wrong(name, text, "it is not an amount above 0, like 0.25");
}

function readRate(name: string, text: string): RateWindow[] {
  return text.split(",").map((part) => {
    const [, count = "", unit = ""] = /^ *([1-9]\d{0,8}) *\/ *(s|min|m|h|d) *$/.exec(part) ?? [];
    const perMs = UNIT_MS[unit];
    if (perMs === undefined) throw wrong(name, text, "it is written like 5/s, 100/min or 5/s,100/min");
    return { count: Number(count), perMs };
  });
}

function readTime(name: string, text: string): number {
  const [, count = "", unit = ""] = /^(\d+(?:\.\d+)?) *(s|min|m|h|d)$/.exec(text) ?? [];
  const ms = Number(count) * (UNIT_MS[unit] ?? 0);
  if (!(ms > 0)) throw wrong(name, text, "it is not a time like 90s, 10m, 12h or 7d");
  return ms;
}

function readFailures(name: string, text: string): LimitFlags["maxFailures"] {
  const [, percent] = /^(\d{1,3}(?:\.\d+)?) *%$/.exec(text) ?? [];
  if (percent !== undefined && Number(percent) <= 100) return { share: Number(percent) / 100 };
  if (/^\d{1,9}$/.test(text)) return { count: Number(text) };
  throw wrong(name, text, "it is a number like 20, or a share like 5%");
}

/** The next time the clock on the wall shows it: tonight's 06:30 is tomorrow morning. */
function readTimeOfDay(name: string, { text, now }: { readonly text: string; readonly now: Date }): Date {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) throw wrong(name, text, "it is not a time of day like 06:30");
  const until = new Date(now);
  until.setHours(Number(hours), Number(minutes), 0, 0);
  if (until <= now) until.setDate(until.getDate() + 1);
  return until;
}

function wrong(name: string, text: string, state: string): InputError {
  return new InputError(`Cannot use --${name} ${text}: ${state}`);
}
