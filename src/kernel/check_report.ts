import { stripControl } from "../text/control.ts";

/** One finding of `deno check`. */
export interface Finding {
  /** Like 2322; 0 when the module cannot be parsed or resolved. */
  readonly code: number;
  readonly message: string;
  /** Line of the checked module, from 1; absent when the finding is elsewhere or has no place. */
  readonly line?: number;
  /** All that is printed of it. */
  readonly text: string;
  /** The module and line where it is, when that is not the checked one. */
  readonly elsewhere?: string;
}

/** Reads what `deno check` of Deno 2.9 printed about one module. */
export function readCheckReport(report: string, moduleUrl: string): Finding[] {
  const [text = ""] = stripControl(report).split("\nStack backtrace:");
  const starts = [...text.matchAll(/^(?:TS(\d+) \[ERROR\]|error): /gm)];
  return starts.flatMap(({ index, 0: head, 1: code }, at) => {
    const block = text.slice(index + head.length, starts[at + 1]?.index);
    if (block.startsWith("Type checking failed")) return [];
    return [{ code: Number(code ?? 0), message: messageOf(block), text: block, ...placeOf(block, moduleUrl) }];
  });
}

/** The message, without the excerpt of the source. */
function messageOf(block: string): string {
  const lines = block.split("\n");
  const end = lines.findIndex((line) => /^ {4}at \S+:\d+:\d+$|^Found \d+ error|^ *\|$|^changes:$/.test(line));
  const own = end < 0 ? lines : lines.slice(0, end);
  const mark = own.findIndex((line) => /^\s*[~^]+$/.test(line));
  const said = mark < 0 ? own : own.slice(0, mark - 1);
  return said.map((line) => line.trim()).filter(Boolean).join(" ").replace(/file:\/\/\/(?:[^\s"'()]*\/)?/g, "");
}

function placeOf(block: string, moduleUrl: string): Pick<Finding, "line" | "elsewhere"> {
  const [, url, line] = /^ {4}at (\S+):(\d+):\d+$/m.exec(block) ?? [];
  if (url === undefined) return {};
  if (url === moduleUrl) return { line: Number(line) };
  return { elsewhere: `${url.replace(/^.*\//, "")}, line ${line}` };
}
