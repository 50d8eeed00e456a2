import type { Readers } from "./reading.ts";

export const EVENTS_READERS: Readers = {};
