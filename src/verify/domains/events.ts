import type { FiledReaders } from "./reader.ts";

export const EVENTS_READERS: FiledReaders = {};
