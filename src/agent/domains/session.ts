import { dayNumber } from "../../calendar/day.ts";
import type { Session } from "../../data/session.ts";
import { type Lack, type Reader, type Readers, reading } from "./reading.ts";

const NO_SESSION: Lack = { cause: "history", lacks: "needs trades or intraday bars of the whole session of the day" };

/** Reads a figure of the session of the bar's day. */
function ofSession(pick: (session: Session) => number | undefined): Reader {
  return ({ days }, position, { sessions = [] } = {}) => {
    const session = sessions.findLast(({ day }) => dayNumber(day) === days[position]);
    return session === undefined || session.isPartial ? NO_SESSION : reading(pick(session) ?? NaN, NO_SESSION);
  };
}

/** Metrics of a session; `data/metrics/session.ts` defines them. */
export const SESSION_READERS: Readers = {
  session_value: ofSession(({ tradedValue }) => tradedValue),
  session_vwap: ofSession(({ vwap }) => vwap),
  session_volatility: ofSession(({ realisedVolatility }) => realisedVolatility),
  session_step: ofSession(({ stepMinutes }) => stepMinutes),
};
