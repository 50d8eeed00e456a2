import fc from "fast-check";
import { deepEqual, match, ok } from "../assert.ts";
import { runsOf } from "../sweeps.ts";
import { InputError } from "../../src/protocol/errors.ts";
import { readCsv } from "../../src/batch/list/read_rows.ts";

const cell = fc.constantFrom(
  ...["IBM", "BRK.B", "brk-b", "0700.HK", "7203", "US4592001014", "NASDAQ:AAPL", "IBM US Equity", "Apple Inc"],
  ...["NAME", "CODE", "LIST", "RICO", "CASH", "TOTAL", "A", "^GSPC", "x"],
);

async function tickersOf(text: string, tickerColumn?: string): Promise<string[]> {
  const source = await readCsv(ReadableStream.from([text]), { name: "x.csv", tickerColumn });
  return (await Array.fromAsync(source.rows)).map(({ input, problem }) => input.ticker + (problem?.message ?? ""));
}

Deno.test("a column without a header is read whole or refused, and never loses its first line", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(cell, { minLength: 1, maxLength: 6 }), async (cells) => {
      const text = cells.join("\n");
      const tickers = await tickersOf(text).catch((error) => error);
      if (!(tickers instanceof InputError)) return deepEqual(tickers, cells);
      match(tickers.message, /tickerColumn.*"column 1"/);
      deepEqual(await tickersOf(text, "column 1"), cells);
      if (tickers.message.includes("names the column or is")) {
        deepEqual(await tickersOf(text, cells[0]), cells.slice(1));
      } else ok(tickers.message.includes(`its header is "${cells[0]}"`));
    }),
    runsOf("batch/headerless_property", 2_000),
  );
});
