import type { ScreenOptions } from "../batch/screen_options.ts";
import type { ModelUse } from "../run/model_use.ts";
import { CONVICTION_JSON, type ConvictionJson } from "../setup/conviction_json.ts";
import { type FlagsOf, type FlagTable, pickOptions } from "./flags.ts";
import type { Settings } from "../setup/settings.ts";
import { amount, count, duration, failures, rates, type Reader, type TimeOfDay, timeOfDay } from "./flag_values.ts";

const concurrency: Reader<number | "auto"> = (text, flag) => text.trim() === "auto" ? "auto" : count(text, flag);

/** The flags that say how fast a screen goes, what it may cost, and when it ends. */
export const LIMIT_FLAGS = {
  "concurrency": {
    value: "N|auto",
    read: concurrency,
    help: "most requests at once, up to 2000 (auto: from 8, adapts to what the service refuses)",
  },
  "rate": {
    value: "N/s|N/min|N/h",
    read: rates,
    help: "most requests started per time, or several: 5/s,100/min",
  },
  "timeout": {
    value: "TIME",
    read: duration,
    option: "attemptMs",
    help: "longest wait for one answer, like 90s or 10m (10m)",
  },
  "limit": { value: "N", read: count, help: "only the first N rows" },
  "max-requests": { value: "N", read: count, help: "most requests sent, repeats included" },
  "price": { value: "X", read: amount, help: "price of one request, like 0.25" },
  "max-cost": {
    value: "X",
    read: amount,
    help: "most that all requests cost together; needs --price, or CONVICTION_LLM_PRICE with a model",
  },
  "max-failures": { value: "N|P%", read: failures, help: "stop when more requests than this have failed" },
  "no-brake": {
    option: "brake",
    on: "off",
    help: "continue although half of the recent theses are about something else",
  },
  "until": { value: "HH:MM", read: timeOfDay, help: "send nothing after this time of day" },
  "reuse-within": {
    value: "TIME",
    read: duration,
    option: "reuseWithinMs",
    help: "reuse answers of earlier runs up to this age, like 12h or 7d",
  },
} as const satisfies FlagTable;

/** The limits of a screen, as the library takes them. */
export type Limits = Pick<ScreenOptions, keyof FlagsOf<typeof LIMIT_FLAGS>>;

/**
 * The limits that the flags set; without a flag, those of `conviction.json`.
 * @param options `file` is the settings file; `now` finds the next time of day.
 * @throws {InputError} when a limit of the file cannot be used.
 */
export function limitsOf(
  flags: FlagsOf<typeof LIMIT_FLAGS>,
  { file = {}, now }: { readonly file?: Partial<ConvictionJson> | undefined; readonly now: Date },
): Limits {
  const inFile = <Value>(name: "rate" | "concurrency" | "price", read: Reader<Value>): Value | undefined =>
    file[name] === undefined ? undefined : read(file[name], `"${name}" of ${CONVICTION_JSON},`);
  return {
    ...pickOptions(flags, LIMIT_FLAGS),
    rate: flags.rate ?? inFile("rate", LIMIT_FLAGS.rate.read),
    concurrency: flags.concurrency ?? inFile("concurrency", LIMIT_FLAGS.concurrency.read),
    price: flags.price ?? inFile("price", LIMIT_FLAGS.price.read),
    until: flags.until && nextTime(flags.until, now),
  };
}

/** The language model that adds to the answers, and what it may cost; absent without one. */
export function modelUseOf(settings: Settings): ModelUse | undefined {
  if (settings.kind !== "embedded" || settings.languageModel === undefined) return undefined;
  const { terms: { name, budget, mayComment }, price } = settings.languageModel;
  return { name, mayComment, budget, ...price && { price } };
}

/** The next such time: tonight, 06:30 is tomorrow morning. */
function nextTime({ hours, minutes }: TimeOfDay, now: Date): Date {
  const until = new Date(now);
  until.setHours(hours, minutes, 0, 0);
  if (until <= now) until.setDate(until.getDate() + 1);
  return until;
}
