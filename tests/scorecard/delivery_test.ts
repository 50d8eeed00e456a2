/** Scorecard cases 7 and 8: a request is delivered once, to the configured address only. */
import { deepEqual, equal, ok } from "../assert.ts";
import { HttpError, type Research } from "conviction";
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { newId } from "../../src/setup/host.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { reply, startRawServer } from "../client/raw_server.ts";
import { printFigure } from "./figure.ts";
import { CANARY, ONE_ATTEMPT } from "./scene.ts";

const ROUNDS = 200;
const THESIS = { agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "r" }, key_drivers: [], risks: [] };

function clientOf({ baseUrl }: { readonly baseUrl: string }): Research {
  return createClient({ baseUrl, apiKey: CANARY, fetch: networkFetch, clock: systemClock, newId });
}

const POSTS = {
  reason: (research: Research, input: string) => research.reason(input),
  stream: (research: Research, input: string) => research.stream(input).final(),
} as const;

/** How often each input arrived. */
function deliveries(requests: readonly string[], prefix: string): number[] {
  const inputs = requests.flatMap((request) => new RegExp(`"input":"(${prefix} \\d+)"`).exec(request)?.[1] ?? []);
  return [...Map.groupBy(inputs, (input) => input).values()].map(({ length }) => length);
}

for (const [name, post] of Object.entries(POSTS)) {
  for (const connection of ["pooled", "fresh"] as const) {
    const where = `on a ${connection} connection`;
    Deno.test(`scorecard 7: ${name}() delivers once to a server that dies after reading the request, ${where}`, async () => {
      await using server = startRawServer(async ({ request, send, close }) => {
        if (request.includes('"warm')) await send(reply(JSON.stringify(THESIS)));
        else close();
      });
      const research = clientOf(server);
      let reused = 0;
      for (let round = 0; round < ROUNDS; round++) {
        if (connection === "pooled") await research.reason(`warm ${round}`);
        const before = server.connections;
        const error = await post(research, `dies ${round}`).then(() => undefined, (reason) => reason);
        equal(error?.name, "ConnectionError");
        if (server.connections === before) reused++;
      }
      const counts = deliveries(server.requests, "dies");
      const most = `at most ${Math.max(...counts)} delivery of a POST`;
      printFigure(7, `${name}(), ${where}: ${most}, ${ROUNDS} rounds, ${reused} on a reused connection`);
      deepEqual([counts.length, Math.max(...counts)], [ROUNDS, 1]);
      equal(reused, connection === "pooled" ? ROUNDS : 0);
    });
  }
}

/** Where a redirect may point; `{port}` is the port of another server. */
const TARGETS = [
  "http://127.0.0.1:{port}/v1/responses",
  "http://localhost:{port}/",
  "http://127.0.0.1.:{port}/",
  "//127.0.0.1:{port}/x",
  "http://user:pass@127.0.0.1:{port}/",
  "http://127.0.0.1:{port}@127.0.0.1:{port}/",
  "http://[::ffff:127.0.0.1]:{port}/",
  "http://0x7f000001:{port}/",
  "\\\\127.0.0.1:{port}\\x",
  "file:///etc/passwd",
  "data:application/json,{}",
  "/elsewhere/on/the/same/server",
] as const;

const ASKS = {
  ...POSTS,
  file: (research: Research) => research.file({ file_id: "file_1" }, ONE_ATTEMPT),
} as const;

Deno.test("scorecard 8: no redirect forwards the key or the body, or causes a second request", async () => {
  const elsewhere: string[] = [];
  await using other = startRawServer(async ({ request, send }) => {
    elsewhere.push(request);
    await send(reply("{}"));
  });
  const { port } = new URL(other.baseUrl);
  let asked = 0;
  for (const target of TARGETS) {
    for (
      const status of ["301 Moved", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"]
    ) {
      const location = target.replaceAll("{port}", port);
      await using server = startRawServer(({ send }) => send(reply("", { status, more: `location: ${location}\r\n` })));
      for (const ask of Object.values(ASKS)) {
        const error = await ask(clientOf(server), "secret body").then(() => undefined, (reason) => reason);
        ok(
          error instanceof HttpError && /it redirects, and redirects are not followed/.test(error.message),
          String(error),
        );
        asked++;
      }
      equal(server.requests.length, Object.keys(ASKS).length);
    }
  }
  printFigure(
    8,
    `${elsewhere.length} of ${asked} requests arrived elsewhere, ${TARGETS.length} targets, 5 kinds of redirect`,
  );
  deepEqual([elsewhere, other.connections], [[], 0]);
});
