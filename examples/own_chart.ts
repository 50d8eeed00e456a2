// A chart of your own: deno run -A examples/own_chart.ts
import { openPrices } from "conviction";
import { chart } from "conviction/chart";
import { show } from "conviction/notebook";

const prices = await openPrices();
const values = ["AAPL", "^GSPC"].flatMap((ticker) => {
  const { dates = [], closes = [] } = prices.closesOf(ticker)[0] ?? {};
  return dates.map((date, at) => ({ date, ticker, indexed: 100 * (closes[at] ?? NaN) / (closes[0] ?? NaN) }));
});
const own = chart({
  title: "First close = 100",
  data: { values },
  mark: "line",
  encoding: {
    x: { field: "date", type: "temporal", title: null },
    y: { field: "indexed", type: "quantitative", title: null },
    color: { field: "ticker", type: "nominal", title: null },
  },
});
await show(own);
