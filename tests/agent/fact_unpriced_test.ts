/** Questions about figures of reports where a company has reports and no prices. */
import { equal, match, ok } from "../assert.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import type { Bar } from "../../src/data/dataset.ts";
import { seriesOf } from "../../src/data/series.ts";
import { tradingDays } from "../trading_days.ts";
import { madeReports } from "../verify/made_reports.ts";
import { ask, askOf, conclusionOf, markdownOf, ports, textOf, thesisOf } from "./ask.ts";

const SOURCE = { id: "made.csv", title: "Made of random numbers", sha256: "0" };
const parts = {
  name: "Reports",
  notice: "Made up.",
  companies: ["PAPR", "INKK", "BARE"].map((ticker) => ({ ticker, name: `${ticker} Holdings Inc.` })),
  sources: [SOURCE],
  records: madeReports([{ ticker: "PAPR", by: "years" }, { ticker: "INKK", by: "quarters" }]),
};
const bars = tradingDays("2019-06-03", 400).map((date, at): Bar => ({ date, close: 100 + Math.sin(at) }));
const priced = seriesOf(
  { ticker: "INKK", frequency: "daily", basis: "price", currency: "USD", source: SOURCE.id },
  bars,
);
const alone = createDataset({ ...parts, series: [] });
const beside = createDataset({ ...parts, series: [priced] });

Deno.test("a folder with nothing but reports answers a question about them, and has no view", async () => {
  const steps = await askOf(alone, "What was PAPR's revenue in fiscal 2019?");
  match(
    markdownOf(steps),
    /^\*\*PAPR Holdings' revenue in the year to 30 Sep 2019 was \$[\d.]+m\.\*\*\n\n\[1\] PAPR 10-K to 30 Sep 20\d\d, filed /,
  );
  const { agent_thesis, metadata } = thesisOf(steps);
  equal(agent_thesis.signal, "no_view");
  equal(metadata?.verification?.claims_removed, 0);
  equal(metadata?.verification?.confidence, 1);
  equal(metadata?.subject, "PAPR");
});

Deno.test("companies of which one has prices and one reports alone are put in order", async () => {
  const steps = await askOf(beside, "Which has more revenue, PAPR or INKK?");
  match(
    textOf(steps),
    /^(?:PAPR Holdings and INKK Holdings|INKK Holdings and PAPR Holdings) by revenue for the latest fiscal year, highest first: /,
  );
  equal(thesisOf(steps).metadata?.verification?.claims_removed, 0);
  ok(!textOf(steps).includes("left out"), textOf(steps));
});

Deno.test("a company without prices and without reports is told to have none of them", async () => {
  const text = textOf(await askOf(alone, "BARE's net income"));
  match(
    text,
    /^BARE Holdings' net income .* is not available: the data hold no accounts for BARE Holdings by \d+ \w+ \d{4}\./,
  );
});

Deno.test("a view of a company without prices is one of its business, with one sentence about prices", async () => {
  const steps = await askOf(beside, "Analyse PAPR");
  match(
    textOf(steps),
    /^PAPR Holdings \(PAPR\): no view .* Its revenue in the year to 30 Sep 2020 was \$[\d.]+m, down [\d.]+% on the year\. /,
  );
  match(
    textOf(steps),
    /^PAPR Holdings \(PAPR\): no view on the shares as of \d+ \w+ \d+, because the data hold no prices\. /,
  );
  equal(textOf(steps).replace(/ To add prices\b.*/, "").match(/\bprices?\b/g)?.length, 1);
  equal(thesisOf(steps).metadata?.verification?.claims_removed, 0);
  equal(thesisOf(steps).metadata?.score, undefined);
});

Deno.test("accounts that are too old for a measure are told all the same, where prices are newer", async () => {
  const later = tradingDays("2022-06-01", 400).map((date, at): Bar => ({ date, close: 50 + Math.sin(at) }));
  const series = seriesOf(
    { ticker: "PAPR", frequency: "daily", basis: "price", currency: "USD", source: SOURCE.id },
    later,
  );
  const steps = await askOf(createDataset({ ...parts, series: [series] }), "Analyse PAPR");
  match(markdownOf(steps), /^\*\*PAPR Holdings' revenue in the year to 30 Sep 2020 was \$[\d.]+m, /);
  match(markdownOf(steps), /^\| Year to 30 Sep 2020 /m);
  ok(!markdownOf(steps).includes("| Twelve months"), "the latest year is the latest twelve months");
  match(markdownOf(steps), /\*Latest accounts in the data: PAPR Holdings' to 30 Sep 2020\.\*/);
  equal(thesisOf(steps).metadata?.verification?.claims_removed, 0);
});

Deno.test("a question knows a report on the day it is filed, and says from when a thesis does", async () => {
  const asked = "PAPR's revenue in fiscal 2019";
  const on = async (asOf: string) => markdownOf(await ask({ input: asked, asOf }, ports({ dataset: alone })));
  match(
    await on("2019-11-08"),
    /^\*\*PAPR Holdings' revenue for the fiscal year that ends in 2019 was not public by 8 Nov 2019: /,
  );
  match(
    await on("2019-11-10"),
    /^\*\*PAPR Holdings' revenue in the year to 30 Sep 2019 was [^]* used by a thesis from 11 Nov 2019$/,
  );
  match(
    await on("2019-11-11"),
    /^\*\*PAPR Holdings' revenue in the year to 30 Sep 2019 was [^]* filed \d+ Nov 2019$/,
  );
});

Deno.test("a thesis waits for the session after a report is filed", async () => {
  const on = async (asOf: string) => textOf(await ask({ input: "PAPR's F-score", asOf }, ports({ dataset: alone })));
  match(await on("2019-11-10"), /from the fiscal year to 30 Sep 2018|is not available as of/);
  match(await on("2019-11-11"), /from the fiscal year to 30 Sep 2019/);
});

Deno.test("a company that the data does not know is named", async () => {
  const conclusion = conclusionOf(await askOf(alone, "What was Zylonbrand's revenue in 2019?"));
  equal(conclusion.kind, "unknown_company");
});
