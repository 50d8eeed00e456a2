import { BARS_READERS } from "./bars.ts";
import { EVENTS_READERS } from "./events.ts";
import { INSIDER_READERS } from "./insider.ts";
import { LIQUIDITY_READERS } from "./liquidity.ts";
import { OWN_READERS } from "./own.ts";
import { QUALITY_READERS } from "./quality.ts";
import type { Readers } from "./reading.ts";
import { RISK_READERS } from "./risk.ts";
import { SESSION_READERS } from "./session.ts";
import { TEXT_READERS } from "./text.ts";
import { TREND_READERS } from "./trend.ts";
import { VALUE_READERS } from "./value.ts";

/** The readers of all measures. */
export const READERS: Readers = {
  ...BARS_READERS,
  ...TREND_READERS,
  ...RISK_READERS,
  ...LIQUIDITY_READERS,
  ...SESSION_READERS,
  ...QUALITY_READERS,
  ...VALUE_READERS,
  ...EVENTS_READERS,
  ...INSIDER_READERS,
  ...TEXT_READERS,
  ...OWN_READERS,
};
