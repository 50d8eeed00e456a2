import { SourceMap } from "node:module";
import type { CellError } from "./cell_outputs.ts";
import { importsOf } from "./cell_imports.ts";
import { runDeno } from "./run_deno.ts";

/**
 * The line of a cell that threw. A stack of the kernel names lines of the program that it made of the cell, so the cell
 * is translated again, with the map from one to the other.
 * @param folder A folder that may be written to.
 * @returns From 1; undefined when the stack names none.
 */
export async function lineOfError(source: string, error: CellError, folder: string): Promise<number | undefined> {
  // The outermost call is in this cell; inner ones may be in functions of earlier cells.
  const frame = error.traceback.findLast((line) => /<anonymous>:\d+:\d+\)?$/.test(line)) ?? "";
  const [, line, column] = /:(\d+):(\d+)\)?$/.exec(frame) ?? [];
  if (line === undefined || column === undefined) return undefined;
  const module = withDynamicImports(source);
  const flags = ["--no-config", "--no-lock", "-q", "--source-map", "inline"];
  const { stdout } = await runDeno(["transpile", ...flags], { folder, module });
  const [, map] = /sourceMappingURL=data:application\/json;base64,(\S+)/.exec(stdout) ?? [];
  if (map === undefined) return undefined;
  const entry = new SourceMap(JSON.parse(atob(map))).findEntry(Number(line) - 1, Number(column) - 1);
  return "originalLine" in entry ? entry.originalLine + 1 : undefined;
}

/** The kernel makes one line of each import; a translation alone would drop those that are not used. */
function withDynamicImports(source: string): string {
  return importsOf(source).toReversed().reduce((text, { start, end, clause }) => {
    const lines = text.slice(start, end).replace(/[^\n]/g, "");
    const isType = /^\s*type\s+[\w${*]/.test(clause);
    return `${text.slice(0, start)}${isType ? "" : 'await import("x");'}${lines}${text.slice(end)}`;
  }, source);
}
