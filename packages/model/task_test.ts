/** `deno task -c packages/model/deno.json` as a person starts it, against a scripted server. */
import config from "./deno.json" with { type: "json" };
import { deepEqual, equal, match, ok } from "../../tests/assert.ts";
import { choosingReply } from "../../tests/model/choosing_reply.ts";
import { countOf, modelEnv, type ModelServer, stalling, startModelServer } from "../../tests/model/model_server.ts";
import { parted } from "../../tests/model/parted.ts";

const KEY = "sk-of-the-task-test";

async function task(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await new Deno.Command("deno", {
    args: ["task", "-q", ...args],
    cwd: new URL("../..", import.meta.url),
    env: { NO_COLOR: "1", ...env },
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

// its context, so that nobody asks for it
const envOf = ({ url }: ModelServer) => modelEnv(url, { CONVICTION_LLM_CONTEXT: "8192", CONVICTION_LLM_API_KEY: KEY });

Deno.test("ask --json with a model that chooses has its sentence after the thesis, which stays the same, and says whom it asked", async () => {
  await using server = startModelServer({ key: KEY, reply: (asked) => choosingReply(asked, "AAPL") });
  const [without, with_] = await Promise.all([
    task(["ask", "AAPL", "--json"]),
    task(["-c", "packages/model/deno.json", "ask", "AAPL", "--json"], envOf(server)),
  ]);
  deepEqual([without.code, with_.code], [0, 0], with_.err);
  const [plain, added] = [without, with_].map(({ out }) => parted(JSON.parse(out).thesis));
  equal(added?.thesis, plain?.thesis);
  const { answer = [], ...spent } = added?.report ?? {};
  // the first of its list is of what it had looked up
  deepEqual([plain?.report, answer.length], [undefined, 1]);
  match(answer[0] ?? "", /\$222\.13/);
  const counted = server.asked.reduce((sum, one) => sum + countOf(one).prompt_tokens, 0);
  deepEqual(spent, {
    name: "small",
    calls: 3,
    input_tokens: counted,
    output_tokens: 90,
    looked_up: ["price_history AAPL"],
    claims_verified: 6, // the close, its day, and the rank that twenty companies give it
  });
  equal(server.asked.length, 3);
  ok(![with_.out, with_.err].some((text) => text.includes(KEY)));
  match(with_.err, /Questions and findings go to the language model small at http:\/\/127\.0\.0\.1:\d+\/v1;/);
});

Deno.test("Ctrl-C ends ask, and its request at a server that stalls", async () => {
  const { arrived, reply } = stalling();
  await using server = startModelServer({ key: KEY, reply });
  const { command } = config.tasks.ask;
  const child = new Deno.Command("sh", {
    args: ["-c", `exec ${command.replace(/^\S+=\S+ /, "")} AAPL`],
    cwd: new URL(".", import.meta.url),
    env: { NO_COLOR: "1", ...envOf(server) },
    stdout: "null",
    stderr: "null",
  }).spawn();
  const { closed } = await arrived;
  child.kill("SIGINT");
  await closed;
  equal((await child.status).code, 130);
});
