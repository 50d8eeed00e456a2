/** docs/texts.md: the first example, as it is answered. */
import { equal, ok } from "../assert.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { ask, ports, textOf, thesisOf } from "../agent/ask.ts";
import { inFolder } from "../data/in_folder.ts";
import { blocksOf, holdBlock, readPage } from "./pages.ts";

Deno.test("docs/texts.md shows how a folder of two texts is asked, and what it answers", async () => {
  const [texts, answer] = blocksOf(await readPage("docs/texts.md"));
  ok(texts && answer, "the blocks are found");
  await inFolder({ "calls/acme.jsonl": texts.code }, async (folder) => {
    const dataset = await openFolder(folder, { latestDay: "2026-11-20" });
    const steps = await ask("What did ACME say about supply?", ports({ dataset }));
    equal(thesisOf(steps).metadata?.verification?.claims_removed, 0);
    // a line for each sentence, as a page is read
    await holdBlock(answer, `${textOf(steps).replaceAll(/(?<=\)\.|supply\.) /g, "\n")}\n`);
  });
});
