import type { ThesisRow } from "../../run/thesis_row.ts";
import { oneLine } from "../../text/control.ts";
import { countWords } from "../progress_line.ts";
import { countText } from "./formats.ts";
import type { ReportSurvey } from "./survey.ts";

const DAY_MS = 86_400_000;
/** Lengths of an ISO 8601 time to the minute and to the day. */
const MINUTES_LENGTH = 16;
const DAY_LENGTH = 10;

/** The age of a run's data. */
export interface Freshness {
  /** The most frequent day, `YYYY-MM-DD`; of a tie, the newest. */
  readonly usual: string | undefined;
  /** A thesis with the oldest data, if older than `usual`. */
  readonly oldest: ThesisRow | undefined;
  /** A thesis with the newest data, if newer than `usual`. */
  readonly newest: ThesisRow | undefined;
  /** Days from the usual day to the start of the run. */
  readonly ageDays: number | undefined;
}

/** One sentence on whether every row is done; begins with INCOMPLETE if not. */
export function completeWords({ statuses, input: { rows } }: ReportSurvey): string {
  if (rows.length === 0) return "INCOMPLETE: the list has no rows";
  if (statuses.done === rows.length) {
    return `Complete: ${rows.length === 1 ? "1 name has a" : `all ${countText(rows.length)} names have a`} thesis`;
  }
  const open = rows.length - statuses.done;
  return `INCOMPLETE: ${countText(open)} of ${countText(rows.length)} names ${open === 1 ? "is" : "are"} not done (${
    countWords({ ...statuses, done: 0 })
  })`;
}

/** Computes the age of the data behind the theses. */
export function freshnessOf({ theses, input: { manifest } }: ReportSurvey): Freshness {
  const days = [...Map.groupBy(theses, ({ asOf = "" }) => asOf)].filter(([day]) => day !== "")
    .toSorted(([a], [b]) => a < b ? -1 : 1);
  const [usual] = days.reduce((most, day) => day[1].length >= (most[1]?.length ?? 0) ? day : most, days[0] ?? []);
  const [[oldestDay, [oldest] = []] = [], [newestDay, [newest] = []] = []] = [days[0], days.at(-1)];
  const age = usual === undefined ? NaN : (Date.parse(manifest.started_at) - Date.parse(usual)) / DAY_MS;
  return {
    usual,
    oldest: oldestDay === usual ? undefined : oldest,
    newest: newestDay === usual ? undefined : newest,
    ageDays: Number.isFinite(age) && age >= 0 ? Math.floor(age) : undefined,
  };
}

/** Like `3,249 days before the run`; empty if unknown. */
export function ageWords({ ageDays }: Freshness): string {
  return ageDays === undefined ? "" : `${plural(ageDays, "day")} before the run`;
}

/** Like `2026-11-21 05:31 UTC`. */
export function clock(time: string): string {
  return `${oneLine(time.slice(0, MINUTES_LENGTH)).replace("T", " ")} UTC`;
}

/** Like `2026-11-21 05:31 to 05:34 UTC`. */
export function clockSpan(from: string, to: string | undefined): string {
  if (to === undefined) return `since ${clock(from)}`;
  const isSameDay = from.slice(0, DAY_LENGTH) === to.slice(0, DAY_LENGTH);
  const end = isSameDay ? clock(to).slice(DAY_LENGTH + 1) : clock(to);
  return `${clock(from).replace(" UTC", "")} to ${end}`;
}

/** Like `3 requests`. */
export function plural(count: number, word: string): string {
  return `${countText(count)} ${word}${count === 1 ? "" : "s"}`;
}
