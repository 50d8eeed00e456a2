// deno-lint-ignore-file no-console -- the test reads its output
/** Collects garbage while a service is silent, then passes a limit or aborts; prints how each call ended. */
import { createClient } from "../../src/client/client.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { startRawServer, STREAM_HEAD } from "./raw_server.ts";

const DELTA = 'data: {"type":"response.output_text.delta","delta":"A"}\n\n';
const HALF = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";

/** Several collections with turns of the event loop in between: one of them clears weak references. */
async function collect(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    (globalThis as { gc?: () => void }).gc?.();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

async function endOf(kind: "stream" | "thesis" | "file", by: "limit" | "abort"): Promise<string> {
  const clock = manualClock();
  const stop = new AbortController();
  await using server = startRawServer(async ({ send, gone }) => {
    await send(kind === "stream" ? STREAM_HEAD + DELTA : HALF);
    await gone();
  });
  const research = createClient({ baseUrl: server.baseUrl, fetch: networkFetch, clock, newId: () => "id" });
  const options = { signal: stop.signal, limits: { silenceMs: 5000 } };
  const calls = {
    stream: () => research.stream("x", options).final(),
    thesis: () => research.reason("x", options),
    file: () => research.file({ file_id: "x" }, options),
  };
  const call = calls[kind]().then(() => "no error", (error) => error.name);
  await clock.whenScheduled(5000);
  await collect();
  if (by === "limit") clock.advance(5000);
  else stop.abort("enough");
  return await call;
}

for (const kind of ["stream", "thesis", "file"] as const) {
  for (const by of ["limit", "abort"] as const) console.log(kind, by, await endOf(kind, by));
}
