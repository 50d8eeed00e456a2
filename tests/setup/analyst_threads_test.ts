/** The analyst in threads gives the answers of the one in the main thread, fresh and from memory. */
import { deepEqual, equal, ok } from "../assert.ts";
import { createAnalyst } from "../../src/agent/analyst.ts";
import type { Agent } from "../../src/agent/ports.ts";
import { SharedAnswers } from "../../src/service/workload.ts";
import { AgentPool } from "../../src/setup/agent_pool.ts";
import { AgentThread } from "../../src/setup/agent_thread.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { openEmbedded } from "../../src/setup/embedded.ts";
import { ports } from "../agent/ask.ts";
import { madeMarket } from "../agent/made_market.ts";
import { MET_QUESTIONS } from "../agent/met_questions.ts";
import { IS_WHOLE } from "../lanes.ts";
import { testAtNight } from "../needs.ts";
import { sweep } from "../sweeps.ts";

const SOURCES = {
  answerForParent: "../../src/setup/analyst_thread.ts",
  createAnalyst: "../../src/agent/analyst.ts",
  verify: "../../src/verify/verify.ts",
  madeMarket: "../agent/made_market.ts",
};

/** The analyst over the made market, in a thread. */
const MAIN = `${
  Object.entries(SOURCES).map(([name, path]) =>
    `import { ${name} } from ${JSON.stringify(new URL(path, import.meta.url).href)};`
  ).join("\n")
}
answerForParent(async (ports) => ({
  fingerprint: "made market",
  agent: createAnalyst({ dataset: madeMarket(), verify, ...ports }),
}));`;

const WAITS = new AbortController().signal;

async function stepsOf(agent: Agent, input: string): Promise<string> {
  const steps = await Array.fromAsync(agent({ input, files: false, signal: WAITS }));
  return JSON.stringify(steps);
}

Deno.test("each question is answered with the same steps in this thread, in another, and from memory", async () => {
  const here = createAnalyst(ports({ dataset: madeMarket() }));
  const about = { main: MAIN, data: undefined, fingerprint: "made market", clock: systemClock, maxHeapMiB: 512 };
  const startThread = () => new AgentThread({ ...about, ports: ports() });
  const pool = new AgentPool({ threads: 2, startThread, inPlace: here });
  let asked = 0;
  const counted: Agent = (question) => {
    asked++;
    return pool.agent(question);
  };
  const shared = new SharedAnswers(2 ** 30);
  const remembering: Agent = (question) => shared.ask(question, counted);
  const questions = [...new Set(sweep("setup/analyst_threads", MET_QUESTIONS).map(({ ask }) => ask))];
  ok(questions.length >= (IS_WHOLE ? 20 : 2));
  await Promise.all(questions.map(async (input) => {
    const expected = await stepsOf(here, input);
    equal(await stepsOf(remembering, input), expected, input);
    equal(await stepsOf(remembering, input), expected, input);
  }));
  equal(asked, questions.length);
  await pool.close();
});

const KEY = "sk-test-threads-0001";

/** A reply without what is new in each: identifiers, times, and the places of files. */
function withoutNew(reply: string): string {
  return reply.replaceAll(/\b([a-z]+)_[0-9a-f-]{32,36}/g, "$1_").replaceAll(/_at":\d+/g, '_at":0');
}

testAtNight("a service with threads sends what one without sends, charts and their bytes included", async () => {
  await using plain = await openEmbedded({ data: undefined, apiKeys: [KEY] });
  await using threaded = await openEmbedded({ data: undefined, apiKeys: [KEY], threads: 2 });
  equal(threaded.load().threads, 2);
  const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
  const answers = await Promise.all([plain, threaded].map(async ({ fetch }) => {
    const post = async (path: string, body: unknown) =>
      await (await fetch(`http://localhost${path}`, { method: "POST", headers, body: JSON.stringify(body) })).text();
    const replies = [
      await post("/v1/responses", { input: "Analyse AAPL", stream: true }),
      await post("/v1/responses", { input: "Apple's revenue over the last five years" }),
      await post("/api/v1/agent/reasoning", { input: "Compare MSFT and IBM" }),
      await post("/api/v1/agent/reasoning", { input: "Analyse AAPL", metadata: { as_of: "1900-01-01" } }),
    ];
    const files = [...new Set(replies.join("").match(/"file_id":"file_[0-9a-f-]+"/g))].map((field) =>
      field.slice(11, -1)
    );
    const bytes = await Promise.all(files.map(async (id) => {
      const reply = await fetch(`http://localhost/v1/files/${id}`, { headers });
      equal(reply.status, 200);
      return new Uint8Array(await crypto.subtle.digest("SHA-256", await reply.arrayBuffer())).toHex();
    }));
    return { replies: replies.map(withoutNew), bytes };
  }));
  ok((answers[0]?.bytes.length ?? 0) >= 4);
  deepEqual(answers[1], answers[0]);
});
