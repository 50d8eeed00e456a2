import type { FileReference } from "../protocol/file_reference.ts";

/** Downloads a file of an answer. */
export type FetchFile = (file: FileReference) => Promise<Blob>;

const known = new WeakMap<object, FetchFile>();

/** Remembers where the files of an answer, a snapshot or a thesis come from. */
export function rememberFiles<Value extends object>(value: Value, fetchFile: FetchFile): Value {
  known.set(value, fetchFile);
  return value;
}

/** Where the files of an answer come from, if that is known: outside a kernel it is not. */
export function filesOf(value: object): FetchFile | undefined {
  return known.get(value);
}
