import { InputError } from "../protocol/errors.ts";
import type { RateWindow } from "../pace/rate_limit.ts";

/** Reads the text after a flag; `flag` is the name of the flag, for a message. */
export type Reader<Value> = (text: string, flag: string) => Value;

/** A time of day, in local time. */
export interface TimeOfDay {
  readonly hours: number;
  readonly minutes: number;
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** A whole number from 1. */
export const count = matching(/^[1-9]\d{0,8}$/, "it is not a whole number from 1", Number);

/** An amount of money above 0. */
export const amount = matching(
  /^\d+(?:\.\d+)?$/,
  "it is not an amount above 0, like 0.25",
  (text) => Number(text) || undefined,
);

/** A share, as a number from 0 to 1. */
export const share = matching(/^(\d{1,3}(?:\.\d+)?) *%$/, "it is not a share like 5%", (_, percent) => {
  return Number(percent) <= 100 ? Number(percent) / 100 : undefined;
});

/** How many failures are too many, or which share of the requests. */
export const failures = matching(
  /^(?:(\d{1,9})|(\d{1,3}(?:\.\d+)?) *%)$/,
  "it is not a number like 20, or a share like 5%",
  (_, number, percent): { readonly count: number } | { readonly share: number } | undefined => {
    if (number !== undefined) return { count: Number(number) };
    return Number(percent) <= 100 ? { share: Number(percent) / 100 } : undefined;
  },
);

/** A span of time, in milliseconds. */
export const duration = matching(
  /^(\d+(?:\.\d+)?) *(s|min|m|h|d)$/,
  "it is not a time like 90s, 10m, 12h or 7d",
  (_, number, unit = "") => Number(number) * (UNIT_MS[unit] ?? 0) || undefined,
);

/** A time of day. */
export const timeOfDay = matching(
  /^([01]?\d|2[0-3]):([0-5]\d)$/,
  "it is not a time of day like 06:30",
  (_, hours, minutes): TimeOfDay => ({ hours: Number(hours), minutes: Number(minutes) }),
);

/** A day, `YYYY-MM-DD`. */
export const day = matching(/^\d{4}-\d\d-\d\d$/, "it is not a day like 2025-03-31", (text) => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text) ? text : undefined;
});

/** Most requests within spans of time; all of them hold at once. */
export const rates: Reader<RateWindow[]> = (text, flag) =>
  text.split(",").map((part) => {
    const [, number = "", unit = ""] = /^ *([1-9]\d{0,8}) *\/ *(s|min|m|h|d) *$/.exec(part) ?? [];
    const perMs = UNIT_MS[unit];
    if (perMs === undefined) throw wrongValue(flag, text, "it is not like 5/s, 100/min or 5/s,100/min");
    return { count: Number(number), perMs };
  });

/** One of some words. */
export function oneOf<Word extends string>(...words: readonly Word[]): Reader<Word> {
  return (text, flag) => {
    const found = words.find((word) => word === text);
    if (found === undefined) {
      throw wrongValue(flag, text, `it is not one of ${words.join(", ")}`);
    }
    return found;
  };
}

/** A name and its value, with a sign between them; `form` shows how they are written. */
export function named(sign: string, form: string): Reader<readonly [name: string, value: string]> {
  return (text, flag) => {
    const at = text.indexOf(sign);
    if (at <= 0) throw wrongValue(flag, text, `it is not like ${form}`);
    return [text.slice(0, at), text.slice(at + sign.length)];
  };
}

/** An error that shows the flag and the value. */
export function wrongValue(flag: string, text: string, state: string): InputError {
  return new InputError(`Cannot use ${flag} ${text}: ${state}`);
}

/** Reads a text that matches a pattern; white space around it does not count. */
function matching<Value>(
  pattern: RegExp,
  state: string,
  make: (text: string, ...groups: (string | undefined)[]) => Value | undefined,
): Reader<Value> {
  return (text, flag) => {
    const [all, ...groups] = pattern.exec(text.trim()) ?? [];
    const value = all === undefined ? undefined : make(all, ...groups);
    if (value === undefined) throw wrongValue(flag, text.trim(), state);
    return value;
  };
}
