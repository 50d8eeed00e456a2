import { deepEqual, equal, rejects } from "../assert.ts";
import type { ScreenOptions } from "conviction/batch";
import { FakeResearch } from "./fake_research.ts";
import { screened } from "./screened.ts";

const LIST = "ticker,question\nAAPL,Is AAPL cheap?\nIBM,\n";

const WITHOUT: readonly { readonly options: Omit<ScreenOptions, "machine">; readonly what: string }[] = [
  { options: { prompt: "Analyse {{ticker}" }, what: "prompt" },
  { options: { prompt: "Analyse $ticker" }, what: "prompt" },
  { options: { prompt: "Analyse it", asOf: "2024-01-02" }, what: "prompt" },
  { options: { body: { query: "Analyse it" } }, what: "body" },
  { options: { body: { query: "{{prompt}}" }, prompt: "Analyse it" }, what: "body" },
];
for (const { options, what } of WITHOUT) {
  Deno.test(`a ${what} without a place is wrong usage, and nothing is sent: ${JSON.stringify(options)}`, async () => {
    const research = new FakeResearch();
    await rejects(screened(LIST, research, options), {
      name: "InputError",
      message: `Cannot use the ${what}: it names no column, so every row would get the same answer; ` +
        "write {{ticker}} where the company belongs",
    });
    equal(research.asked.length, 0);
  });
}

Deno.test("a column of prompts is place enough, whatever the prompt of its empty cells says", async () => {
  const research = new FakeResearch();
  const told = await screened(LIST, research, { promptColumn: "question", prompt: "What of the market?" });
  deepEqual([told.statuses, research.asked], [["done", "done"], ["Is AAPL cheap?", "What of the market?"]]);
});
