/** A service in a process of its own under `OTEL_DENO=true`, and what a collector gets of it. */

/** A span as OTLP in JSON has it. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

/** What a run of the service gave away. */
export interface Traced {
  /** Of the requests made meanwhile. */
  readonly spans: readonly CollectedSpan[];
  /** All that the collector got: spans, logs and metrics. */
  readonly collected: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Options of {@linkcode traced}. */
export interface TracedOptions {
  readonly key: string;
  /** Flags of `serve`. */
  readonly flags: readonly string[];
}

/** Starts a service, makes requests of it and ends it. */
export async function traced(
  { key, flags }: TracedOptions,
  asking: (address: string) => Promise<void>,
): Promise<Traced> {
  const { bodies, spans, server, url } = collector();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-A", "--no-check", "pipelines/conviction.ts", "serve", "--port", "0", ...flags],
    cwd: new URL("../../", import.meta.url),
    env: {
      ...{ CONVICTION_API_KEY: key, OTEL_DENO: "true", OTEL_EXPORTER_OTLP_ENDPOINT: url },
      ...{ OTEL_EXPORTER_OTLP_PROTOCOL: "http/json", OTEL_BSP_SCHEDULE_DELAY: "50" },
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const said = new Response(child.stderr).text();
  const out = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  while (!/^Listening on (\S+)\n/m.test(printed)) {
    const { done, value } = await out.read();
    if (done) throw new Error(`serve ended after ${printed}${await said}`);
    printed += value;
  }
  await asking(/^Listening on (\S+)\n/m.exec(printed)?.[1] ?? "");
  child.kill("SIGTERM");
  for (let part = await out.read(); !part.done; part = await out.read()) printed += part.value;
  const { code } = await child.status;
  await server.shutdown();
  return { spans, collected: bodies.join("\n"), stdout: printed, stderr: await said, code };
}

/** Takes spans as a collector does, as OTLP in JSON. */
function collector() {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const text = await request.text();
    bodies.push(text);
    if (new URL(request.url).pathname === "/v1/traces") {
      for (const { scopeSpans } of JSON.parse(text).resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
    }
    return new Response("{}", { headers: { "content-type": "application/json" } });
  });
  return { spans, bodies, server, url: `http://127.0.0.1:${server.addr.port}` };
}
