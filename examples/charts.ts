// Prices with marked days, and a thesis: deno run -A examples/charts.ts
import { connect, openPrices } from "conviction";
import { drawdownChart, priceChart, thesisChart } from "conviction/chart";
import { show } from "conviction/notebook";

const prices = await openPrices();
const thesis = await connect().reason({ input: "Analyse AAPL", include: ["verification"] });
const events = [thesis, { date: "2024-08-05", label: "Yen shock" }];

await show(priceChart(prices, "AAPL", { events, currency: "USD", source: "sample" }));
await show(drawdownChart(prices, "AAPL", { events, from: "2024-07-01" }));
await show(thesisChart(thesis));
