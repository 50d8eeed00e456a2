/** The pages of the documentation and their contents. */
import { equal } from "../assert.ts";
import { filesBelow, ROOT } from "../house/module_graph.ts";

/** One Markdown file, by its path in the project. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  /** What follows the opening fence, like `ts`; empty for output. */
  readonly language: string;
  readonly code: string;
}

/** Reads one page. */
export async function readPage(path: string): Promise<Page> {
  return { path, text: await Deno.readTextFile(new URL(path, ROOT)) };
}

/** Every page outside src, and the two inside it. */
export async function allPages(): Promise<Page[]> {
  const top: string[] = [];
  for await (const { name } of Deno.readDir(ROOT)) if (name.endsWith(".md")) top.push(name);
  const inside = await Promise.all(["docs", "src", "tests"].map((folder) => filesBelow(folder, ".md")));
  return await Promise.all([...top, ...inside.flat()].map(readPage));
}

/** The blocks of a page, in order. */
export function blocksOf({ path, text }: Page): Block[] {
  return [...text.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].map(([, language = "", code = ""]) => (
    { page: path, language, code }
  ));
}

/** The prose of a page, without blocks and inline code. */
export function proseOf({ text }: Page): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "");
}

/**
 * Compares a block of a page with the real output. With `CONVICTION_PAGES=write` the page is updated instead:
 * `CONVICTION_PAGES=write deno test -A tests/pages`.
 *
 * @param normalised Removes what differs each time.
 */
export async function holdBlock({ page, code }: Block, came: string, normalised = (text: string) => text) {
  if (Deno.env.get("CONVICTION_PAGES") !== "write") return equal(normalised(came), normalised(code));
  if (normalised(came) === normalised(code)) return;
  const { text } = await readPage(page);
  await Deno.writeTextFile(new URL(page, ROOT), text.replace(code, () => came));
}
