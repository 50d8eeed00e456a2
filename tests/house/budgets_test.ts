/** Words a page may have: `page_words.json` has a row for each page that users and contributors read. */
import { deepEqual, ok } from "../assert.ts";
import { filesBelow, ROOT } from "./module_graph.ts";
import budgets from "./page_words.json" with { type: "json" };

/** All that is written in `docs` together; the list of measures is made, a line a measure. */
const MOST_OF_DOCS = 26_870;
const MADE = "docs/measures.md";

const rows: readonly (readonly [string, number])[] = Object.entries(budgets);
const docs = await filesBelow("docs", ".md");

async function wordsOf(path: string): Promise<number> {
  return (await Deno.readTextFile(new URL(path, ROOT))).match(/\S+/g)?.length ?? 0;
}

Deno.test("each page keeps within its words: say a thing once, and link to it", async () => {
  const over = await Promise.all(rows.map(async ([path, most]) => {
    const words = await wordsOf(path);
    return words > most ? [`${path} has ${words} words, may have ${most}`] : [];
  }));
  deepEqual(over.flat(), []);
});

Deno.test("each page of docs has a budget, and those of what is written together are at most 26,870 words", () => {
  deepEqual(docs.filter((path) => !rows.some(([row]) => row === path)), [], "pages without a row in page_words.json");
  const all = rows.filter(([path]) => path.startsWith("docs/"));
  deepEqual(all.map(([path]) => path).toSorted(), docs.toSorted());
  ok(all.reduce((sum, [path, most]) => path === MADE ? sum : sum + most, 0) <= MOST_OF_DOCS);
});
