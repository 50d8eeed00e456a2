/** Which commands use a language model, and what the others say of it; the model is a script. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { askCommand } from "../../src/commands/ask_command.ts";
import { connectTo } from "../../src/commands/connect_to.ts";
import { modelCommand } from "../../src/commands/model_command.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import type { ModelSettings } from "../../src/setup/model_settings.ts";
import { sweep } from "../sweeps.ts";
import { scriptedModel } from "../agent/model/scripted.ts";
import { type TestHost, testHost } from "./captured.ts";

const KEY = "sk-of-the-model-command-test";
const MODEL = {
  CONVICTION_LLM_BASE_URL: "http://127.0.0.1:1",
  CONVICTION_LLM_MODEL: "small",
  CONVICTION_LLM_API_KEY: KEY,
};

function hostOf(env: Readonly<Record<string, string>>, given: Partial<TestHost> = {}): TestHost {
  return testHost({
    env: (name) => env[name],
    connect: (settings) => Promise.resolve(connectTo(settings)),
    ...given,
  });
}

async function withModel(args: readonly string[], env: Readonly<Record<string, string>>) {
  const opened: ModelSettings[] = [];
  const host = hostOf(env);
  const code = await modelCommand(args, {
    ...host,
    openModel: (settings) => {
      opened.push(settings);
      return scriptedModel(() => "nothing to add").ask;
    },
  });
  ok(!(host.out.text + host.err.text).includes(KEY), "no key");
  return { code, out: host.out.text, err: host.err.text, opened };
}

Deno.test("model ask opens the model that the environment names, and says first where questions go", async () => {
  const { code, out, opened } = await withModel(["ask", "AAPL"], MODEL);
  equal(code, 0);
  deepEqual(opened.map(({ baseUrl, model, apiKey }) => [baseUrl, model, apiKey]), [
    ["http://127.0.0.1:1/v1", "small", KEY],
  ]);
  match(
    out,
    /^Sample: .* Questions and findings go to the language model small at http:\/\/127\.0\.0\.1:1\/v1; nothing else is sent\.\n/,
  );
  ok(!out.includes("Nothing is sent"));
});

Deno.test("model ask --json prints one line of JSON as ask does, with the model's part in the thesis", async () => {
  const { code, out } = await withModel(["ask", "AAPL", "--json"], MODEL);
  equal(code, 0);
  const { thesis } = JSON.parse(out) as { thesis: { metadata: { language_model: { name: string } } } };
  equal(thesis.metadata.language_model.name, "small");
});

Deno.test("the page of a command with a model says how that command is typed", async () => {
  const pages = [["--help"], ["ask", "--help"], ["serve", "--help"]] as const;
  for (const args of pages) {
    const { code, out, opened } = await withModel(args, {});
    deepEqual([code, opened], [0, []]);
    ok(out.includes(`  deno task -q -c packages/model/deno.json ${args.length === 1 ? "ask" : args[0]} `), out);
  }
});

const NOTE =
  "CONVICTION_LLM_MODEL is set, but this command loads no language model: deno task -q -c packages/model/deno.json ask does.";

for (const args of sweep("commands/model_note", [["AAPL"], ["AAPL", "--json"], ["AAPL", "--events"]])) {
  Deno.test(`ask ${args.join(" ")} goes on without a model, and says in one line on standard error which task has it`, async () => {
    const host = hostOf(MODEL);
    equal(await askCommand(args, host), 0);
    equal(host.err.text.split("\n").filter((line) => line.includes("LLM")).join("\n"), NOTE);
    ok(!host.out.text.includes("LLM"));
  });
}

Deno.test("ask where no model is set says nothing of one", async () => {
  const unset = hostOf({});
  await askCommand(["ZZZZ"], unset);
  deepEqual([unset.err.text, unset.out.text.includes("LLM")], ["", false]);
});

const WRONG: readonly (readonly [readonly string[], Readonly<Record<string, string>>, string])[] = [
  [[], MODEL, "Cannot run with a language model: no command is named; name one of ask, screen, nightly, serve"],
  [
    ["data"],
    MODEL,
    'Cannot run with a language model: "data" has no use for one; name one of ask, screen, nightly, serve',
  ],
  ...["ask", "screen", "nightly", "serve"].map((name) =>
    [
      [name, ...(name === "ask" ? ["AAPL"] : name === "nightly" ? ["list.csv"] : [])],
      {},
      "Cannot use a language model: none is named; set CONVICTION_LLM_BASE_URL and CONVICTION_LLM_MODEL",
    ] as const
  ),
  [
    ["ask", "AAPL"],
    { ...MODEL, CONVICTION_LLM_BUDGET: "much" },
    'Cannot use CONVICTION_LLM_BUDGET "much": write it like "8 calls, 60000 tokens, 300 s"; each part may be left out',
  ],
  [
    ["ask", "AAPL", "--base-url", "http://127.0.0.1:2"],
    MODEL,
    "Cannot use the language model small with the service http://127.0.0.1:2: it adds to answers of the embedded service only",
  ],
];

for (const [args, env, message] of WRONG) {
  Deno.test(`model ${args.join(" ")} is wrong usage: ${message}`, async () => {
    const { code, out, err } = await withModel(args, env);
    deepEqual([code, out, err], [2, "", `error: ${message}\n`]);
  });
}

Deno.test("screen of a remote service with a model is wrong usage before anything is sent", async () => {
  const env = { ...MODEL, CONVICTION_BASE_URL: "http://127.0.0.1:2" };
  const { code, err } = await withModel(["screen"], env);
  equal(code, 2);
  match(err, /it adds to answers of the embedded service only/);
});

Deno.test("screen without a model names the task that has one", async () => {
  const host = hostOf(MODEL);
  equal(await screenCommand(["--dry-run"], host), 0);
  match(host.err.text, /deno task -q -c packages\/model\/deno\.json screen does\.\n/);
});
