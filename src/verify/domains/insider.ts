import type { FiledReaders } from "./reader.ts";

export const INSIDER_READERS: FiledReaders = {};
