/** Tokens of prompts as they are estimated, against the vocabularies of real models. */
import { ok } from "../assert.ts";
import { encode as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { encode as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import type { ModelRequest } from "../../src/agent/model_port.ts";
import { estimatedTokens } from "../../src/agent/model/talk.ts";
import { askWith, choiceOf, shownIn } from "../agent/model/planner.ts";
import { scriptedModel } from "../agent/model/scripted.ts";
import { MADE_TEXTS, textWorld } from "../agent/text_world.ts";

const WORLD = textWorld(MADE_TEXTS);
const QUESTIONS = [
  { input: "Analyse AAPL" },
  { input: "How jumpy is IBM?" },
  { input: "Compare the margins of AAPL, IBM, MSFT, GOOGL and AMZN" },
  { input: "What did AAPL take at the till in fiscal 2014, 2015 and 2016?" },
  { input: "Wie hoch war der Umsatz von MSFT, und 微软的利润率是多少? Überschüsse?" },
  { input: "What did Acme say about supply?", dataset: WORLD },
];
const CALLS = ["filed_figures", "price_history", "trend_analysis", "risk_analysis", "value_analysis", "find_passages"];

/** Every prompt of an answer whose model looks much up, chooses wrongly, then rightly, and comments in words of its own. */
async function promptsOf(question: (typeof QUESTIONS)[number]): Promise<readonly ModelRequest[]> {
  let choices = 0;
  const model = scriptedModel(({ tools = [], ...request }, call) => {
    const ticker = /Subjects: .*?\b([A-Z]{3,5})\b/.exec(request.messages[1]?.text ?? "")?.[1];
    const more = {
      filed_figures: { item: "revenue", periods: ["FY2014..FY2016"] },
      find_passages: { words: "supply" },
    };
    const called = CALLS.filter((name) => tools.some((tool) => tool.name === name));
    const calls = called.map((name) => ({ name, arguments: { ticker, ...Object(more)[name] } }));
    if (tools.length > 0) return call === 0 ? { calls } : "";
    const shown = shownIn(request);
    if (shown === undefined) return '{"sentences": ["Its revenue was 999 bn."]}';
    return choices++ === 0 ? choiceOf([{ id: "s99999" }]) : choiceOf(shown.sentences.slice(0, 4));
  }, { mayComment: true });
  await askWith(model, question);
  return model.asked;
}

/** A vocabulary counts the words of a request, without what the template of a model puts around them. */
const VOCABULARIES: Record<string, (text: string) => number | Promise<number>> = {
  o200k: (text) => o200k(text, { allowedSpecial: "all" }).length,
  cl100k: (text) => cl100k(text, { allowedSpecial: "all" }).length,
};
for (const name of ["CONVICTION_TEST_LLM_135M", "CONVICTION_TEST_LLM_500M"]) {
  const url = Deno.env.get(name);
  if (url === undefined) continue;
  VOCABULARIES[name] = async (content) => {
    const reply = await fetch(`${url}/tokenize`, { method: "POST", body: JSON.stringify({ content }) });
    return (await reply.json() as { readonly tokens: readonly number[] }).tokens.length;
  };
}

Deno.test("no prompt of an answer has more tokens than are estimated, in any vocabulary", async () => {
  const prompts = (await Promise.all(QUESTIONS.map(promptsOf))).flat();
  ok(prompts.length >= 4 * QUESTIONS.length, `${prompts.length} prompts`);
  for (const [name, count] of Object.entries(VOCABULARIES)) {
    const ratios = await Promise.all(prompts.map(async (request) => {
      const { messages, tools, shape } = request;
      const parts = [
        ...messages.map((message) => message.text + ("calls" in message ? JSON.stringify(message.calls) : "")),
      ];
      if (tools !== undefined) parts.push(JSON.stringify(tools));
      if (shape !== undefined) parts.push(JSON.stringify(shape));
      return estimatedTokens(request) / await count(parts.join("\n"));
    }));
    const [least = 0, most = 0] = [Math.min(...ratios), Math.max(...ratios)];
    ok(least >= 1, `${name}: the estimate is ${least.toFixed(2)} times the count`);
    // deno-lint-ignore no-console -- what docs/model.md says
    console.log(
      `${name}: ${prompts.length} prompts, estimated at ${least.toFixed(2)} to ${most.toFixed(2)} times the count`,
    );
  }
});
