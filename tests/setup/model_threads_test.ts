/** A language model with threads: the thread that researches has it asked by the one that started it. */
import { deepEqual, equal } from "../assert.ts";
import { openEmbedded } from "../../src/setup/embedded.ts";
import { scriptedModel } from "../agent/model/scripted.ts";

const KEY = "sk-of-the-model-threads-test";

Deno.test("a thread asks the model for the answers of callers alone, and an answer that waits for it keeps no place from others", async () => {
  const model = scriptedModel(({ tools }) => tools ? '{"calls": []}' : '{"sentences": []}');
  await using embedded = await openEmbedded({ data: undefined, apiKeys: [KEY], threads: 1, model });
  equal(embedded.load().answers?.places, 32);
  const reply = await embedded.fetch("http://a/api/v1/agent/reasoning", {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ input: "Analyse AAPL" }),
  });
  const { metadata } = await reply.json();
  const { name, calls, notes } = metadata.language_model;
  deepEqual([name, calls, notes], [
    "scripted",
    2,
    ["It chose no sentence: none of those that can be said answers it."],
  ]);
  equal(model.asked.length, 2, "what a thread loads first is paid to no model");
});
