/** The longest function of a file: from the line that names it to its closing brace. */
export interface LongestFunction {
  readonly lines: number;
  /** Path of the file, and the line where it begins. */
  readonly name: string;
}

const OTHER =
  /^(?:\} )?(?:if|for|while|switch|catch|else|do|try|finally|return|class|interface|export (?:abstract )?class|export interface)\b/;
const OPENS = /(?:=> \{|\)(?:: .*)? \{|\b(?:get|set) .*\{)$/;

/**
 * By indentation, which `deno fmt` keeps: a block ends on the next line with the indentation of its first one.
 * Functions are lines that open a block after parameters or an arrow; the callbacks of `Deno.test` and the like count.
 */
export function longestFunction({ path, text }: { readonly path: string; readonly text: string }): LongestFunction {
  const lines = text.split("\n");
  const indentOf = (line: string) => line.length - line.trimStart().length;
  let longest = { lines: 0, name: path };
  for (const [at, line] of lines.entries()) {
    if (!OPENS.test(line)) continue;
    const indent = indentOf(line);
    let first = at;
    while (/^\s*[)}\]]/.test(lines[first] ?? "") && first > 0) {
      do first--; while (first > 0 && (indentOf(lines[first] ?? "") > indent || lines[first] === ""));
    }
    if (OTHER.test(lines[first]?.trim() ?? "")) continue;
    const end = lines.findIndex((other, place) => place > at && other !== "" && indentOf(other) <= indent);
    const count = end - first + 1;
    if (count > longest.lines) longest = { lines: count, name: `${path}:${first + 1}` };
  }
  return longest;
}
