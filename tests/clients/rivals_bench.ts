/**
 * Compares other programs with ours: `deno task dev rivals`. Other clients' readers over the same bytes, as ratios to the
 * hand loop of the same run: each yields an object per event, `openai` by its own stream, `@anthropic-ai/sdk` by its
 * event reader (its typed stream skips events without an `event:` line) and the AI SDK by its parser with a schema that
 * accepts everything. Then a screen beside a typical script.
 */
import { _iterSSEMessages } from "@anthropic-ai/sdk/core/streaming";
import { jsonSchema, parseJsonEventStream } from "@ai-sdk/provider-utils";
import { Stream } from "openai/core/streaming";
import { screenRivals } from "./screen_rivals_bench.ts";
import { type Body, measure, OURS, ratios, type Readers, smallShapes } from "../bench/readers.ts";

const ROUNDS = 5;

async function* anthropic(body: Body): AsyncGenerator<unknown, void, undefined> {
  for await (const { data } of _iterSSEMessages(new Response(body), new AbortController())) {
    if (data === "[DONE]") return;
    yield JSON.parse(data);
  }
}

const READERS: Readers = {
  ...OURS,
  "openai 7": (body) => Stream.fromSSEResponse(new Response(body), new AbortController()),
  "@anthropic-ai/sdk 1": anthropic,
  "AI SDK": (body) => parseJsonEventStream({ stream: body, schema: jsonSchema<unknown>({}) }),
};

if (import.meta.main) {
  const print = (line: string) => console.log(line);
  print(`Stream: 200000 events, median of ${ROUNDS}, time as a ratio to tests/bench/hand_loop.ts`);
  for (const shape of smallShapes()) print(`  ${shape.name}: ${ratios(await measure(shape, READERS, ROUNDS))}`);
  const { state } = await Deno.permissions.query({ name: "run", command: "deno" });
  print("\nScreen: a CSV through a service in its own process, durability on, files off");
  if (state === "granted") await screenRivals(print);
  else print("  not measured: it needs --allow-read --allow-write --allow-net=127.0.0.1 --allow-run=deno");
}
