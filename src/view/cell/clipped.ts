import { stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { cut } from "../../text/cut.ts";

/** How much of a text is shown. */
export interface TextLimits {
  /** Most lines, at least 2. */
  readonly lines: number;
  /** Most characters of a line. */
  readonly columns: number;
}

/**
 * The start and the end of a text from outside, without control characters; between them stands how much was left out.
 * Errors say what happened at one of both ends.
 */
export function clipped(text: string, { lines, columns }: TextLimits): string {
  const reach = lines * columns; // a text of any length is read at its ends only
  const isLong = text.length > 2 * reach;
  const head = linesOf(isLong ? text.slice(0, reach) : text);
  const tail = isLong ? linesOf(text.slice(-reach)) : [];
  const all = [...head, ...tail];
  const narrow = (line: string) => cut(line, columns);
  if (!isLong && all.length <= lines) return all.map(narrow).join("\n");
  const first = head.slice(0, Math.ceil(lines / 2));
  const last = all.slice(Math.max(first.length, all.length - Math.floor(lines / 2)));
  const left = isLong
    ? `of ${counted(text.length, "character")}`
    : counted(all.length - first.length - last.length, "line");
  return [...first.map(narrow), `… ${left} left out …`, ...last.map(narrow)].join("\n");
}

function linesOf(text: string): string[] {
  return stripControl(text).trimEnd().split("\n");
}
