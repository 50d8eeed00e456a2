import type { Readers } from "./reading.ts";

export const VALUE_READERS: Readers = {};
