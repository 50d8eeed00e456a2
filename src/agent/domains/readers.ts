import { BARS_READERS } from "./bars.ts";
import { CHANCE_READERS } from "./chance.ts";
import { PRICE_READERS } from "./evaluate.ts";
import { EVENTS_READERS } from "./events.ts";
import { INSIDER_READERS } from "./insider.ts";
import { OWN_READERS } from "./own.ts";
import { QUALITY_READERS } from "./quality.ts";
import type { Readers } from "./reading.ts";
import { SESSION_READERS } from "./session.ts";
import { TEXT_READERS } from "./text.ts";
import { VALUE_READERS } from "./value.ts";

/** The readers of all measures. */
export const READERS: Readers = {
  ...BARS_READERS,
  ...PRICE_READERS,
  ...CHANCE_READERS,
  ...SESSION_READERS,
  ...QUALITY_READERS,
  ...VALUE_READERS,
  ...EVENTS_READERS,
  ...INSIDER_READERS,
  ...TEXT_READERS,
  ...OWN_READERS,
};
