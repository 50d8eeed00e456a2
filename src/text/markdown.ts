/** A line that only names the list below it, and the list of sources. */
const APART = /^(?:\*\*[^*]*[^.*:?!]\*\*|\[1\] .*)$/;
const RULE = /^\|[-:| ]+\|$/;

/**
 * An answer's Markdown as one line of sentences: without marks, the numbers of sources and their list; a row of a table as
 * `Year to 30 Sep 2017: revenue $229.2bn; net income $48.4bn.`
 * @param markdown Any text: what is no Markdown stays as it is, but for line ends.
 */
export function plainText(markdown: string): string {
  let heads: readonly string[] | undefined;
  const lines = markdown.split(/\r?\n/).flatMap((line) => {
    const text = line.trim();
    if (text === "" || APART.test(text)) return [];
    if (!/^\|.*\|$/.test(text)) {
      heads = undefined;
      return [unmarked(text)];
    }
    if (RULE.test(text)) return [];
    const cells = text.slice(1, -1).split(/(?<!\\)\|/).map((cell) => unmarked(cell.trim()));
    if (heads === undefined) {
      heads = cells;
      return [];
    }
    return [rowText(cells, heads)];
  });
  return lines.join(" ");
}

function rowText([name = "", ...cells]: readonly string[], [, ...heads]: readonly string[]): string {
  const said = cells.flatMap((cell, at) => cell === "" ? [] : [`${heads[at] ?? ""} ${cell}`.trim()]);
  return `${name}: ${said.join("; ")}.`;
}

function unmarked(line: string): string {
  return line
    .replace(/^(?:[-*] |> )/, "")
    .replace(/\*\*(.+?)(?<!\\)\*\*/g, "$1")
    .replace(/(?<![\\\w*])\*(?! )(.+?)(?<![\\ ])\*(?!\w)/g, "$1")
    .replace(/ \[\d+(?:, \d+)*\]/g, "")
    .replace(/\\([*|])/g, "$1");
}
