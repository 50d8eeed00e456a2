import { inflateRawSync } from "node:zlib";
import { excerpt } from "../text/control.ts";
import { type SavedOutput, sortedNames, textOf } from "./notebook_file.ts";

/** The first difference between the saved outputs of a cell and those of a run. */
export interface OutputChange {
  /** Like `output 2, text/html, line 1`. */
  readonly place: string;
  /** The line before and now; "nothing" if absent. */
  readonly before: string;
  readonly now: string;
}

/** What differs from run to run although nothing changed, the longest form first. */
const PASSING: readonly RegExp[] = [
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
  /\b[a-z]{2,5}_[0-9a-f]{8,}\b/g,
  /\b[0-9a-f]{16,}\b/g,
  /\bruns\/[\w.-]+\/\d{4}-\d\d-\d\d(?:[-_]\d+)?/g,
  /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?Z| ?[+-]\d\d:?\d\d)?/g,
  /\b\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?\b/g,
  /(?:\bUnder )?\b\d+(?:\.\d+)?\s?(?:ms|µs|s|sec|seconds?|min|minutes?|h|hours?)\b/gi,
  /\b[\d,]+ days? before this run\b/g,
  /\b(?:127\.0\.0\.1|localhost):\d+/g,
];
const CONTEXT_CHARS = 60;
const NOTHING = "nothing";

/**
 * Compares outputs, but not times, durations, identifiers and the bytes of images.
 * @returns Undefined when nothing else changed.
 */
export function changedOutput(before: readonly SavedOutput[], now: readonly SavedOutput[]): OutputChange | undefined {
  for (let at = 0; at < Math.max(before.length, now.length); at++) {
    const old = partsOf(before[at]);
    const fresh = partsOf(now[at]);
    for (const name of new Set([...old.keys(), ...fresh.keys()])) {
      const change = changedLine(old.get(name), fresh.get(name));
      if (change !== undefined) return { ...change, place: `output ${at + 1}, ${name}, line ${change.line}` };
    }
  }
  return undefined;
}

/** The outputs of a run, but the saved one where nothing changed: a file then changes only where its outputs do. */
export function keptOutputs(before: readonly SavedOutput[], now: readonly SavedOutput[]): readonly SavedOutput[] {
  return now.map((output, at) => {
    const saved = before[at];
    const isSame = saved !== undefined && changedOutput([saved], [output]) === undefined;
    return isSame && imagesOf(saved) === imagesOf(output) ? saved : output;
  });
}

/** An output's lines by what they are: a stream's name, an error, a media type. */
function partsOf(output: SavedOutput | undefined): Map<string, readonly string[]> {
  const { output_type, name, text, ename, evalue, data } = output ?? {};
  if (output_type === "stream") return new Map([[String(name), textOf(text).split("\n")]]);
  if (output_type === "error") return new Map([["error", `${ename}: ${evalue}`.split("\n")]]);
  return new Map(Object.entries(Object(data)).map(([type, value]) => [type, linesOf(type, value)]));
}

function linesOf(type: string, value: unknown): string[] {
  if (type.startsWith("image/") && type !== "image/svg+xml") return ["an image"];
  const isText = typeof value === "string" || Array.isArray(value) && value.every((one) => typeof one === "string");
  return unpacked(isText ? textOf(value) : JSON.stringify(sortedNames(value), null, 1)).split("\n");
}

/** The data of a table's frame is packed as raw deflate in base64; a time in it is a time all the same. */
function unpacked(text: string): string {
  return text.replace(/[A-Za-z0-9+/]{40,}={0,2}/g, (packed) => {
    try {
      return inflateRawSync(Uint8Array.fromBase64(packed)).toString();
    } catch {
      return packed; // other text
    }
  });
}

function imagesOf({ data }: SavedOutput): string {
  const images = Object.entries(Object(data)).filter(([type]) => type.startsWith("image/"));
  return JSON.stringify(images.map(([type, value]) => [type, textOf(value).replace(/\s/g, "")]));
}

function changedLine(before: readonly string[] = [], now: readonly string[] = []) {
  for (let at = 0; at < Math.max(before.length, now.length); at++) {
    const old = before[at];
    const fresh = now[at];
    if (old !== undefined && fresh !== undefined && lasting(old) === lasting(fresh)) continue;
    const [from, to] = aroundDifference(lasting(old ?? NOTHING), lasting(fresh ?? NOTHING));
    return { line: at + 1, before: from, now: to };
  }
  return undefined;
}

function lasting(line: string): string {
  return PASSING.reduce((text, pattern) => text.replace(pattern, "…"), line);
}

/** Both lines from a little before where they part; a line of HTML may be very long. */
function aroundDifference(before: string, now: string): [string, string] {
  let at = 0;
  while (at < before.length && before[at] === now[at]) at++;
  const from = at > CONTEXT_CHARS ? at - CONTEXT_CHARS / 2 : 0;
  const cut = (line: string) => (from > 0 ? "…" : "") + excerpt(line.slice(from), 2 * CONTEXT_CHARS);
  return [cut(before), cut(now)];
}
