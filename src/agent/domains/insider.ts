import type { Readers } from "./reading.ts";

export const INSIDER_READERS: Readers = {};
