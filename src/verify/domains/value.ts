import type { FiledReaders } from "./reader.ts";

export const VALUE_READERS: FiledReaders = {};
