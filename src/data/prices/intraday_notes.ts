import { longDay } from "../../calendar/day.ts";
import { counted } from "../../text/counted.ts";
import { firstNames } from "../../text/cut.ts";
import type { LeftOut } from "../sessions/left_out.ts";
import type { MadeSessions } from "../sessions/make_sessions.ts";

/** A sentence on a file as a whole. */
export interface SessionNote {
  readonly message: string;
  /** Whether nothing of the file is lost that belongs to a session. */
  readonly isRemark: boolean;
}

/** What is known of a file beside its sessions. */
interface NoteOptions {
  readonly kind: "bars" | "trades" | "quotes";
  /** Whether its times have a zone, or its rows prove it. */
  readonly clock: "zone" | "proven";
  readonly leftOut: LeftOut;
}

const WRITE = "write times as 2025-11-03T14:30:00Z or 2025-11-03T09:30:00-05:00, or name the column time_et";

/** What is said of the sessions of a file: what they are, what was left out, and which there are not. */
export function sessionNotes(made: MadeSessions, { kind, clock, leftOut }: NoteOptions): SessionNote[] {
  const remark = (message: string) => ({ message, isRemark: true });
  const lost = (message: string) => ({ message, isRemark: false });
  const remarks = [
    ...made.sessions.size > 0 ? [remark(whatTheyAre(made, { kind, clock }))] : [],
    ...leftOut.words().map(remark),
    ...partialNotes(made).map(remark),
  ];
  const losses = [
    ...made.unproven.length > 0
      ? [lost(`Skipped ${days(made.unproven)}: its rows do not prove which clock its times are of; ${WRITE}`)]
      : [],
    ...made.outside.length > 0
      ? [
        lost(
          `Skipped ${days(made.outside)}: most is traded outside 09:30 to 16:00, unlike on the days before; ${WRITE}`,
        ),
      ]
      : [],
    ...[...Map.groupBy(made.refused, ({ why }) => why)].map(([why, all]) =>
      lost(`No session of ${firstNames(all.map(({ ticker, day }) => `${ticker} on ${longDay(day)}`), 3)}: ${why}`)
    ),
  ];
  return made.sessions.size > 0 ? [...remarks, ...losses] : [...losses, ...remarks]; // the reason for nothing comes first
}

/**
 * Why a file whose times have no zone is not read.
 * @param cell Its first time.
 * @param shift Hours to add to its clock to have New York's, where its rows prove a number.
 */
export function clockRefusal(cell: string, shift: number | undefined): string {
  const guess = shift === undefined
    ? "as New York time"
    : `as a clock ${Math.abs(shift)} ${Math.abs(shift) === 1 ? "hour" : "hours"} ${
      shift < 0 ? "ahead of" : "behind"
    } New York's`;
  const proof = shift === undefined
    ? "the rows do not prove New York's: the bulk of their volume is not in 09:30 to 16:00 by exactly one clock"
    : `the rows read ${guess}, not as New York's`;
  return `Cannot tell the time zone: ${JSON.stringify(cell.slice(0, 40))} has none, and ${proof}; ${WRITE}`;
}

function whatTheyAre({ sessions, barMinutes }: MadeSessions, { kind, clock }: Omit<NoteOptions, "leftOut">): string {
  const all = [...sessions.values()].flat();
  const rows = kind === "trades"
    ? "Trades"
    : `Bars of ${barMinutes === undefined ? "unknown length" : counted(barMinutes, "minute")}`;
  const zone = clock === "zone" ? "" : "; times have no zone, the rows prove New York's";
  return `${rows}, read as ${counted(all.length, "session")} of ${counted(sessions.size, "name")}, ` +
    `09:30 to 16:00 in New York or to 13:00 on a half day${zone}`;
}

/** The days that end early, with a few names; on a day of all names, their number. */
function partialNotes({ sessions }: MadeSessions): string[] {
  const partial = [...sessions].flatMap(([ticker, own]) =>
    own.filter(({ isPartial }) => isPartial).map(({ day }) => ({ ticker, day }))
  );
  if (partial.length === 0) return [];
  const byDay = Map.groupBy(partial, ({ day }) => day);
  const list = [...byDay].map(([day, all]) => `${longDay(day)} (${firstNames(all.map(({ ticker }) => ticker), 3)})`);
  return [`The rows end before the session does on ${firstNames(list, 3)}: no daily bar is made of it`];
}

function days(all: readonly string[]): string {
  return firstNames(all.map(longDay), 3);
}
