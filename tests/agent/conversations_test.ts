/** What a question takes from those before it, and that it takes nothing where it names a subject and asks something. */
import type { Asked } from "../../src/data/question/asked.ts";
import { readConversation } from "../../src/data/question/read_conversation.ts";
import { createQuestionReader } from "../../src/data/question/read_question.ts";
import { readTimes } from "../../src/data/question/read_times.ts";
import { deepEqual, equal, ok } from "../assert.ts";
import { sweep } from "../sweeps.ts";
import { ask, conclusionOf, outputsOf, ports, saidOf, textOf, thesisOf } from "./ask.ts";
import { CONVERSATIONS } from "./conversations.ts";
import { COMPANIES, madeMarket, MARKET_DAYS } from "./made_market.ts";
import { MET_QUESTIONS } from "./met_questions.ts";

const market = madeMarket();
const read = createQuestionReader(COMPANIES);

function readingOf(texts: readonly string[]): Asked {
  return readConversation(texts, { read, timesOf: (text) => readTimes(text, MARKET_DAYS) });
}

function answerTo(texts: readonly string[]) {
  return ask({ input: texts.at(-1) ?? "", before: texts.slice(0, -1) }, ports({ dataset: market }));
}

const SIGNS = { highest: ">", lowest: "<" };

for (const { asks, about, kind = "view", by = "", facts = "", when = "", says } of CONVERSATIONS) {
  Deno.test(`${asks.map((one) => `"${one}"`).join(", then ")} is about ${about ?? "nothing that the data knows"}`, async () => {
    const asked = readingOf(asks);
    deepEqual({
      kind: asked.kind,
      by: asked.measures.map(({ metric, end }) => `${end ? SIGNS[end] : ""}${metric}`).join(" "),
      facts: asked.facts.map(({ item, periods }) => `${item}:${periods.map(({ to }) => to).join(",")}`).join(" "),
      when: asked.times.map(({ from, to }) => from === to ? to : `${from}..${to}`).join(" "),
    }, { kind, by, facts, when });
    const steps = await answerTo(asks);
    const conclusion = conclusionOf(steps);
    const subject = conclusion.kind === "thesis" ? conclusion.result.metadata?.subject?.replaceAll(",", "") : undefined;
    equal(subject, about, textOf(steps));
    ok(textOf(steps).includes(says), textOf(steps));
    if (conclusion.kind === "thesis") {
      ok(saidOf(conclusion.result).includes(says), saidOf(conclusion.result));
      equal(conclusion.result.metadata?.verification?.claims_removed ?? 0, 0);
    } else {
      ok(conclusion.message.includes(says), conclusion.message);
    }
  });
}

Deno.test("the tool call that resolves companies says what was taken, and from where", async () => {
  const [first] = outputsOf(await answerTo(["What was AAPL's drawdown in 2015?", "and in 2016?"]), "resolve_companies");
  deepEqual(first, {
    asked: { request: "and in 2016?" },
    output: {
      companies: [{ ticker: "AAPL", name: "Apple Inc.", sector: "Information Technology" }],
      taken: { from: "the question before", subject: "all of it", request: "What was AAPL's drawdown in 2016?" },
    },
  });
});

const UNRELATED = ["Analyse XOM as of 2015-06-30", "Which bank is the riskiest?", "What was Ford's drawdown in 2016?"];

Deno.test("no question of the table that says whom it is about is answered otherwise after others, to the byte", async () => {
  const differing: string[] = [];
  for (const { ask: input } of sweep("agent/conversations", MET_QUESTIONS)) {
    const [alone, after] = [await answerTo([input]), await answerTo([...UNRELATED, input])];
    if (JSON.stringify(alone) !== JSON.stringify(after)) differing.push(`${input}: ${textOf(after).slice(0, 200)}`);
  }
  deepEqual(differing, []);
});

Deno.test("one analyst remembers no draft of a conversation for another", async () => {
  const texts =
    (await Promise.all([["Analyse AAPL"], ["Analyse MSFT"]].map((before) => answerTo([...before, "And its risk?"]))))
      .map((steps) => thesisOf(steps).metadata?.subject);
  deepEqual(texts, ["AAPL", "MSFT"]);
});

Deno.test("of a long conversation the last 32 questions are read", () => {
  const others = Array.from({ length: 30 }, () => "Thanks!");
  deepEqual(readingOf(["Analyse AAPL", ...others, "And its risk?"]).mentions.companies.map(({ ticker }) => ticker), [
    "AAPL",
  ]);
  deepEqual(readingOf(["Analyse AAPL", ...others, "Thanks!", "And its risk?"]).mentions.companies, []);
});

Deno.test("of long questions before the last, the newest 20,000 characters are read", () => {
  const long = "Thanks! ".repeat(1250); // 10,000 characters
  const about = (...between: readonly string[]) =>
    readingOf(["Analyse AAPL", ...between, "And its risk?"]).mentions.companies.map(({ ticker }) => ticker);
  deepEqual(about(long), ["AAPL"]);
  deepEqual(about(long, long), []);
});
