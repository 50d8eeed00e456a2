/** Questions to real calls of companies: each quote stands there, in whole sentences, from a text that was known. */
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { equal, ok } from "../assert.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import { readAs } from "../../src/data/about.ts";
import { TEXT_TOPICS } from "../../src/data/text_topics.ts";
import { type HeldText, heldTexts } from "../held_texts.ts";
import { nextSession } from "../../src/calendar/exchange_days.ts";
import { seriesOf } from "../../src/data/series.ts";
import { ask, ports, textOf, thesisOf } from "../agent/ask.ts";
import { missingShared, sharedPath, testOnShared } from "../needs.ts";
import { once } from "../once.ts";
import { sweep } from "../sweeps.ts";
import { quotesAbout, wrongWith } from "./told_quotes.ts";

const CALLS = "transcripts/maec_sp500_calls_2015-2018.jsonl.gz";

interface Call {
  readonly ticker: string;
  readonly date: string;
  readonly text: string;
}

function callsOf(path: string): ReadonlyMap<string, readonly HeldText[]> {
  const lines = gunzipSync(Deno.readFileSync(path)).toString("utf8").trim().split("\n");
  const calls = lines.map((line, at): HeldText & Pick<Call, "ticker"> => {
    const { ticker, date, text }: Call = JSON.parse(line);
    const id = `calls.jsonl ${at + 1}`;
    return {
      ticker,
      id,
      kind: "call",
      title: "",
      day: date,
      known: nextSession(date),
      source: "calls.jsonl",
      sections: [],
      text,
    };
  });
  return Map.groupBy(calls, ({ ticker }) => ticker);
}

/** All of them, read once. */
const realCalls = once(() => callsOf(sharedPath(CALLS)));

/** The calls, about companies whose price never moves: of what is asked only texts can answer. */
function datasetOf(calls: ReadonlyMap<string, readonly HeldText[]>): Dataset {
  const bars = ["2015-01-02", "2015-06-30", "2016-06-30", "2017-06-30", "2018-12-31"].map((date) => ({
    date,
    close: 1,
  }));
  const tickers = [...calls.keys()];
  return createDataset({
    name: "Real calls",
    notice: "Calls of companies.",
    companies: tickers.map((ticker) => ({ ticker, name: ticker })),
    sources: [{ id: "made.csv", title: "Made", sha256: "0" }, { id: "calls.jsonl", title: "Calls", sha256: "0" }],
    series: tickers.map((ticker) =>
      seriesOf({ ticker, frequency: "daily", basis: "price", currency: "USD", source: "made.csv" }, bars)
    ),
    texts: [...calls].map(([ticker, texts]) => heldTexts(ticker, texts)),
  });
}

/** With the sign of a ticker: `ARE` is a word too. */
const WAYS = [
  (ticker: string, topic: string) => `What did $${ticker} say about ${topic}?`,
  (ticker: string, topic: string) => `anything on ${topic} in the last call of $${ticker}?`,
  (ticker: string, topic: string) => `did $${ticker} mention ${topic} in 2016?`,
  (ticker: string, topic: string) => `What did $${ticker} say about ${topic} in its call in 2015?`,
];

/** Whether an answer is a thesis on a company alone. */
function isAbout(steps: Awaited<ReturnType<typeof ask>>, ticker: string): boolean {
  const last = steps.at(-1);
  return last?.kind === "conclusion" && last.conclusion.kind === "thesis" &&
    last.conclusion.result.metadata?.subject === ticker;
}

testOnShared(
  missingShared(CALLS),
  "questions to real calls are answered with quotes that stand there",
  async (test) => {
    const calls = realCalls();
    // those with most calls; MTD is a span of days too
    const tickers = [...calls].filter(([ticker]) => ticker !== "MTD")
      .toSorted(([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || (one < other ? -1 : 1))
      .map(([ticker]) => ticker).slice(0, 100);
    const topics = [...Object.values(TEXT_TOPICS).map(({ name }) => name), "china", "cloud", "artificial intelligence"];
    const questions = Array.from({ length: 200 }, (_, at) => ({
      asOf: ["2016-03-31", "2017-06-30", "2018-12-31"][at % 3] ?? "",
      input: WAYS[at % WAYS.length]?.(tickers[at % tickers.length] ?? "", topics[at % topics.length] ?? "") ?? "",
      ticker: tickers[at % tickers.length] ?? "",
    }));
    const times: number[] = [];
    let [quotes, found, none] = [0, 0, 0];
    const asked = sweep("verify/real_quotes", questions);
    const about = new Set(asked.map(({ ticker }) => ticker));
    const dataset = datasetOf(new Map([...calls].filter(([ticker]) => about.has(ticker))));
    for (const { asOf, input, ticker } of asked) {
      const began = performance.now();
      const steps = await ask({ input, asOf }, ports({ dataset }));
      times.push(performance.now() - began);
      const text = textOf(steps);
      ok(isAbout(steps, ticker), `${input} is answered with ${text}`);
      const { claims = [], claims_removed } = thesisOf(steps).metadata?.verification ?? {};
      equal(claims_removed, 0, text);
      const quoted = claims.filter(({ unit }) => unit === "quote");
      for (const { id, value, shown } of quoted) {
        const key = readAs("quote", id.slice(`${ticker}.quote.`.length));
        const call = calls.get(ticker)?.find((one) => one.id === key?.document);
        ok(call !== undefined && call.known <= asOf && call.day < asOf, `${id} is quoted as of ${asOf}`);
        equal(createHash("sha256").update(call.text).digest("hex").slice(0, 16), key?.digest);
        equal(call.text.slice(key?.start, key?.end), value);
        ok(text.includes(`“${shown}”`), text);
      }
      quotes += quoted.length;
      if (quoted.length > 0) found++;
      else none += Number(/No quotable sentence|The data hold no /.test(text));
    }
    equal(found + none, asked.length, "each question is answered with a quote, or with what was not found");
    ok(found > asked.length / 10, `${found} of ${asked.length}`);
    const inOrder = times.toSorted((one, other) => one - other);
    await test.step(
      `${found} of ${asked.length} with ${quotes} quotes; ms of a question: median ${
        inOrder[inOrder.length >> 1]?.toFixed(1)
      }, longest ${inOrder.at(-1)?.toFixed(0)}`,
      () => {},
    );
  },
);

testOnShared(missingShared(CALLS), "each sentence of real calls that may be quoted passes the verifier", () => {
  const calls = realCalls();
  const chosen = sweep("verify/real_quotes, sentences", [...calls]);
  const view = datasetOf(new Map(chosen)).at("2018-12-31");
  let count = 0;
  for (const [ticker] of chosen) {
    for (const { statement } of quotesAbout(view, ticker)) {
      equal(wrongWith(statement, view), undefined, statement.text);
      count++;
    }
  }
  ok(count > 5_000 * chosen.length / calls.size, `${count} sentences`);
});
