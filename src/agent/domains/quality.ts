import type { Readers } from "./reading.ts";

export const QUALITY_READERS: Readers = {};
