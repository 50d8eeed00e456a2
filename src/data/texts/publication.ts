import { dayNumber, isDay } from "../../calendar/day.ts";
import { nextSession, sessionMinutes } from "../../calendar/exchange_days.ts";
import { NYSE } from "../../calendar/exchanges.ts";
import { zoneTime } from "../../calendar/zone_time.ts";

/** When a text was published, and from which day on it may be used. */
export interface Publication {
  /** Its day, of the exchange's clock where an hour is given. */
  readonly day: string;
  readonly known: string;
  readonly isTimed: boolean;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Zones of mail by what they are behind or ahead of UTC (RFC 822). */
const ZONES: Readonly<Record<string, string>> = Object.fromEntries(
  "Z+00:00 UT+00:00 UTC+00:00 GMT+00:00 EST-05:00 EDT-04:00 CST-06:00 CDT-05:00 MST-07:00 MDT-06:00 PST-08:00 PDT-07:00"
    .split(" ").map((pair) => pair.split(/(?=[+-])/)),
);

const TIME = "(\\d\\d?:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?)";
const ZONE = "(Z|[A-Z]{2,3}|(?:GMT|UTC)?[+-]\\d\\d:?\\d\\d)";
/** `2024-05-02`, `2024-05-02T16:30:00Z`, `2024-05-02 16:30`. */
const ISO = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)(?:[T ]\\s?${TIME}\\s?${ZONE}?)?$`, "i");
/** `Thu, 2 May 2024 16:30:00 GMT`, `2 May 2024`. */
const MAIL = new RegExp(
  `^(?:[a-z]{3,9},?\\s+)?(\\d\\d?)\\s+([a-z]{3,9})\\.?,?\\s+(\\d{4})(?:\\s+${TIME}\\s*${ZONE}?)?$`,
  "i",
);
/** `Thu May 02 16:30:00 +0000 2014`, as posts have it. */
const POST = new RegExp(`^[a-z]{3}\\s+([a-z]{3})\\s+(\\d\\d?)\\s+${TIME}\\s+${ZONE}\\s+(\\d{4})$`, "i");
/** `May 2, 2024`. */
const WORDS = /^([a-z]{3,9})\.?\s+(\d\d?)(?:st|nd|rd|th)?,?\s+(\d{4})$/i;
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;
/** Seconds or milliseconds since 1970: of 2001 and later. */
const SECONDS = /^(1\d{9}|\d{13})(?:\.\d+)?$/;

/**
 * Reads when a text was published. An hour counts where its zone is given: then the text is known on its day if it is one
 * of a session that had not ended, else from the next session on. A day alone counts from the session after it, and so
 * does an hour of an unknown zone.
 * @returns `undefined` where it is no day, or one that two countries read in two ways, like `02/05/2024`.
 */
export function readPublication(cell: string): Publication | undefined {
  const text = cell.trim();
  const [, count] = SECONDS.exec(text) ?? [];
  if (count !== undefined) return timed(Number(count) * (count.length === 13 ? 1 : 1000));
  const found = parts(text);
  if (found === undefined || !isDay(found.day)) return undefined;
  const offset = found.time === undefined || found.zone === undefined ? undefined : offsetOf(found.zone);
  if (offset === undefined) return { day: found.day, known: sessionAfter(found.day), isTimed: false };
  const time = Date.parse(`${found.day}T${(found.time ?? "").replace(/^(\d):/, "0$1:")}${offset}`);
  return Number.isNaN(time) ? undefined : timed(time);
}

/** The session after a day, from which on what was published on it is known. */
export function sessionAfter(day: string): string {
  return sessions.getOrInsertComputed(day, () => nextSession(day));
}

const sessions = new Map<string, string>();

interface Written {
  readonly day: string;
  readonly time?: string | undefined;
  readonly zone?: string | undefined;
}

function parts(text: string): Written | undefined {
  const iso = ISO.exec(text);
  if (iso !== null) return { day: iso[1] ?? "", time: iso[2], zone: iso[3] };
  const compact = COMPACT.exec(text);
  if (compact !== null) return { day: compact.slice(1).join("-") };
  const mail = MAIL.exec(text);
  if (mail !== null) return { day: dayOf(mail[3], mail[2], mail[1]), time: mail[4], zone: mail[5] };
  const post = POST.exec(text);
  if (post !== null) return { day: dayOf(post[5], post[1], post[2]), time: post[3], zone: post[4] };
  const words = WORDS.exec(text);
  return words === null ? undefined : { day: dayOf(words[3], words[1], words[2]) };
}

function dayOf(year = "", month = "", date = ""): string {
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return `${year}-${String(number).padStart(2, "0")}-${date.padStart(2, "0")}`;
}

function offsetOf(zone: string): string | undefined {
  const bare = zone.toUpperCase().replace(/^(?:GMT|UTC)(?=[+-])/, "");
  return /^[+-]/.test(bare) ? bare.replace(/^(...):?/, "$1:") : ZONES[bare];
}

const MINUTE_MS = 60_000;

function timed(time: number): Publication | undefined {
  const { day, at } = zoneTime(time, NYSE.zone);
  if (!/^\d{4}-/.test(day) || dayNumber(day) < 0) return undefined;
  const session = sessionMinutes(day);
  const isBefore = session !== undefined && at < session.close * MINUTE_MS;
  return { day, known: isBefore ? day : sessionAfter(day), isTimed: true };
}
