import { BARS_READERS } from "./bars.ts";
import { LIQUIDITY_READERS } from "./liquidity.ts";
import { MOVES_READERS } from "./moves.ts";
import type { Readers } from "./reader.ts";
import { RISK_READERS } from "./risk.ts";
import { SESSION_READERS } from "./session.ts";
import { TREND_READERS } from "./trend.ts";

/** The verifier's readers of all measures; `agent/domains` has its own. */
export const READERS: Readers = {
  ...BARS_READERS,
  ...TREND_READERS,
  ...RISK_READERS,
  ...MOVES_READERS,
  ...LIQUIDITY_READERS,
  ...SESSION_READERS,
};
