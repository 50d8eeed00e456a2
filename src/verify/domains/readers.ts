import { BARS_READERS } from "./bars.ts";
import { CHANCE_READERS } from "./chance.ts";
import { PRICE_READERS } from "./evaluate.ts";
import { FILED_READERS } from "./evaluate_filed.ts";
import { EVENTS_READERS } from "./events.ts";
import { INSIDER_READERS } from "./insider.ts";
import type { FiledReaders, Reader, Readers } from "./reader.ts";
import { TEXT_READERS } from "./text.ts";
import { sum } from "./arithmetic.ts";
import { dayAt } from "../../data/series.ts";
import type { Session } from "../../data/session.ts";

/** What own tables say; `data/metrics/own.ts` defines it. */
const OWN_READERS: Readers = {
  own_view: (subject) => {
    const standings = subject.ownStandings();
    return standings.length === 0 ? "comparison" : sum(standings) / standings.length;
  },
};

/** Minutes of the longest session. */
const SESSION_MINUTES = 390;
const ROUNDING = 1 + 1e-9;

/** A figure of the session that the newest bar's day has, worked out again from the other figures of it. */
function again(compute: (session: Session) => number): Reader {
  return ({ series, sessions }, at) => {
    const day = dayAt(series, at);
    const [session] = sessions().filter((one) => one.day === day && !one.isPartial);
    const value = session === undefined ? NaN : compute(session);
    return Number.isFinite(value) ? value : "history";
  };
}

/**
 * The rows of a session are not kept, so that its volatility cannot be summed again. It is held against what it cannot
 * exceed: of n returns with a known sum the squares are at least that sum squared over n (Cauchy and Schwarz), and no
 * return is larger than from the lowest to the highest price.
 */
function boundedVolatility(session: Session): number {
  const { open, high, low, close, realisedVolatility = NaN, stepMinutes } = session;
  const count = Math.ceil(SESSION_MINUTES / stepMinutes);
  const least = Math.abs(Math.log(close) - Math.log(open)) / Math.sqrt(count);
  const most = (Math.log(high) - Math.log(low)) * Math.sqrt(count);
  const isPossible = realisedVolatility * ROUNDING >= least && realisedVolatility <= most * ROUNDING;
  return isPossible ? realisedVolatility : NaN;
}

/** Metrics of a session; `data/metrics/session.ts` defines them. */
const SESSION_READERS: Readers = {
  session_value: again(({ vwap = NaN, volume = NaN }) => vwap * volume),
  session_vwap: again(({ tradedValue = NaN, volume = NaN }) => tradedValue / volume),
  session_volatility: again(boundedVolatility),
  session_step: again(({ stepMinutes }) => stepMinutes),
};

/** The verifier's readers of all measures; `agent/domains` has its own. */
export const READERS: FiledReaders = {
  ...BARS_READERS,
  ...PRICE_READERS,
  ...CHANCE_READERS,
  ...SESSION_READERS,
  ...FILED_READERS,
  ...EVENTS_READERS,
  ...INSIDER_READERS,
  ...TEXT_READERS,
  ...OWN_READERS,
};
