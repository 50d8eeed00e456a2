/** A longer name is cut: it stands in sentences. */
const MAX_CHARS = 40;

/**
 * The name of a column of a caller's own table, as keys have it and sentences show it: letters a to z, digits and
 * underscores between them, around one dot. What a caller writes is so never markup, an address or a word of ours.
 * @param table Name of the file, with or without folders and endings.
 * @param at Place of the column, from 1: what it is called where nothing of its name is left.
 */
export function ownName(table: string, column: string, at: number): string {
  return `${tableName(table)}.${folded(column) || `column_${at}`}`;
}

/**
 * The name of a table.
 * @param file As of {@linkcode ownName}.
 */
export function tableName(file: string): string {
  const stem = (file.split(/[/\\]/).at(-1) ?? file).replace(/\.gz$/i, "").replace(/\.[a-z]+$/i, "");
  const name = folded(stem) || "table";
  return name === "www" ? "own_www" : name; // `www.x` is made a link where Markdown is shown
}

/** Whether a text is a name that {@linkcode ownName} gives. */
export function isOwnName(text: string): boolean {
  const [table = "", column = "", ...more] = text.split(".");
  return more.length === 0 && table !== "www" && [table, column].every((part) => part !== "" && folded(part) === part);
}

/** An underscore at an end would be a mark of Markdown. */
function folded(text: string): string {
  const plain = text.slice(0, 4 * MAX_CHARS).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "_").slice(0, MAX_CHARS + 1).replace(/^_|_$/g, "").slice(0, MAX_CHARS)
    .replace(/_$/, "");
}
