import { type HeldText, heldTexts } from "./held_texts.ts";
import type { StoredTexts } from "../src/data/text_document.ts";
import { sharedPath } from "./needs.ts";

/** The developers' real calls of companies of the S&P 500, 2015 to 2018. */
export const CALLS_FILE = "transcripts/maec_sp500_calls_2015-2018.jsonl.gz";

interface Line {
  readonly ticker: string;
  readonly date: string;
  readonly text: string;
}

/** The real calls by ticker, each known on its day: the file has no hour. */
export async function realCalls(): Promise<readonly StoredTexts[]> {
  const { body } = new Response(await Deno.readFile(sharedPath(CALLS_FILE)));
  const lines = (await new Response(body?.pipeThrough(new DecompressionStream("gzip"))).text()).trim().split("\n");
  const calls = lines.map((line, at): { ticker: string; call: HeldText } => {
    const { ticker, date, text }: Line = JSON.parse(line);
    const places = { kind: "call", sections: [], title: `${ticker} ${date}`, source: "calls.jsonl" } as const;
    return { ticker, call: { ...places, id: `calls.jsonl ${at + 1}`, day: date, known: date, text } };
  });
  return [...Map.groupBy(calls, ({ ticker }) => ticker)].map(([ticker, own]) =>
    heldTexts(ticker, own.map(({ call }) => call))
  );
}
