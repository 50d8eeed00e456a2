/** The spans of a service under `OTEL_DENO=true`, as a collector gets them. */
import { deepEqual, equal, ok } from "../assert.ts";

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

/** Takes spans as a collector does, as OTLP in JSON. */
function collector() {
  const spans: Span[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const text = await request.text();
    if (new URL(request.url).pathname === "/v1/traces") {
      for (const { scopeSpans } of JSON.parse(text).resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
    }
    return new Response("{}", { headers: { "content-type": "application/json" } });
  });
  return { spans, server, url: `http://127.0.0.1:${server.addr.port}` };
}

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const KEY = "sk-canary-of-the-traces";

Deno.test("under OTEL_DENO=true tools, code, chart and verification are spans of the caller's trace, without key and question", async () => {
  const { spans, server, url } = collector();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-A", "--no-check", "pipelines/serve.ts", "--port", "0", "--log", "none"],
    cwd: new URL("../../", import.meta.url),
    env: {
      ...{ CONVICTION_API_KEY: KEY, OTEL_DENO: "true", OTEL_EXPORTER_OTLP_ENDPOINT: url },
      ...{ OTEL_EXPORTER_OTLP_PROTOCOL: "http/json", OTEL_BSP_SCHEDULE_DELAY: "50" },
    },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const out = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  while (!/^Listening on (\S+)\n/m.test(printed)) {
    const { done, value } = await out.read();
    if (done) throw new Error(`serve ended after ${printed}`);
    printed += value;
  }
  const address = /^Listening on (\S+)\n/m.exec(printed)?.[1];
  const reply = await fetch(`${address}/v1/responses`, {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ input: "Analyse AAPL", stream: true }),
  });
  ok((await reply.text()).endsWith("[DONE]\n\n"));
  child.kill("SIGTERM");
  while (!(await out.read()).done);
  equal((await child.status).code, 0);
  await server.shutdown();

  const own = spans.filter(({ traceId }) => traceId === TRACE);
  const names = new Set(own.map(({ name }) => name));
  for (const name of ["tool resolve_companies", "tool price_history", "code", "chart", "verification"]) {
    ok(names.has(name), `${name} is in ${[...names]}; all: ${spans.map(({ name, traceId }) => `${name} ${traceId}`)}`);
  }
  const ids = new Set(own.map(({ spanId }) => spanId));
  const orphans = own.filter(({ parentSpanId = "" }) => !ids.has(parentSpanId) && parentSpanId !== "b7ad6b7169203331");
  deepEqual(orphans.map(({ name }) => name), [], "each span is below the request");
  equal(/canary|Analyse/.test(JSON.stringify(spans)), false);
});
