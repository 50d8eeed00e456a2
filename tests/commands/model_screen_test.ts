/** `model screen` and `model nightly`: what is printed of a language model before and after, and what --max-cost needs. */
import { connectTo } from "../../src/commands/connect_to.ts";
import { nightlyCommand } from "../../src/commands/nightly_command.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import { scriptedModel } from "../agent/model/scripted.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { shiftedClock } from "../night/shifted_clock.ts";
import { testHost } from "./captured.ts";

const PRICE = { input: 1, output: 4 };
const BUDGET = { calls: 4, tokens: 10_000, seconds: 20 };
const KEY = "sk-never-shown-anywhere";

/** A machine that starts commands with a model that says nothing of use, as `model` hands it to them. */
function hostWith(folder: string, { price }: { readonly price?: string } = {}) {
  const env: Readonly<Record<string, string | undefined>> = {
    CONVICTION_LLM_BASE_URL: "http://127.0.0.1:9/v1",
    CONVICTION_LLM_MODEL: "made-7b",
    CONVICTION_LLM_API_KEY: KEY,
    CONVICTION_LLM_BUDGET: "4 calls, 10000 tokens, 20 s",
    CONVICTION_LLM_PRICE: price,
  };
  return testHost({
    ...{ folder, clock: shiftedClock(new Date("2026-03-02T22:00:00")), env: (name) => env[name] },
    openModel: () => scriptedModel(() => "no JSON").ask,
    connect: (settings) => Promise.resolve(connectTo(settings)),
    readText: (path) => path.endsWith(".csv") ? Deno.readTextFileSync(path) : undefined,
  });
}

async function desk(): Promise<string> {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/list.csv`, "ticker\nIBM\nAAPL\n");
  return folder;
}

const ARGS = ["list.csv", "--out", "out", "--files", "none"];
const BUDGET_WORDS = "made-7b (no comments): up to 4 calls, 10,000 tokens and 20 s per answer; " +
  "for 2 answers up to 20,000 tokens";

Deno.test("a dry run says the model, its budget for an answer and for the run, and the most that it costs", async () => {
  const host = hostWith(await desk(), { price: "1/4" });
  equal(await screenCommand([...ARGS, "--dry-run"], host), 0, host.err.text);
  ok(
    host.out.text.includes(`\nModel      ${BUDGET_WORDS}, costing at most 0.08\nCost       at most 0.08\n`),
    host.out.text,
  );
});

Deno.test("a dry run of a model without a price says which variable is missing", async () => {
  const host = hostWith(await desk());
  equal(await screenCommand([...ARGS, "--dry-run"], host), 0, host.err.text);
  ok(
    host.out.text.includes(`\nModel      ${BUDGET_WORDS}\nCost       unknown: set CONVICTION_LLM_PRICE\n`),
    host.out.text,
  );
});

Deno.test("a screen says the budget before it asks, and at its end what the model did and spent; no key is in any of it", async () => {
  const folder = await desk();
  const host = hostWith(folder, { price: "1/4" });
  equal(await screenCommand(ARGS, host), 0, host.err.text);
  const said = host.out.text + host.err.text;
  const [before = "", after = ""] = said.split("New run in");
  ok(before.includes(`Language model ${BUDGET_WORDS}, costing at most 0.08.\n`), said);
  ok(
    before.includes(
      "Questions and findings go to the language model made-7b at http://127.0.0.1:9/v1; nothing else",
    ),
    said,
  );
  match(after, /^made-7b chose sentences for 0 names, none for 2; /m);
  ok(!said.includes("free"), said);
  const manifest = JSON.parse(await Deno.readTextFile(`${folder}/out/manifest.json`));
  const { name, may_comment, budget, price, not_answered, cost } = manifest.language_model;
  deepEqual({ name, may_comment, budget, price, not_answered }, {
    ...{ name: "made-7b", may_comment: false, budget: BUDGET, price: PRICE, not_answered: 2 },
  });
  equal(manifest.spent, cost);
  equal(manifest.service.languageModel, "made-7b");
  const names = ["manifest.json", "theses.csv", "theses.jsonl", "report.html", "summary.md"];
  const files = await Promise.all(names.map((file) => Deno.readTextFile(`${folder}/out/${file}`)));
  ok(![said, ...files].some((text) => text.includes(KEY)));
  match(
    files[1] ?? "",
    /,model,model_answer,model_comment_not_verified,model_notes,model_calls,model_tokens_in,model_tokens_out,in_ticker\n/,
  );
});

Deno.test("the thesis of a row is the same bytes with and without a model", async () => {
  const [plain, added] = [await desk(), await desk()];
  const without = testHost({ folder: plain, connect: (settings) => Promise.resolve(connectTo(settings)) });
  equal(await screenCommand(ARGS, without), 0, without.err.text);
  equal(await screenCommand(ARGS, hostWith(added)), 0);
  const theses = async (folder: string) =>
    (await Deno.readTextFile(`${folder}/out/theses.jsonl`)).trim().split("\n").map((line) => {
      const { result: { metadata: { language_model: _, response_id: __, ...metadata }, ...result } } = JSON.parse(line);
      return JSON.stringify({ ...result, metadata });
    });
  deepEqual(await theses(added), await theses(plain));
});

Deno.test("--max-cost with a model that has no price is wrong usage, with --price too, and nothing is asked", async () => {
  for (const more of [[], ["--price", "0.5"]]) {
    const host = hostWith(await desk());
    equal(await screenCommand([...ARGS, "--max-cost", "3", ...more], host), 2);
    match(host.err.text, /nothing says what the language model made-7b costs; set CONVICTION_LLM_PRICE/);
  }
});

Deno.test("a night says the budget of its model in a dry run, and at its end what the model did", async () => {
  const folder = await desk();
  const args = ["list.csv", "--files", "none", "--as-of", "2025-03-31"];
  const dry = hostWith(folder, { price: "1/4" });
  equal(await nightlyCommand([...args, "--dry-run"], dry), 0, dry.err.text);
  const dryText = dry.out.text + dry.err.text;
  ok(dryText.includes(`2 requests, at most 0.08; language model ${BUDGET_WORDS}, costing at most 0.08`), dryText);
  const host = hostWith(folder, { price: "1/4" });
  equal(await nightlyCommand(args, host), 0, host.err.text);
  match(
    host.out.text + host.err.text,
    /2 rows: 2 done, at most [\d.]+ spent; made-7b chose sentences for 0 names, none for 2; /,
  );
});
