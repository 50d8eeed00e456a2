import { createHash } from "node:crypto";
import { counted } from "../../text/counted.ts";
import { firstNames } from "../../text/cut.ts";
import type { Bar, DataProblem, DataSource, PriceSeries } from "../dataset.ts";
import { seriesOf } from "../series.ts";
import type { Session, SessionSeries } from "../session.ts";

/** `id` of the source of daily bars that are made of sessions; the same whichever files these come from. */
const SESSIONS_SOURCE = "sessions";

/** What is needed of a file. */
interface FileOfSessions {
  readonly file: string;
  readonly sha256: string;
  readonly sessions?: readonly SessionSeries[];
}

/** The sessions of a folder. */
export interface ChosenSessions {
  /** One for each ticker that has some. */
  readonly sessions: readonly SessionSeries[];
  /** The same as daily bars, those of unfinished days left out; one for each ticker that has some. */
  readonly series: readonly PriceSeries[];
  /** The files, and what the daily bars come from; empty without sessions. */
  readonly sources: readonly DataSource[];
}

/**
 * Chooses one session for each ticker and day: a complete one before a partial one, then trades before bars, then short
 * bars before long ones, then more rows, then the first file by name. Sessions of other days do not matter.
 */
export function chooseSessions(files: readonly FileOfSessions[]): ChosenSessions {
  const days = new Map<string, Map<string, Session>>();
  const currencies = new Map<string, string>();
  for (const { ticker, currency, sessions } of files.flatMap((file) => file.sessions ?? [])) {
    const own = days.getOrInsertComputed(ticker, () => new Map<string, Session>());
    currencies.set(ticker, currency);
    for (const session of sessions) {
      const before = own.get(session.day);
      if (before === undefined || isBetter(session, before)) own.set(session.day, session);
    }
  }
  const sessions = [...days].map(([ticker, own]) => ({
    ticker,
    currency: currencies.get(ticker) ?? "",
    sessions: [...own.values()].sort((one, other) => one.day < other.day ? -1 : 1),
  }));
  return { sessions, series: sessions.flatMap(dailySeries), sources: sourcesOf(files) };
}

function isBetter(one: Session, other: Session): boolean {
  if (one.isPartial !== other.isPartial) return other.isPartial;
  if (one.from !== other.from) return one.from === "trades";
  return one.stepMinutes < other.stepMinutes || one.stepMinutes === other.stepMinutes && one.rows > other.rows;
}

function dailySeries({ ticker, currency, sessions }: SessionSeries): PriceSeries[] {
  const bars = sessions.filter(({ isPartial }) => !isPartial).map((session): Bar => {
    const { day, open, high, low, close, volume } = session;
    return { date: day, close, open, high, low, ...volume !== undefined && { volume } };
  });
  if (bars.length === 0) return [];
  return [seriesOf({ ticker, frequency: "daily", basis: "price", currency, source: SESSIONS_SOURCE }, bars)];
}

function sourcesOf(files: readonly FileOfSessions[]): DataSource[] {
  const used = files.filter(({ sessions = [] }) => sessions.length > 0);
  if (used.length === 0) return [];
  const sha256 = createHash("sha256").update(used.map((file) => file.sha256).sort().join("\n")).digest("hex");
  return [
    ...used.map((one) => ({ id: one.file, title: `Intraday rows of the file ${one.file}`, sha256: one.sha256 })),
    { id: SESSIONS_SOURCE, title: "Daily prices made from intraday files", sha256 },
  ];
}

/**
 * What is said of a file of sessions beside another: that daily bars are made of them, or that another file serves.
 * @param own Tickers with a price file of their own, whose daily bars stay as they are.
 */
export function notesOfSessions(
  { file, sessions = [] }: FileOfSessions,
  { chosen, own }: { readonly chosen: readonly SessionSeries[]; readonly own: ReadonlySet<string> },
): DataProblem[] {
  const serves = new Map(chosen.map((one) => [one.ticker, new Set(one.sessions)]));
  const isUsed = ({ ticker }: SessionSeries, session: Session) => serves.get(ticker)?.has(session) === true;
  const lost = sessions.flatMap((one) => one.sessions.filter((session) => !isUsed(one, session)));
  const made = sessions.filter((one) =>
    !own.has(one.ticker) && one.sessions.some((session) => !session.isPartial && isUsed(one, session))
  ).map(({ ticker }) => ticker);
  const remark = (message: string): DataProblem => ({ kind: "remark", file, line: 1, column: 1, message });
  return [
    ...made.length === 0
      ? []
      : [remark(`No price file of their own: daily prices of ${firstNames(made)} are made from these`)],
    ...lost.length === 0
      ? []
      : [remark(`Ignored ${counted(lost.length, "session")}: other files have better ones of the same days`)],
  ];
}
