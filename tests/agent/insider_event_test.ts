/** INSIDER_BUY, from what is filed to the line of an alert. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { alertLines } from "../../src/compare/alerts.ts";
import { compareRuns } from "../../src/compare/compare_runs.ts";
import { openSample } from "../../src/data/prices/sample.ts";
import type { CompanyEvent } from "../../src/protocol/company_event.ts";
import { reasoningResultSchema } from "../../src/protocol/reasoning.ts";
import { run, thesis } from "../compare/thesis_rows.ts";
import { madeWorld } from "../verify/made_world.ts";
import { ask, ports, saidThesisOf, textOf } from "./ask.ts";

const world = madeWorld(2, "price");

/** The events of an answer about a made company, as a client reads them. */
async function eventsOf(ticker: string, asOf: string): Promise<readonly CompanyEvent[] | undefined> {
  const result = saidThesisOf(await ask({ input: `Analyse ${ticker}`, asOf }, ports({ dataset: world })));
  equal(result.metadata?.verification?.claims_removed, 0);
  return reasoningResultSchema.parse(JSON.parse(JSON.stringify(result))).metadata?.events;
}

const told = (events: readonly CompanyEvent[] = []) =>
  events.map(({ kind, ticker, day, known, figures }) =>
    `${kind} ${ticker} ${day} ${known} ${figures.map(({ metric, shown }) => `${metric} ${shown}`).join(", ")}`
  );

const CASES = [
  { when: "one person has bought", ticker: "ENA", asOf: "2020-12-15", is: [] },
  { when: "the second person's form is filed that day", ticker: "ENA", asOf: "2020-12-16", is: [] },
  {
    when: "two persons have bought, from the session after the second one's form",
    ...{ ticker: "ENA", asOf: "2020-12-17" },
    is: ["INSIDER_BUY ENA 2020-12-14 2020-12-17 buyers_30d 2, purchase_value $100,500"],
  },
  {
    when: "one of them has bought again",
    ...{ ticker: "ENA", asOf: "2020-12-31" },
    is: ["INSIDER_BUY ENA 2020-12-15 2020-12-18 buyers_30d 2, purchase_value $151,500"],
  },
  {
    when: "one person has bought for more than a million",
    ...{ ticker: "ENL", asOf: "2020-12-31" },
    is: ["INSIDER_BUY ENL 2020-12-03 2020-12-07 buyers_30d 1, purchase_value $1.5m"],
  },
  {
    when: "two persons have bought in a table that begins within the 30 days",
    ...{ ticker: "REL", asOf: "2020-12-31" },
    is: ["INSIDER_BUY REL 2020-12-14 2020-12-17 buyers_30d 2, purchase_value $215,000"],
  },
  { when: "one person has bought in a table that begins within them", ticker: "REM", asOf: "2020-12-31", is: [] },
  { when: "the filing day of one of two purchases is assumed", ticker: "ENE", asOf: "2020-12-31", is: [] },
  { when: "the price of a purchase is not of its day", ticker: "ENM", asOf: "2020-12-31", is: [] },
  {
    when: "a purchase is larger than a year's volume, and another's price is not of its day",
    ticker: "ENN",
    asOf: "2020-12-31",
    is: [],
  },
  { when: "only sales and grants are read", ticker: "ENC", asOf: "2020-12-31", is: [] },
  { when: "who bought only holds a tenth of the shares", ticker: "ENG", asOf: "2020-12-31", is: [] },
] as const;
for (const { when, ticker, asOf, is } of CASES) {
  Deno.test(`a result has ${is.length} events INSIDER_BUY when ${when}`, async () => {
    const events = await eventsOf(ticker, asOf);
    ok(events !== undefined);
    deepEqual(told(events.filter(({ kind }) => kind === "INSIDER_BUY")), is);
  });
}

for (const [ticker, count] of [["ENM", 1], ["ENN", 2]] as const) {
  Deno.test(`an answer about ${ticker} says that ${count} of its insiders' purchases are in doubt, and states no value`, async () => {
    for (const input of [`Analyse ${ticker}`, `Did insiders of ${ticker} buy?`]) {
      const { agent_thesis: { reasoning } } = saidThesisOf(
        await ask({ input, asOf: "2020-12-31" }, ports({ dataset: world })),
      );
      ok(
        reasoning.includes(
          `; ${count} of these purchases may be priced in another currency or per receipt, judging by the prices`,
        ),
      );
      ok(!/, worth \$[\d.,]+/.test(reasoning), reasoning);
    }
  });
}

Deno.test("a company of which nothing is filed has no list of events", async () => {
  equal(await eventsOf("MUTE", "2020-12-31"), undefined);
});

Deno.test("an alert is written on the night an event is first known, and not again", async () => {
  const nights = await Promise.all(
    ["2020-12-16", "2020-12-17", "2020-12-18"].map(async (asOf) =>
      run([thesis("ENA", { events: (await eventsOf("ENA", asOf)) ?? [] })])
    ),
  );
  const alertsOn = (at: number) => {
    const [before, after] = [nights[at - 1] ?? run([]), nights[at] ?? run([])];
    return alertLines(compareRuns(before, after), after).split("\n").filter((line) => line.includes("INSIDER_BUY"))
      .map((line) => JSON.parse(line).message);
  };
  deepEqual(alertsOn(1), [
    "ENA: insiders bought on the open market (2 within 30 days, for $100,500) on 14 Dec 2020, public since 17 Dec 2020.",
  ]);
  equal(alertsOn(2).length, 1); // on 18 December another purchase is known
  const [, , last = run([])] = nights;
  equal(alertLines(compareRuns(last, last), last), "");
});

Deno.test("where insiders traded nothing no reason speaks of their buying, though others sold", async () => {
  const steps = await ask("Analyse T", ports({ dataset: await openSample() }));
  const { key_drivers, risks } = saidThesisOf(steps);
  ok(!/insider/i.test([...key_drivers, ...risks].join(" ")), key_drivers.join("\n"));
  match(
    textOf(await ask("Are insiders buying at T?", ports({ dataset: await openSample() }))),
    /neither bought nor sold/,
  );
});
