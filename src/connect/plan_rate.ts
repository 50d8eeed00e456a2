import type { RateWindow } from "../pace/rate_limit.ts";
import { InputError } from "../protocol/errors.ts";

const SPANS: Readonly<Record<string, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/**
 * The rate of a person's plan, where it is written after the name of a source, like `eodhd:1000/minute`.
 * @param what Text after the colon; undefined without one.
 * @param options The source, and its rate where none is written.
 * @throws {InputError} when the text is no rate.
 */
export function planRate(
  what: string | undefined,
  { name, rate }: { readonly name: string; readonly rate: readonly RateWindow[] },
): readonly RateWindow[] {
  if (what === undefined) return rate;
  const [, count = "", span = ""] = /^([1-9]\d{0,6})\/([a-z]+)$/.exec(what.trim()) ?? [];
  const perMs = SPANS[span];
  if (perMs !== undefined) return [{ count: Number(count), perMs }];
  const spans = Object.keys(SPANS).join(", ");
  throw new InputError(
    `Cannot fetch from ${name}:${what}: after the colon stands the rate of your plan, like ${name}:1000/hour; spans are ${spans}`,
  );
}
