import type { AssistedWork } from "../assisting.ts";
import { companyLabel } from "../../data/company_label.ts";
import { MANY_SUBJECTS } from "./limits.ts";
import { quotedData } from "./quoted_data.ts";

/** Most characters of one part of a result that a model is shown, and of the results of one reply. */
const MAX_CHARS = 1_200;
const MAX_ALL_CHARS = 4_000;
/** Most characters of the request, subjects, and pieces of it that are not met. */
const MAX_REQUEST_CHARS = 1_500;
const MAX_TICKERS = 100;
const MAX_UNMET = 6;
/** How much of lists and texts stays, until a result is short enough. */
const LENGTHS = [
  { rows: 10, chars: 800 },
  { rows: 5, chars: 500 },
  { rows: 3, chars: 250 },
  { rows: 1, chars: 120 },
] as const;

/** What an answer is about: the day, the subjects, the request, which is data, and what of it the fixed plan does not meet. */
export function shownWork({ input, unmet, companies, desk }: AssistedWork): string {
  const names = companies.slice(0, MAX_TICKERS).map((one) =>
    companies.length > MANY_SUBJECTS ? one.ticker : companyLabel(one)
  );
  const others = companies.length - names.length;
  const pieces = unmet.length - MAX_UNMET;
  return [
    `Day of the answer: ${desk.view.asOf}`,
    `Subjects: ${[...names, ...others > 0 ? [`and ${others} more`] : []].join(", ")}`,
    "The request:",
    quotedData("request", input, MAX_REQUEST_CHARS),
    ...(unmet.length === 0 ? [] : ["Of the request, not met so far:"]),
    ...unmet.slice(0, MAX_UNMET).map(({ text, why }) => quotedData("piece", `${text}: ${why}`, MAX_REQUEST_CHARS / 10)),
    ...(pieces > 0 ? [`and ${pieces} more`] : []),
  ].join("\n");
}

/**
 * A part of a result at a length that a model is shown.
 * @param value Anything that is JSON.
 * @param quote Puts the words of others in it between their marks, once it is cut.
 * @returns At most 1,200 characters of JSON; where something was left out, an object that says so.
 */
export function shortened<T>(value: T, quote: (value: T) => unknown = (same) => same): unknown {
  const whole = quote(value);
  if (isShort(whole)) return whole;
  for (const lengths of LENGTHS) {
    const result = quote(cut(value, lengths) as T); // of the same shape
    const less = { shortened: "the ends of its lists and texts are left out", result };
    if (isShort(less)) return less;
  }
  return TOO_LONG;
}

/**
 * A result as a model is shown it. It is not cut here: a mark of data could be lost.
 * @param count Results of one reply, which share the room.
 */
export function shownResult(value: unknown, count = 1): string {
  const text = JSON.stringify(value);
  return text.length <= MAX_ALL_CHARS / count ? text : JSON.stringify(TOO_LONG);
}

const TOO_LONG = { shortened: "it is too long to show: ask for less" };

function isShort(value: unknown): boolean {
  return JSON.stringify(value).length <= MAX_CHARS;
}

function cut(value: unknown, lengths: (typeof LENGTHS)[number]): unknown {
  if (typeof value === "string") return value.length > lengths.chars ? `${value.slice(0, lengths.chars)}…` : value;
  if (Array.isArray(value)) return value.slice(0, lengths.rows).map((one) => cut(one, lengths));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one, lengths)]));
}
