/** Names held together in both programs, against pandas. */
import { deepEqual } from "../assert.ts";
import { type DomainFinding, findingsOn } from "../../src/agent/findings.ts";
import { portfolioOf } from "../../src/agent/portfolio.ts";
import { KNOWLEDGE as ANALYST } from "../../src/agent/tools.ts";
import { Memory } from "../../src/agent/memory.ts";
import type { PriceSeries } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { PORTFOLIO_METRICS } from "../../src/data/metrics/portfolio.ts";
import { openSample } from "../../src/data/prices/sample.ts";
import { barsOf, seriesOf } from "../../src/data/series.ts";
import { togetherOn } from "../../src/verify/portfolio.ts";
import { Ground, KNOWLEDGE as VERIFIER } from "../../src/verify/knowledge.ts";
import PORTFOLIO from "./portfolio_measures.json" with { type: "json" };

/** Words, names and weights as they were given. */
const WITHOUT = Object.entries(PORTFOLIO_METRICS).filter(([, { unit }]) => unit === "word" || unit === "name")
  .map(([id]) => id);

const sample = await openSample();
const whole = sample.at(PORTFOLIO.day);
const prices = [...whole.companies.map(({ ticker }) => ticker), "SPY"].sort().flatMap(whole.prices);

/** By the rule of `with_gaps` in the script. */
const gaps = prices.map((series, place) => {
  const { ticker, frequency, basis, currency, source } = series;
  const bars = barsOf(series).filter((_, at) => (at + 7 * place) % 89 !== 11);
  return seriesOf({ ticker, frequency, basis, currency, source }, bars);
});

const months = Object.entries(PORTFOLIO.months).map(([ticker, closes]) =>
  seriesOf(
    { ticker, frequency: "monthly", basis: "price", currency: "USD", source: "made" },
    closes.map((close, at) => ({
      date: new Date(Date.UTC(2025, 7 + at - closes.length, 0)).toISOString().slice(0, 10),
      close,
    })),
  )
);

function viewOf(series: readonly PriceSeries[], benchmark: string) {
  const names = series.map(({ ticker }) => ticker).filter((one) => one !== benchmark);
  return createDataset({
    ...{ name: "Made", notice: "", benchmark, series },
    companies: names.map((ticker) => ({ ticker, name: ticker })),
    sources: [...new Set(series.map(({ source }) => source))].map((id) => ({ id, title: id, sha256: "" })),
  }).at(PORTFOLIO.day);
}

const VIEWS = { whole, gaps: viewOf(gaps, "SPY"), months: viewOf(months, "MARKET") };

for (const { of, names, values } of PORTFOLIO.held) {
  const all = Object.entries(values);
  const tickers = Array.isArray(names) ? names : Object.keys(names);
  Deno.test(`both programs give what pandas gives of ${tickers.join(", ")} together, ${of}`, () => {
    const view = VIEWS[of as keyof typeof VIEWS];
    const weights = Array.isArray(names) ? [] : Object.entries(names).map(([ticker, weight]) => ({ ticker, weight }));
    const research = {
      view,
      knowledge: ANALYST,
      memory: new Memory<readonly DomainFinding[]>({ maxBytes: 0, bytesOf: () => 1 }),
    };
    const companies = tickers.flatMap((ticker) => view.companies.find((one) => one.ticker === ticker) ?? []);
    const found = companies.flatMap((company) => findingsOn(company, research) ?? []);
    const portfolio = portfolioOf(found, { weights, view });
    const together = togetherOn(new Ground(view, { companies: tickers, weights }, VERIFIER));
    const different = all.flatMap(([id, value]) => {
      const [metric = "", ticker = ""] = id.split(" ");
      const both = ticker === ""
        ? [portfolio.figures.get(metric), together?.figures.get(metric)]
        : [portfolio.own.get(ticker)?.variance_share, together?.variance_share.get(ticker)];
      const isNear = (one = NaN) => Math.abs(one - value) <= 1e-9 * Math.max(1e-3, Math.abs(one));
      return both.every(isNear) ? [] : [`${id}: ${both.join(" and ")} instead of ${value}`];
    });
    deepEqual(different, []);
  });
}

Deno.test("each figure of names held together has a golden", () => {
  const golden = new Set(
    PORTFOLIO.held.flatMap(({ values }) => Object.keys(values).map((id) => id.split(" ")[0] ?? "")),
  );
  const bare = Object.keys(PORTFOLIO_METRICS).filter((id) => !golden.has(id) && !WITHOUT.includes(id));
  deepEqual(bare, ["weight"]);
});
