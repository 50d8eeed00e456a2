/** Notebooks for tests. */

/** A code cell: its text, or also its tags and saved outputs. */
export type TestCell = string | {
  readonly source: string;
  readonly tags?: readonly string[];
  readonly outputs?: readonly unknown[];
};

/** The text of a notebook with these code cells. */
export function notebookOf(cells: readonly TestCell[], language = "typescript", kernel = "deno"): string {
  const listed = cells.map((cell, at) => {
    const { source, tags = [], outputs = [] } = typeof cell === "string" ? { source: cell } : cell;
    const metadata = tags.length === 0 ? {} : { tags };
    return { id: `cell-${at + 1}`, cell_type: "code", metadata, execution_count: null, outputs, source };
  });
  const metadata = { kernelspec: { name: kernel, display_name: "Deno", language } };
  return JSON.stringify({ cells: listed, metadata, nbformat: 4, nbformat_minor: 5 });
}

/** Makes a folder with these files, and removes it after the work. */
export async function inFolder<Value>(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<Value>,
): Promise<Value> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(`${folder}/${name}`, text);
    return await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
