import { relative } from "node:path";

/** A path as a person in the folder `base` would type it. */
export function shortPath(base: string, path: string): string {
  const short = relative(base, path);
  return short === "" ? "." : short.startsWith("..") ? path : short;
}
