import { deepEqual, equal, match, ok } from "../assert.ts";
import { mcpCommand, type McpHost } from "../../src/commands/mcp_command.ts";
import { serveCommand } from "../../src/commands/serve_command.ts";
import type { Assistant } from "../../src/mcp/assistant.ts";
import { fakeInterrupt, testHost } from "../commands/captured.ts";
import { shiftedClock } from "../night/shifted_clock.ts";
import { calling } from "./fixture.ts";

/** Runs the command with an assistant that does one thing and closes. */
async function run(args: readonly string[], answer: McpHost["answer"] = () => Promise.resolve()) {
  const host = testHost({ clock: shiftedClock(new Date("2026-03-02T22:00:00")) });
  const status = await mcpCommand(args, { ...host, answer });
  return { status, out: host.out.text, err: host.err.text };
}

async function textOf(assistant: Assistant, name: string, asked: unknown): Promise<string> {
  return JSON.stringify(await assistant.call(name, asked, calling()));
}

Deno.test("mcp answers from the data, and prints nothing on standard output", async () => {
  let said = "";
  const { status, out, err } = await run([], async (assistant) => {
    said = await textOf(assistant, "prices", { ticker: "AAPL" });
  });
  match(said, /"last":"2025-03-31"/);
  deepEqual([status, out], [0, ""]);
  match(err, /^Sample: .* As of 31 Mar 2025/);
});

Deno.test("mcp --as-of answers as of that day, and says so", async () => {
  let said = "";
  const { err } = await run(["--as-of", "2025-03-28"], async (assistant) => {
    said = await textOf(assistant, "thesis", { question: "Analyse AAPL" });
  });
  match(said, /"as_of":"2025-03-28"/);
  match(err, /As of 28 Mar 2025/);
});

Deno.test("mcp --all-tools offers more tools", async () => {
  const counts: number[] = [];
  for (const args of [[], ["--all-tools"]]) {
    await run(args, ({ tools }) => Promise.resolve(void counts.push(tools.length)));
  }
  ok((counts[1] ?? 0) > (counts[0] ?? 0) + 5, String(counts));
});

Deno.test("mcp ends by Ctrl-C", async () => {
  const { press, onInterrupt, isClosed } = fakeInterrupt();
  const host = testHost({ onInterrupt });
  const answer: McpHost["answer"] = (_, signal) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
      press();
    });
  equal(await mcpCommand([], { ...host, answer }), 0);
  equal(isClosed(), true);
});

for (
  const { args, says } of [
    { args: ["more"], says: /Cannot use "more": mcp takes flags only/ },
    { args: ["--as-of", "2030-01-01"], says: /Cannot research as of 1 Jan 2030: that day is in the future/ },
    { args: ["--data", "/nowhere/at/all"], says: /Cannot/ },
  ]
) {
  Deno.test(`mcp ${args.join(" ")} is wrong usage, said on standard error`, async () => {
    const { status, out, err } = await run(args, () => Promise.reject(new Error("must not be asked")));
    deepEqual([status, out], [2, ""]);
    match(err, says);
  });
}

Deno.test("serve --all-tools without the packages names the task that has them", async () => {
  const host = testHost();
  equal(await serveCommand(["--all-tools"], host), 2);
  match(host.err.text, /Cannot offer tools: only deno task -q -c packages\/mcp\/deno\.json serve answers assistants/);
});
