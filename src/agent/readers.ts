import { LIQUIDITY_READINGS } from "./liquidity_readings.ts";
import type { Readers } from "./reading.ts";
import { RISK_READINGS } from "./risk_readings.ts";
import { TREND_READINGS } from "./trend_readings.ts";

/** Every metric that is read from prices alone. */
export const READERS: Readers = { ...TREND_READINGS, ...RISK_READINGS, ...LIQUIDITY_READINGS };
