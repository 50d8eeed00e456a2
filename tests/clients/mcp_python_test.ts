import { deepEqual, equal, match, ok } from "../assert.ts";
import { hasProgram, testNeeding } from "../needs.ts";
import { serveWaiting } from "./mcp_waiting.ts";
import { startService } from "./served.ts";

/** A Python with the package `mcp`, as `requirements.txt` beside this file has it. */
const PYTHON = Deno.env.get("CONVICTION_CLIENTS_PYTHON") ?? Deno.env.get("CONVICTION_PYTHON") ?? "python3";
const HAS_MCP = hasProgram(PYTHON, ["-c", "import mcp, sys; sys.exit(not hasattr(mcp, 'Client'))"]);
const missing = HAS_MCP ? undefined : `a Python with mcp 2.3.0, not ${PYTHON}`;

const CALLS = [
  ["thesis", { question: "Analyse AAPL", files: true }],
  ["facts", { ticker: "AAPL", item: "revenue", periods: ["FY2024"] }],
  ["prices", { ticker: "AAPL" }],
  ["resolve", { request: "Apple and Foo Corp" }],
  ["screen", { tickers: ["AAPL", "ZZZZ"] }],
  ["what_changed", { ticker: "AAPL", from: "2025-03-14" }],
  ["thesis", { question: "Analyse FOOBAR" }],
] as const;

function start(
  asked: unknown,
  name = "mcp_client.py",
): { readonly child: Deno.ChildProcess; readonly input: WritableStreamDefaultWriter } {
  const script = new URL(name, import.meta.url).pathname;
  const child = new Deno.Command(PYTHON, { args: [script], stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const input = child.stdin.getWriter();
  void input.write(new TextEncoder().encode(`${JSON.stringify(asked)}\n`));
  return { child, input };
}

interface Said {
  readonly tools: readonly string[];
  // deno-lint-ignore no-explicit-any -- the values of several tools
  readonly calls: readonly { readonly isError: boolean; readonly text: string; readonly structuredContent: any }[];
  readonly heard: readonly string[];
  readonly read: { readonly mimeType: string; readonly bytes: number };
}

for (const mode of ["legacy", "2026-07-28"]) {
  testNeeding(
    missing,
    `mcp: Python 2.3.0 over HTTP, mode ${mode}: the figures of the reasoning operation`,
    async () => {
      const { url, apiKey, stop } = await startService("packages/mcp/deno.json");
      const reply = await fetch(new URL("/api/v1/agent/reasoning", url), {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ input: "Analyse AAPL" }),
      });
      const { agent_thesis, metadata } = await reply.json();
      const { child, input } = start({ url, key: apiKey, mode, calls: CALLS, read: "AAPL_price_drawdown.png" });
      await input.close();
      const { stdout, stderr, success } = await child.output();
      ok(success, new TextDecoder().decode(stderr));
      const { tools, calls, heard, read }: Said = JSON.parse(new TextDecoder().decode(stdout));
      deepEqual(tools, ["resolve", "facts", "prices", "thesis", "screen", "what_changed", "verify_text"]);
      deepEqual(calls.map(({ isError }) => isError), [false, false, false, false, false, false, true]);
      const [thesis, facts, prices, resolved, screen, changed, refused] = calls;
      const { value } = thesis?.structuredContent;
      deepEqual(value.agent_thesis, agent_thesis);
      equal(value.metadata.drawdown_probability, metadata.drawdown_probability);
      deepEqual(facts?.structuredContent.claims[0].shown, "$391.0bn");
      equal(prices?.structuredContent.value.last, "2025-03-31");
      equal(resolved?.structuredContent.value.companies[0].ticker, "AAPL");
      equal(screen?.structuredContent.value.rows[0].score, metadata.score);
      equal(changed?.structuredContent.value.after.score, metadata.score);
      match(refused?.text ?? "", /does not know "FOOBAR"/);
      ok(heard.includes("price_history AAPL"));
      const link = value.metadata.files.find(({ filename }: { filename: string }) => filename.endsWith("drawdown.png"));
      deepEqual(read, { mimeType: "image/png", bytes: link.bytes });
      equal(await stop(), 0);
    },
  );

  testNeeding(missing, `mcp: Python 2.3.0 over HTTP, mode ${mode}: a cancelled call stops the agent`, async () => {
    await using waiting = await serveWaiting();
    const { child, input } = start({ url: waiting.url, key: waiting.apiKey, mode, cancel: true });
    await waiting.stopped;
    await input.close();
    const { stdout, stderr } = await child.output();
    match(new TextDecoder().decode(stdout), /^cancelled\n/, new TextDecoder().decode(stderr));
  });
}

const HAS_FASTMCP = hasProgram(PYTHON, [
  "-c",
  "import importlib.util as u, sys; sys.exit(u.find_spec('fastmcp') is None)",
]);
const missingFast = HAS_FASTMCP ? undefined : `a Python with fastmcp 4.1.2, not ${PYTHON}`;

testNeeding(
  missingFast,
  "mcp: fastmcp 4.1.2: a first and a second question, with null for what is not asked",
  async () => {
    const { url, apiKey, stop } = await startService("packages/mcp/deno.json");
    const questions = ["Analyse AAPL", "What is the risk of a fall of AAPL?"];
    const { child, input } = start({ url, key: apiKey, questions }, "fastmcp_client.py");
    await input.close();
    const { stdout, stderr, success } = await child.output();
    ok(success, new TextDecoder().decode(stderr));
    const { tools, answers: [first, second] } = JSON.parse(new TextDecoder().decode(stdout));
    ok(tools.includes("thesis"));
    match(first, /^\*\*Apple \(AAPL\): /);
    match(second, /Apple.*\bdrawdown\b/s);
    equal(await stop(), 0);
  },
);
