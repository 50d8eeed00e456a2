import { deepEqual, equal, match, ok } from "../assert.ts";
import { inFolder } from "../data/in_folder.ts";
import { openEmbedded } from "../../src/setup/embedded.ts";

const KEY = "sk-of-the-about-test";

Deno.test("the embedded service says its data, its sandbox and its load to a caller, and shows them as figures", async () => {
  await using embedded = await openEmbedded({ data: undefined, apiKeys: [KEY], threads: 1 });
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${KEY}` };
    const reply = await embedded.service(new Request(`http://a${path}`, { headers }));
    equal(reply.status, 200);
    return await reply.text();
  };
  const { status, version, data, sandbox, load } = JSON.parse(await get("/healthz"));
  equal(status, "ok");
  match(version, /^\d+\.\d+\.\d+$/);
  deepEqual([data.as_of, data.problems], ["2025-03-31", 0]);
  ok(sandbox.tier === null || ["permissions", "permissions+limits", "bubblewrap"].includes(sandbox.tier));
  deepEqual([load.threads, load.requests, load.answers.waiting], [1, 0, 0]);
  const figures = await get("/metrics");
  for (const name of ["process_resident_memory_bytes", "conviction_answers_waiting", "conviction_research_threads"]) {
    match(figures, new RegExp(`^${name} \\d`, "m"));
  }
});

Deno.test("a thread of the embedded service reads prices in the currency that is named", async () => {
  const closes = Array.from({ length: 60 }, (_, at) => new Date(Date.UTC(2017, 0, 2 + at)).toISOString().slice(0, 10))
    .filter((date) => new Date(date).getUTCDay() % 6 !== 0).map((date, at) => `${date},${100 + at}\n`);
  await inFolder({ "IBM.csv": `date,close\n${closes.join("")}` }, async (data) => {
    await using embedded = await openEmbedded({ data, currency: "GBp", apiKeys: [KEY], threads: 1 });
    const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
    const body = JSON.stringify({ input: "What is IBM's close?" });
    const reply = await embedded.service(new Request("http://a/v1/responses", { method: "POST", headers, body }));
    match(await reply.text(), /IBM's close is GBX 143\.00/);
  });
});
