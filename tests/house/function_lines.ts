/** A function: from the line that names it to its closing brace. */
export interface FunctionLines {
  /** Line where it begins, from 1. */
  readonly first: number;
  readonly lines: number;
}

const OTHER =
  /^(?:\} )?(?:if|for|while|switch|catch|else|do|try|finally|class|interface|export (?:abstract )?class|export interface)\b/;
const OPENS = /(?:=> \{|\)(?:: .*)? \{|\b(?:get|set) .*\{)$/;

const indentOf = (line: string) => line.length - line.trimStart().length;

/**
 * The functions of a file, by indentation, which `deno fmt` keeps: a block ends on the next line with the indentation
 * of its first one. Functions are lines that open a block after parameters or an arrow; a function inside another and
 * a callback of `Deno.test` and the like count for themselves too.
 */
export function functionsOf(text: string): FunctionLines[] {
  const lines = text.split("\n");
  const found: FunctionLines[] = [];
  for (const [at, line] of lines.entries()) {
    if (!OPENS.test(line)) continue;
    const indent = indentOf(line);
    let first = at;
    while (/^\s*[)}\]]/.test(lines[first] ?? "") && first > 0) {
      do first--; while (first > 0 && (indentOf(lines[first] ?? "") > indent || lines[first] === ""));
    }
    if (OTHER.test(lines[first]?.trim() ?? "")) continue;
    const end = lines.findIndex((other, place) => place > at && other !== "" && indentOf(other) <= indent);
    found.push({ first: first + 1, lines: end - first + 1 });
  }
  return found;
}
