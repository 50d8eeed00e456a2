import { deepEqual, equal, match, throws } from "../assert.ts";
import { createAnalyst } from "../../src/agent/analyst.ts";
import { Memory } from "../../src/agent/memory.ts";
import type { Agent } from "../../src/agent/ports.ts";
import { verify } from "../../src/verify/verify.ts";
import { sweep } from "../sweeps.ts";
import { saidIn } from "../../src/protocol/answer_block.ts";
import { ports, thesisOf } from "./ask.ts";
import { madeMarket } from "./made_market.ts";

interface Asked {
  readonly input: string;
  readonly asOf?: string;
}

/** The steps of an agent, one question after the other. */
async function askAll(agent: Agent, questions: readonly Asked[]): Promise<string[]> {
  const { signal } = new AbortController();
  const answers: string[] = [];
  for (const question of questions) {
    answers.push(JSON.stringify(await Array.fromAsync(agent({ files: false, signal, ...question }))));
  }
  return answers;
}

/** An agent that remembers so many bytes, and how many drafts it had verified. */
function countingAgent(memoryBytes?: number): { readonly agent: Agent; readonly verified: () => number } {
  let count = 0;
  const counted = ports({
    verify: (draft, view) => {
      count++;
      return verify(draft, view);
    },
  });
  const agent = createAnalyst(counted, memoryBytes === undefined ? {} : { memoryBytes });
  return { agent, verified: () => count };
}

const NAMES = ["AAPL", "IBM and MSFT", "MSFT and IBM", "the Information Technology sector", "XRX", "ZZZZ and AMZN"];
const FORMS = [
  (name: string) => `Analyse ${name}`,
  (name: string) => `Which risks does ${name} run?`,
  (name: string) => `Is the momentum of ${name} holding up?`,
];
const DAYS = [undefined, "2005-06-30"] as const;
const QUESTIONS: readonly Asked[] = DAYS.flatMap((asOf) =>
  FORMS.flatMap((form) => NAMES.map((name) => ({ input: form(name), ...asOf === undefined ? {} : { asOf } })))
);

Deno.test("an answer has the same bytes whether its findings were remembered, forgotten or never kept", async () => {
  const questions = sweep("agent/memory", QUESTIONS);
  const fresh = await askAll(countingAgent(0).agent, questions);
  const mixed = [...questions, ...questions.toReversed()];
  for (const memoryBytes of [undefined, 100_000, 1]) {
    const { agent } = countingAgent(memoryBytes);
    deepEqual(await askAll(agent, mixed), [...fresh, ...fresh.toReversed()], `with ${memoryBytes} bytes`);
  }
});

Deno.test("what was verified for a name on a day is not verified again for another question that says the same", async () => {
  const { agent, verified } = countingAgent();
  await askAll(agent, [{ input: "Analyse AAPL" }, { input: "What do you think of Apple?" }, { input: "AAPL, please" }]);
  equal(verified(), 1);
});

Deno.test("another day, name, set of names, order of names or focus is verified for itself", async () => {
  const { agent, verified } = countingAgent();
  const inputs = ["Analyse AAPL", "Analyse IBM", "AAPL and IBM", "IBM and AAPL", "Which risks does AAPL run?"];
  await askAll(agent, [...inputs.map((input) => ({ input })), { input: "Analyse AAPL", asOf: "2009-03-31" }]);
  equal(verified(), 6);
});

Deno.test("an agent without memory verifies each answer", async () => {
  const { agent, verified } = countingAgent(0);
  await askAll(agent, [{ input: "Analyse AAPL" }, { input: "Analyse AAPL" }]);
  equal(verified(), 2);
});

/** A memory of texts, as many bytes as characters. */
function textMemory(maxBytes: number): Memory<string> {
  return new Memory({ maxBytes, bytesOf: ({ length }: string) => length });
}

Deno.test("a full memory forgets what nobody asked for longest", () => {
  const memory = textMemory(6);
  const made: string[] = [];
  const recall = (key: string) =>
    memory.recall(key, () => {
      made.push(key);
      return key.repeat(3);
    });
  for (const key of ["a", "b", "a", "c", "a", "b"]) recall(key);
  equal(made.join(), "a,b,c,b");
});

Deno.test("values of several sizes share the limit: one large value pushes out as many small ones as it needs", () => {
  const memory = textMemory(6);
  const made: string[] = [];
  const recall = (key: string) => {
    memory.recall(key, () => {
      made.push(key);
      return key;
    });
  };
  for (const key of ["aa", "bb", "cc", "dddd", "cc", "aa", "bb"]) recall(key);
  equal(made.join(), "aa,bb,cc,dddd,aa,bb");
});

Deno.test("a value larger than the memory is returned and not kept", () => {
  const memory = textMemory(2);
  let made = 0;
  const recall = () => memory.recall("a", () => `${++made}xy`);
  deepEqual([recall(), recall()], ["1xy", "2xy"]);
});

Deno.test("an error is not remembered", () => {
  const memory = textMemory(6);
  throws(() =>
    memory.recall("a", () => {
      throw new Error("no prices");
    }), { message: "no prices" });
  equal(memory.recall("a", () => "found"), "found");
});

/** Questions about the same companies, each of which wants other sentences of them. */
const SAME_COMPANIES = [
  "Analyse AAL, DAL and UAL",
  "Analyse airlines",
  "Analyse Industrials but not GE, MMM, BA, CAT and DE",
  "Analyse 40% AAL, 30% DAL and 30% UAL",
  "Analyse 30% AAL, 30% DAL and 40% UAL",
  "Analyse AAL, DAL and UAL in 2016",
  "What is the P/E of AAL, DAL and UAL?",
  "What is the beta of AAL, DAL and UAL?",
  "What is the volatility of AAL, DAL and UAL?",
  "Which of AAL, DAL and UAL is the safest?",
  "Which of AAL, DAL and UAL is the riskiest?",
].map((input) => ({ input }));

Deno.test("what was answered of the same companies asked about otherwise does not change an answer", async () => {
  const dataset = madeMarket();
  const agent = () => createAnalyst(ports({ dataset }));
  const alone = [];
  for (const question of SAME_COMPANIES) alone.push(...await askAll(agent(), [question]));
  equal(new Set(alone).size, SAME_COMPANIES.length);
  const mixed = [...SAME_COMPANIES, ...SAME_COMPANIES.toReversed()];
  deepEqual(await askAll(agent(), mixed), [...alone, ...alone.toReversed()]);
});

Deno.test("questions that differ in how many names they want, or ask than whom, have answers of their own", async () => {
  const agent = createAnalyst(ports({ dataset: madeMarket() }));
  const { signal } = new AbortController();
  const answerOf = async (input: string) => {
    const { metadata } = thesisOf(await Array.fromAsync(agent({ files: false, signal, input })));
    const blocks = metadata?.sections?.blocks ?? [];
    return {
      lead: saidIn(metadata?.sections, { kind: "lead" }).join(""),
      rows: blocks.flatMap((block) => block.kind === "table" ? block.rows.length : []),
    };
  };
  const rows = async (count: number) => (await answerOf(`Top ${count} companies by momentum`)).rows;
  deepEqual([await rows(5), await rows(3), await rows(12)], [[5], [3], [10]]);
  match((await answerOf("Which is more volatile, BA or KO?")).lead, /^(?:Boeing|Coca-Cola) has the higher /);
  match((await answerOf("Is BA more volatile than KO?")).lead, /^(?:Yes|No)\. /);
});
