import { deepEqual, equal, match } from "../assert.ts";
import type { Answer } from "../../src/mcp/http.ts";
import { createService } from "../../src/service/mod.ts";
import type { Assistant } from "../../src/mcp/assistant.ts";
import { agent, calling, fileStore, KEY, OTHER_KEY, post, type Posting, service } from "./fixture.ts";

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

async function codeOf(response: Response): Promise<[number, string]> {
  const { error } = await response.json();
  return [response.status, error?.code];
}

Deno.test("a message with a key reaches the assistant of its caller", async () => {
  const response = await service()(post(LIST));
  deepEqual([response.status, (await response.json()).method], [200, "tools/list"]);
});

Deno.test("null for params, and in them, reaches the protocol as if it were not there; null for an id stays", async () => {
  const seen: unknown[] = [];
  const answer: Answer = async (request) => {
    seen.push(await request.json());
    return new Response();
  };
  const params = { name: "prices", arguments: null, cursor: null };
  for (const message of [{ ...LIST, params: null }, { ...LIST, params }, { ...LIST, id: null, params: [null] }]) {
    await service(answer)(post(message));
  }
  deepEqual(seen, [LIST, { ...LIST, params: { name: "prices" } }, { ...LIST, id: null, params: [null] }]);
});

const REFUSED: readonly { when: string; posting: Posting; body?: unknown; status: number; code: string }[] = [
  { when: "there is no key", posting: { key: "" }, status: 401, code: "invalid_api_key" },
  { when: "the key is another", posting: { key: "sk-wrong" }, status: 401, code: "invalid_api_key" },
  {
    when: "a page of another host asks",
    posting: { headers: { origin: "https://evil.example" } },
    status: 403,
    code: "origin_not_allowed",
  },
  {
    when: "a page without a host asks",
    posting: { headers: { origin: "null" } },
    status: 403,
    code: "origin_not_allowed",
  },
  {
    when: "a page of another port asks",
    posting: { headers: { origin: "http://127.0.0.1:9999" } },
    status: 403,
    code: "origin_not_allowed",
  },
  { when: "the method is GET", posting: { method: "GET" }, status: 405, code: "method_not_allowed" },
  { when: "the method is DELETE", posting: { method: "DELETE" }, status: 405, code: "method_not_allowed" },
  {
    when: "the body is no JSON",
    posting: { headers: { "content-type": "text/plain" } },
    status: 415,
    code: "unsupported_media_type",
  },
  { when: "the body is too long", posting: {}, body: "x".repeat(1024 * 1024), status: 413, code: "body_too_large" },
];
for (const { when, posting, body = LIST, status, code } of REFUSED) {
  Deno.test(`nothing is answered when ${when}: ${status} ${code}`, async () => {
    let answered = 0;
    const answer: Answer = () => Promise.resolve(new Response(String(++answered)));
    deepEqual(await codeOf(await service(answer)(post(body, posting))), [status, code]);
    equal(answered, 0);
  });
}

for (const origin of ["http://127.0.0.1:8787", "https://desk.example"]) {
  Deno.test(`a page of ${origin} may ask: it is the service's own or allowed`, async () => {
    const response = await service(undefined, { options: { origins: ["https://desk.example"] } })(
      post(LIST, { headers: { origin } }),
    );
    equal(response.status, 200);
    await response.body?.cancel();
  });
}

Deno.test("a service without the packages refuses, and says where the start is that has them", async () => {
  const bare = createService({
    ...{ agent, fileStore, apiKeys: [KEY], newId: () => crypto.randomUUID() },
    clock: { now: () => new Date(0), schedule: () => () => {} },
  });
  const response = await bare(post(LIST));
  const { error } = await response.json();
  deepEqual([response.status, error.code], [404, "mcp_not_loaded"]);
  match(error.message, /without MCP; docs\/mcp\.md says/);
  deepEqual(await codeOf(await bare(post(LIST, { method: "GET" }))), [404, "mcp_not_loaded"]);
  deepEqual(await codeOf(await bare(post(LIST, { key: "" }))), [401, "invalid_api_key"]);
});

