/** The rows of a table: the words before the first bar, and the pattern behind it. */
export function rowsOf(table: string): readonly { readonly head: readonly string[]; readonly words: RegExp }[] {
  return table.trim().split("\n").map((line) => {
    const at = line.indexOf(" | ");
    return { head: line.slice(0, at).split(" "), words: new RegExp(line.slice(at + 3), "g") };
  });
}
