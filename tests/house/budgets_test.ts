/** Words a page may have: `page_words.json` has a row for each page that users and contributors read. */
import { deepEqual, ok } from "../assert.ts";
import { filesBelow, ROOT } from "./module_graph.ts";
import budgets from "./page_words.json" with { type: "json" };

/** All of `docs` together. */
const MOST_OF_DOCS = 30_000;

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

Deno.test("each page of docs has a budget, and all budgets of docs together are at most 30,000 words", () => {
  deepEqual(docs.filter((path) => !rows.some(([row]) => row === path)), [], "pages without a row in page_words.json");
  const all = rows.filter(([path]) => path.startsWith("docs/"));
  deepEqual(all.map(([path]) => path).toSorted(), docs.toSorted());
  ok(all.reduce((sum, [, most]) => sum + most, 0) <= MOST_OF_DOCS);
});
