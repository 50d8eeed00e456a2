import type { ThesisRow } from "../../run/thesis_row.ts";
import { oneLine } from "../../text/control.ts";
import { countWords } from "../progress_line.ts";
import { countText } from "./formats.ts";
import type { ReportSurvey } from "./survey.ts";

const DAY_MS = 86_400_000;
/** A time in ISO 8601 up to its minutes, and its day. */
const MINUTES_LENGTH = 16;
const DAY_LENGTH = 10;

/** How fresh a run is. */
export interface Freshness {
  /** The day that most theses rest on, `YYYY-MM-DD`; of two the newer. */
  readonly usual: string | undefined;
  /** The thesis that rests on the oldest data, where that is older. */
  readonly oldest: ThesisRow | undefined;
  /** The one that rests on the newest, where that is newer. */
  readonly newest: ThesisRow | undefined;
  /** Days from the usual day to the start of the run. */
  readonly ageDays: number | undefined;
}

/** Whether every row is done, in one sentence; what is not begins with INCOMPLETE. */
export function completeWords({ statuses, input: { rows } }: ReportSurvey): string {
  if (rows.length === 0) return "INCOMPLETE: the list has no rows";
  if (statuses.done === rows.length) {
    return `Complete: ${
      rows.length === 1 ? "the one name has its" : `all ${countText(rows.length)} names have a`
    } thesis`;
  }
  const open = rows.length - statuses.done;
  return `INCOMPLETE: ${countText(open)} of ${countText(rows.length)} names ${open === 1 ? "is" : "are"} not done (${
    countWords({ ...statuses, done: 0 })
  })`;
}

/** How old the data behind the theses is. */
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

/** Like `3,249 days before the run`; empty when it is not known. */
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
