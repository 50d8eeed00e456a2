/** Scorecard cases 7 and 8: a request is delivered once, to the configured address only. */
import { deepEqual, equal, ok } from "../assert.ts";
import { HttpError, type Research, ResearchError } from "conviction";
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

const REDIRECTS = [
  ...["301 Moved", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"],
] as const;

/** Asks a server that redirects, in each way and to each target; collects what another server received. */
async function redirected(ask: (research: Research) => Promise<unknown>) {
  const elsewhere: string[] = [];
  const errors: unknown[] = [];
  const requests: number[] = [];
  await using other = startRawServer(async ({ request, send }) => {
    elsewhere.push(request);
    await send(reply("{}"));
  });
  const { port } = new URL(other.baseUrl);
  for (const target of TARGETS) {
    for (const status of REDIRECTS) {
      const location = target.replaceAll("{port}", port);
      await using server = startRawServer(({ send }) => send(reply("", { status, more: `location: ${location}\r\n` })));
      errors.push(await ask(clientOf(server)).then(() => undefined, (reason) => reason));
      requests.push(server.requests.length);
    }
  }
  return { elsewhere, errors, requests };
}

for (const [name, post] of Object.entries(POSTS)) {
  Deno.test(`scorecard 8: ${name}() follows no redirect: neither the key nor the body goes elsewhere`, async () => {
    const { elsewhere, errors, requests } = await redirected((research) => post(research, "secret body"));
    for (const error of errors) {
      ok(error instanceof HttpError && /it redirects, and redirects are not followed/.test(error.message), `${error}`);
    }
    printFigure(8, `${name}(): ${elsewhere.length} of ${errors.length} redirected requests arrived elsewhere`);
    deepEqual([elsewhere, new Set(requests)], [[], new Set([1])]);
  });
}

Deno.test("scorecard 8: file() follows redirects to the web only, and the key stays with its server", async () => {
  const { elsewhere, errors, requests } = await redirected((research) => research.file({ file_id: "f" }, ONE_ATTEMPT));
  const withKey = elsewhere.filter((request) => request.includes(CANARY) || /^authorization:/im.test(request));
  const writing = elsewhere.filter((request) => !request.startsWith("GET "));
  const followed = errors.filter((error) => error === undefined).length;
  printFigure(8, `file(): ${elsewhere.length} redirects followed, ${withKey.length} of them with the key`);
  deepEqual([withKey, writing, followed], [[], [], elsewhere.length]);
  ok(elsewhere.length > 0 && elsewhere.length < errors.length, `${elsewhere.length} of ${errors.length}`);
  ok(requests.every((count) => count <= 6), `${requests}`); // a server that redirects to itself ends after five
  for (const error of errors) ok(error === undefined || error instanceof ResearchError, `${error}`);
});
