/** A line that only names the list below it, and the list of sources. */
const APART = /^(?:\*\*[^*]*[^.*:?!]\*\*|\[1\] .*)$/;
const RULE = /^\|[-:| ]+\|$/;

/**
 * An answer's Markdown as one line of sentences: without marks, the numbers of sources and their list; a row of a table as
 * `Year to 30 Sep 2017: Revenue $229.2bn, growth 6.3%; Diluted EPS $9.21, growth 10.8%.`
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

/** A head that several columns have, like Growth, is that of the column before it. */
function rowText([name = "", ...cells]: readonly string[], [, ...heads]: readonly string[]): string {
  const said = cells.map((cell, at) => {
    const head = heads[at] ?? "";
    if (cell === "") return "";
    const isBeside = heads.indexOf(head) !== heads.lastIndexOf(head) && (cells[at - 1] ?? "") !== "";
    return isBeside ? `, ${head.toLowerCase()} ${cell}` : `; ${head} ${cell}`;
  });
  return `${name}: ${said.join("").slice("; ".length)}.`;
}

function unmarked(line: string): string {
  return line
    .replace(/^(?:[-*] |> )/, "")
    .replace(/^\*\*([^*]+)\.\*\* (?![[*])/, "$1: ")
    .replace(/\*\*(.+?)(?<!\\)\*\*/g, "$1")
    .replace(/(?<![\\\w*])\*(?! )(.+?)(?<![\\ ])\*(?!\w)/g, "$1")
    .replace(/ \[\d+(?:, \d+)*\]/g, "")
    .replace(/\\([*|])/g, "$1");
}
