import type { FiledReaders } from "./reader.ts";

export const QUALITY_READERS: FiledReaders = {};