Deno.test("the protocol sees its own headers, and never the key", async () => {
  let seen: Headers | undefined;
  const answer: Answer = (request) => {
    seen = request.headers;
    return Promise.resolve(new Response("{}"));
  };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list", cookie: "a=b" };
  await (await service(answer)(post(LIST, { headers }))).body?.cancel();
  deepEqual([...seen?.keys() ?? []], ["content-type", "mcp-method", "mcp-protocol-version"]);
});

Deno.test("a reply to initialize names a session, other replies do not", async () => {
  const asked = service();
  const initialize = await asked(post({ jsonrpc: "2.0", id: 0, method: "initialize" }));
  equal(initialize.headers.get("mcp-session-id"), "session_1");
  equal((await asked(post(LIST))).headers.get("mcp-session-id"), null);
  await initialize.body?.cancel();
});

/** Calls a thesis whose agent waits until it is stopped, and answers anything else at once. */
function waiting() {
  const begun = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<unknown>();
  const answer: Answer = async (request, assistant: Assistant) => {
    const { method } = await request.json();
    if (method !== "tools/call") return new Response("{}");
    const called = assistant.call("thesis", { question: "Analyse AAPL" }, calling());
    return await called.then(() => new Response("finished"), (reason) => new Response(`stopped: ${reason.message}`));
  };
  const asked = service(answer, {
    agent: async function* ({ signal }) {
      const { promise, reject } = Promise.withResolvers<never>();
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      begun.resolve();
      try {
        await promise;
      } finally {
        stopped.resolve(signal.reason);
      }
      yield { kind: "text", delta: "" };
    },
  });
  return { asked, begun: begun.promise, stopped: stopped.promise };
}

const CALL = { jsonrpc: "2.0", id: 7, method: "tools/call" };
const CANCEL = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
const SESSION = { "mcp-session-id": "session_a" };

Deno.test("a later request of the same session cancels a call", async () => {
  const { asked, begun, stopped } = waiting();
  const called = asked(post(CALL, { headers: SESSION }));
  await begun;
  await (await asked(post(CANCEL, { headers: SESSION }))).body?.cancel();
  await stopped;
  match(await (await called).text(), /^stopped: /);
});

const OTHERS: readonly { who: string; posting: Posting; message?: unknown }[] = [
  { who: "another session", posting: { headers: { "mcp-session-id": "session_b" } } },
  { who: "another caller", posting: { headers: SESSION, key: OTHER_KEY } },
  { who: "a client that names no session", posting: {} },
  {
    who: "the session of another call",
    posting: { headers: SESSION },
    message: { ...CANCEL, params: { requestId: 8 } },
  },
];
for (const { who, posting, message = CANCEL } of OTHERS) {
  Deno.test(`${who} cancels nothing`, async () => {
    const { asked, begun, stopped } = waiting();
    const gone = new AbortController();
    let hasStopped = false;
    const called = asked(post(CALL, { headers: SESSION, signal: gone.signal }));
    void stopped.then(() => hasStopped = true);
    await begun;
    await (await asked(post(message, posting))).body?.cancel();
    equal(hasStopped, false);
    gone.abort();
    await stopped;
    await called;
  });
}

Deno.test("a client that leaves stops its call", async () => {
  const { asked, begun, stopped } = waiting();
  const gone = new AbortController();
  const called = asked(post(CALL, { signal: gone.signal }));
  await begun;
  gone.abort(new Error("left"));
  await stopped;
  await called;
});

Deno.test("a service that closes ends calls under way", async () => {
  const { asked, begun, stopped } = waiting();
  const called = asked(post(CALL));
  await begun;
  await asked.close();
  match(String(await stopped), /the service is closing/);
  await called;
});
