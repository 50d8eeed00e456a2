import { inertLine, inertPath } from "../text/inert.ts";

const SIGNS: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&" };
/** A code span with its fence of backticks, or what is between two of them. */
const SPAN = /(`+) ?(.*?) ?\1(?!`)/g;

/**
 * The lines of a Markdown of ours, like `summary.md`, as text that no mail and no chat interprets: without its escapes,
 * and each heading with a list on one line with the beginnings of its items.
 * @returns Lines without line breaks; empty ones are left out.
 */
export function plainLines(markdown: string): readonly string[] {
  const lines: { text: string; items: string[] }[] = [];
  for (const line of markdown.split("\n")) {
    const item = /^ {2}- (.*)$/.exec(line)?.[1];
    if (item === undefined) lines.push({ text: line, items: [] });
    else lines.at(-1)?.items.push(item);
  }
  return lines.map(({ text, items }) => plainLine(items.length === 0 ? text : `${text} ${items.map(lead).join(", ")}`))
    .filter((line) => line !== "");
}

/** Up to its colon: a name and its score. */
function lead(item: string): string {
  return item.replace(/: .*$/, "");
}

/** What stands in code is there to be copied. */
function plainLine(markdown: string): string {
  let end = 0;
  const parts: string[] = [];
  for (const { index, 0: whole, 2: code = "" } of markdown.matchAll(SPAN)) {
    parts.push(inertLine(unescaped(markdown.slice(end, index))), inertPath(code));
    end = index + whole.length;
  }
  return [...parts, inertLine(unescaped(markdown.slice(end)))].filter((part) => part !== "").join(" ")
    .replace(/ (?=[:;,.](?:\s|$))/g, "");
}

function unescaped(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(
      /&(?:(lt|gt|amp)|#(\d+));/g,
      (_, name: string | undefined, code: string) =>
        name === undefined ? String.fromCodePoint(Number(code)) : SIGNS[name] ?? "",
    );
}
