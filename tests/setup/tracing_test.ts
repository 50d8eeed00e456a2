/** The spans of a service under `OTEL_DENO=true`, as a collector gets them. */
import { deepEqual, equal, ok } from "../assert.ts";
import { traced } from "./traced_service.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const KEY = "sk-canary-of-the-traces";

Deno.test("under OTEL_DENO=true tools, code, chart and verification are spans of the caller's trace, without key and question", async () => {
  const { spans, code } = await traced({ key: KEY, flags: ["--log", "none"] }, async (address) => {
    const reply = await fetch(`${address}/v1/responses`, {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${KEY}`, "content-type": "application/json" },
        traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
      },
      body: JSON.stringify({ input: "Analyse AAPL", stream: true }),
    });
    ok((await reply.text()).endsWith("[DONE]\n\n"));
  });
  equal(code, 0);

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
