import { metricRows } from "./metric_row.ts";

/**
 * Metrics of the session in New York of the day of the last bar used, from trades or intraday bars; `data/session.ts`
 * says which of them count. Without such a session, or with one whose rows end before it does, they are omitted.
 */
export const SESSION_METRICS = metricRows(`
  all: shelf sessions
  session_value: currency 0 sum | sum of price times shares over the session; of a bar, its average price or (high + low + close) / 3
    name value traded in the session | window of | needs trades or intraday prices of that day's whole session
    ask traded value|value traded
  session_vwap: currency 2 | session_value / shares of the session | published Berkowitz, Logue & Noser 1988
    name average price of the session (VWAP) | window of | needs trades or intraday prices of that day's whole session
    ask vwap|volume[ -]weighted (average )?price
  session_volatility: fraction 2 | square root of the sum of squared log returns between the last prices at or before each step of session_step minutes from the open; not annualised, without the night | published Andersen, Bollerslev, Diebold & Labys 2003
    name realised volatility of the session | window of | needs trades or intraday prices of that day's whole session
    ask (reali[sz]ed|intraday) (volatility|vol)
  session_step: count 0 | 5, or the minutes of a bar where that is more | published Andersen, Bollerslev, Diebold & Ebens 2001
`);
