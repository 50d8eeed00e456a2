/** Both readers of texts, on the calls among the developers' real data. */
import { deepEqual, equal, ok } from "../assert.ts";
import { missingShared, sharedPath, testNeeding } from "../needs.ts";
import { IS_WHOLE, sampled } from "../sampled.ts";
import { figuresBy } from "../text_figures.ts";
import { type HeldText, heldTexts } from "../../src/data/texts/held_texts.ts";

const CALLS = "transcripts/maec_sp500_calls_2015-2018.jsonl.gz";

interface RealCall {
  readonly ticker: string;
  readonly date: string;
  readonly text: string;
}

async function callsByTicker(): Promise<ReadonlyMap<string, readonly HeldText[]>> {
  const { body } = new Response(await Deno.readFile(sharedPath(CALLS)));
  const lines = (await new Response(body?.pipeThrough(new DecompressionStream("gzip"))).text()).trim().split("\n");
  const calls = lines.map((line, at) => {
    const { ticker, date, text }: RealCall = JSON.parse(line);
    const places = { kind: "call", sections: [], title: `${ticker} ${date}`, source: "calls.jsonl" } as const;
    return { ticker, ...places, id: `calls.jsonl ${at + 1}`, day: date, known: date, text };
  });
  return Map.groupBy(calls, ({ ticker }) => ticker);
}

testNeeding(
  missingShared(CALLS),
  "analyst and verifier count the same words of every real call, and most of those that are whole have a tone above 0",
  async () => {
    const byTicker = await callsByTicker();
    const found = sampled([...byTicker]).flatMap(([ticker, calls]) => {
      const held = heldTexts(ticker, calls);
      return calls.map(({ day }) => figuresBy(held.until(day), day));
    });
    const tones = found.map((figures) => figures["tone"]).filter((tone) => typeof tone === "number");
    const short = found.filter((figures) => figures["call_words"] === "short");
    const silent = found.filter((figures) => figures["call_words"] !== "short" && figures["tone"] === "short");
    if (IS_WHOLE) deepEqual([tones.length, silent.length, short.length], [1150, 2, 45]);
    equal(tones.length + silent.length + short.length, found.length);
    ok(tones.filter((tone) => tone > 0).length > 0.75 * tones.length);
  },
);
