import type { Metrics } from "./metric.ts";

/**
 * Metrics of the session in New York of the day of the last bar used, from trades or intraday bars; `data/session.ts`
 * says which of them count. Without such a session, or with one whose rows end before it does, they are omitted.
 */
export const SESSION_METRICS = {
  session_value: {
    unit: "currency",
    decimals: 0,
    formula: "sum of price times shares over the session; of a bar, its average price or (high + low + close) / 3",
    shelf: "sessions",
  },
  session_vwap: {
    unit: "currency",
    decimals: 2,
    formula: "session_value / shares of the session",
    published: "Berkowitz, Logue & Noser 1988",
    shelf: "sessions",
  },
  session_volatility: {
    unit: "fraction",
    decimals: 2,
    formula:
      "square root of the sum of squared log returns between the last prices at or before each step of session_step minutes from the open; not annualised, without the night",
    published: "Andersen, Bollerslev, Diebold & Labys 2003",
    shelf: "sessions",
  },
  session_step: {
    unit: "count",
    decimals: 0,
    formula: "5, or the minutes of a bar where that is more",
    published: "Andersen, Bollerslev, Diebold & Ebens 2001",
    shelf: "sessions",
  },
} as const satisfies Metrics;
