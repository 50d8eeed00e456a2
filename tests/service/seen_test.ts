import { deepEqual, equal, match, ok } from "../assert.ts";
import { RequestError } from "../../src/protocol/request_error.ts";
import type { Trace } from "../../src/service/trace.ts";
import { fakeService, KEY } from "./service_fixture.ts";

const WITH_KEY = { authorization: `Bearer ${KEY}` };
const ABOUT = {
  version: "9.9.9",
  details: () => Promise.resolve({ data: { as_of: "2017-12-29" } }),
  gauges: () => [{ name: "conviction_depth", help: "How deep.", value: 3 }],
};

Deno.test("/healthz says without a key that the service answers and its version, with a key what it works with", async () => {
  const { service } = fakeService({ about: ABOUT });
  const ask = async (headers: Record<string, string>, method = "GET") => {
    const reply = await service(new Request("http://a/healthz", { headers, method }));
    return [reply.status, method === "HEAD" ? "" : await reply.json()];
  };
  deepEqual(await ask({}), [200, { status: "ok", version: "9.9.9" }]);
  deepEqual(await ask(WITH_KEY), [200, { status: "ok", version: "9.9.9", data: { as_of: "2017-12-29" } }]);
  equal((await ask({ authorization: "Bearer wrong" }))[0], 401);
  await service.close();
  equal((await ask({}))[0], 503);
});

Deno.test("/healthz is 503 with the reason while answers cannot be kept, with and without a key, and ok again after it", async () => {
  const message = "Cannot write the state of the service: database or disk is full";
  let full: RequestError | undefined = new RequestError(message, { status: 503, code: "state_unavailable" });
  const check = () => full === undefined ? Promise.resolve() : Promise.reject(full);
  const { service } = fakeService({ about: { ...ABOUT, check } });
  const ask = (method: string, headers = {}) => service(new Request("http://a/healthz", { headers, method }));
  for (const headers of [{}, WITH_KEY]) {
    const reply = await ask("GET", headers);
    deepEqual([reply.status, (await reply.json()).error], [503, {
      type: "unavailable_error",
      code: "state_unavailable",
      message,
      param: null,
    }]);
    equal((await ask("HEAD", headers)).status, 503);
  }
  full = undefined;
  equal((await ask("GET")).status, 200);
});

Deno.test("/metrics counts requests, tools, programs, claims and answers, and needs a key", async () => {
  const { service } = fakeService({ about: ABOUT });
  const send = (path: string, body?: unknown) => {
    const headers = { ...WITH_KEY, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    return service(new Request(`http://a${path}`, init)).then(async (reply) => [reply.status, await reply.text()]);
  };
  equal((await service(new Request("http://a/metrics"))).status, 401);
  await send("/v1/responses", { input: "Analyse AAPL" });
  await send("/v1/responses", { input: "Analyse AAPL", stream: true });
  await send("/v1/responses", { input: "" });
  await send(`/v1/files/file_${"0".repeat(32)}`);
  await send("/secret-path");
  const [status, text] = await send("/metrics");
  equal(status, 200);
  const lines = String(text).trimEnd().split("\n");
  for (
    const line of [
      'conviction_requests_total{operation="createResponse",status="200"} 2',
      'conviction_requests_total{operation="createResponse",status="400"} 1',
      'conviction_requests_total{operation="downloadFile",status="404"} 1',
      'conviction_requests_total{operation="none",status="404"} 1',
      'conviction_answers_total{conclusion="thesis"} 2',
      'conviction_claims_total{outcome="verified"} 0',
      'conviction_reply_seconds_count{operation="createResponse"} 3',
      "conviction_depth 3",
    ]
  ) ok(lines.includes(line), `${line} is in\n${text}`);
  ok(lines.some((line) => /^conviction_tool_calls_total\{tool="\w+"\} [1-9]/.test(line)));
  // each figure has a help and a type, and a bucket never falls
  const named = new Set(lines.filter((line) => !line.startsWith("#")).map((line) => /^\w+/.exec(line)?.[0] ?? ""));
  for (const name of named) {
    ok(
      lines.includes(`# TYPE ${name.replace(/_(?:bucket|sum|count)$/, "")} histogram`) ||
        lines.some((line) => line.startsWith(`# TYPE ${name} `)),
      name,
    );
  }
  equal(String(text).includes("secret-path"), false);
});

Deno.test("a trace sees each tool, program and verification begin and end, and never the question", async () => {
  const seen: string[] = [];
  const trace: Trace = (name) => {
    seen.push(`+${name}`);
    return { run: (part) => part(), end: (facts = {}) => void seen.push(`-${name} ${JSON.stringify(facts)}`) };
  };
  const { service } = fakeService({ trace });
  const headers = { ...WITH_KEY, "content-type": "application/json" };
  const body = JSON.stringify({ input: "Analyse the canary" });
  await (await service(new Request("http://a/v1/responses", { method: "POST", headers, body }))).text();
  ok(seen.length >= 4, String(seen));
  const open = new Set<string>();
  for (const line of seen) {
    const name = line.slice(1).replace(/ \{.*/, "");
    if (line.startsWith("+")) open.add(name);
    else ok(open.delete(name), line);
  }
  deepEqual([...open], []);
  match(seen.join(), /\+verification,-verification \{"claims_total":\d+/);
  equal(seen.join().includes("canary"), false);
});
