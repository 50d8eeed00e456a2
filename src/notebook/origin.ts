import type { FileReference } from "../protocol/file_reference.ts";
import type { Snapshot } from "../stream/snapshot.ts";

/** Downloads a file of an answer. */
export type FetchFile = (file: FileReference) => Promise<Blob>;

/** Where an answer, a snapshot or a thesis comes from. */
export interface Origin {
  /** Downloads its files. */
  readonly fetchFile?: FetchFile | undefined;
  /** The answer that a thesis is a part of: it says of its verification and its files. */
  readonly answer?: Snapshot | undefined;
  /** What was asked. */
  readonly question?: string | undefined;
  /** Seconds it took. */
  readonly seconds?: number | undefined;
}

const UNKNOWN: Origin = {};
const known = new WeakMap<object, Origin>();

/** Remembers where a value comes from; its fields stay as they are. */
export function rememberOrigin<Value extends object>(value: Value, origin: Origin): Value {
  known.set(value, { ...known.get(value), ...origin });
  return value;
}

/** Where a value comes from, as far as it is known: outside a kernel it is not. */
export function originOf(value: object): Origin {
  return known.get(value) ?? UNKNOWN;
}
