/** What `serve` writes of the requests it answers. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { serveCommand } from "../../src/commands/serve_command.ts";
import { fakeInterrupt, testHost } from "./captured.ts";

const KEY = "sk-of-the-log-test-0001";

/** Serves on a free port, asks, and stops; gives what stood on standard error, the times aside. */
async function loggedBy(asks: (url: string) => Promise<unknown>, args: readonly string[] = []): Promise<string[]> {
  const interrupt = fakeInterrupt();
  const host = testHost({
    env: (name) => name === "CONVICTION_API_KEY" ? KEY : undefined,
    onInterrupt: interrupt.onInterrupt,
  });
  const { promise: listening, resolve } = Promise.withResolvers<string>();
  const out = {
    ...host.out,
    write(text: string) {
      const [, url] = /Listening on (\S+)\n/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    },
  };
  const ended = serveCommand(["--port", "0", "--threads", "0", ...args], { ...host, out });
  await asks(await listening);
  interrupt.press();
  equal(await ended, 0, host.err.text);
  return host.err.text.split("\n").slice(0, -1).map((line) => line.replace(/ \d+ ms /, " <n> ms "));
}

const headers = { "authorization": `Bearer ${KEY}`, "content-type": "application/json", "user-agent": "desk/1" };

async function ask(url: string, path: string, init: RequestInit = {}): Promise<void> {
  const reply = await fetch(`${url}${path}`, { headers, ...init });
  await reply.body?.pipeTo(new WritableStream());
}

Deno.test("serve writes a line for each request, refused ones too, without key, question and query", async () => {
  const question = JSON.stringify({ input: "Analyse AAPL, a secret plan" });
  const lines = await loggedBy(async (url) => {
    await ask(url, "/api/v1/agent/reasoning", { method: "POST", body: question });
    await ask(url, `/v1/files/${KEY}?api_key=${KEY}`);
    await ask(url, "/v1/limits", { headers: { "user-agent": "desk/1" } });
    await ask(url, `/${"x".repeat(300)}`, { headers: { ...headers, "user-agent": "y".repeat(300) } });
  }, ["--log", "text"]);
  deepEqual(
    lines.map((line) => line.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /, "")).map((line) => line.slice(0, 60)),
    [
      "POST /api/v1/agent/reasoning 200 <n> ms desk/1",
      "GET /v1/files/[redacted] 404 <n> ms desk/1",
      "GET /v1/limits 401 <n> ms desk/1",
      `GET /${"x".repeat(55)}`,
    ],
  );
  ok(lines.every((line) => line.length < 200 && !/secret|sk-of/.test(line)), lines.join("\n"));
});

Deno.test("where standard error is no terminal each line is one JSON object, with the ids of request and caller", async () => {
  const ids: (string | null)[] = [];
  const lines = await loggedBy(async (url) => {
    for (const key of [KEY, "sk-wrong-secret"]) {
      const reply = await fetch(`${url}/v1/limits?key=${KEY}`, {
        headers: { "authorization": `Bearer ${key}`, "user-agent": "desk/1" },
      });
      await reply.body?.cancel();
      ids.push(reply.headers.get("x-request-id"));
    }
  });
  const [known, unknown] = lines.map((line) => JSON.parse(line));
  const { time, ms, owner, ...rest } = known;
  match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  ok(ms >= 0 && /^owner_[0-9a-f]{8}$/.test(owner));
  const asked = { method: "GET", path: "/v1/limits", user_agent: "desk/1" };
  deepEqual(rest, { ...asked, request_id: ids[0], status: 200 });
  deepEqual([unknown.request_id, unknown.owner, unknown.status], [ids[1], undefined, 401]);
  equal(lines.some((line) => line.includes("secret") || line.includes(KEY)), false);
});

Deno.test("serve --log none writes none", async () => {
  deepEqual(await loggedBy((url) => ask(url, "/v1/limits"), ["--log", "none"]), []);
});

Deno.test("the paths of a service are listed at / for a browser and a health check", async () => {
  const [line = ""] = await loggedBy(async (url) => {
    const reply = await fetch(url);
    const { paths } = await reply.json();
    ok(paths.some(({ path }: { readonly path: string }) => path === "/v1/responses"));
  }, ["--log", "text"]);
  match(line, / GET \/ 200 <n> ms Deno\//);
});
