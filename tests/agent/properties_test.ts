import { deepEqual, equal, ok } from "../assert.ts";
import fc from "fast-check";
import { barsOf as rowsOf, seriesOf } from "../../src/data/series.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import type { Bar, Dataset, Frequency } from "../../src/data/dataset.ts";
import { tradingDays } from "../trading_days.ts";
import { askOf, measuresOf, outputsOf, thesisOf } from "./ask.ts";
import { runsOf } from "../sweeps.ts";

function days(count: number, frequency: Frequency): readonly string[] {
  if (frequency === "daily") return tradingDays("2010-01-05", count);
  return Array.from({ length: count }, (_, at) => new Date(Date.UTC(1990, at + 1, 0)).toISOString().slice(0, 10));
}

function barsOf(moves: readonly number[], frequency: Frequency): readonly Bar[] {
  let close = 50;
  return days(moves.length, frequency).map((date, at) => ({
    date,
    close: close *= Math.exp(moves[at] ?? 0),
    volume: 1000,
  }));
}

/** Companies AAA, BBB ... and an index, each built from its own moves. */
function datasetOf(all: readonly (readonly number[])[], frequency: Frequency, asOf?: string): Dataset {
  const tickers = all.map((_, at) => at === 0 ? "^GSPC" : String.fromCharCode(64 + at).repeat(3));
  const facts = { frequency, basis: "price", currency: "USD", source: "walk" } as const;
  return createDataset({
    name: "Random walks",
    notice: "Made up.",
    companies: tickers.slice(1).map((ticker) => ({ ticker, name: `${ticker} Inc.` })),
    benchmark: "^GSPC",
    sources: [{ id: "walk", title: "Made up", sha256: "0" }],
    series: all.map((moves, at) => seriesOf({ ...facts, ticker: tickers[at] ?? "" }, barsOf(moves, frequency))),
    ...(asOf !== undefined && { asOf }),
  });
}

/** Lists of daily moves of one length, one list per ticker; a seed generates a list, so that failures stay small. */
function walks(count: number, { min, max }: { readonly min: number; readonly max: number }) {
  return fc.tuple(fc.integer({ min, max }), fc.array(fc.integer(), { minLength: count, maxLength: count }))
    .map(([length, seeds]) => seeds.map((seed) => moves(seed, length)));
}

/** Repeatable noise (mulberry32), between -4% and 4% a bar. */
function moves(seed: number, length: number): number[] {
  let state = seed | 0;
  return Array.from({ length }, () => {
    state = state + 0x6d2b79f5 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return (((mixed ^ mixed >>> 14) >>> 0) / 4294967296 - 0.5) * 0.08;
  });
}

const frequencies = fc.constantFrom<Frequency>("daily", "monthly");

Deno.test("scores, probabilities and chances stay within their ranges, whatever the prices", async () => {
  await fc.assert(
    fc.asyncProperty(walks(10, { min: 3, max: 400 }), frequencies, async (all, frequency) => {
      const steps = await askOf(datasetOf(all, frequency), "Analyse AAA");
      const { agent_thesis, metadata = {} } = thesisOf(steps);
      const scores = ["trend", "risk", "liquidity"].flatMap((domain) =>
        outputsOf(steps, `${domain}_analysis`).map(({ output }) => (output as { score?: number }).score ?? 0)
      );
      for (const score of [...scores, metadata.score ?? 0]) ok(Math.abs(score) <= 1);
      ok(agent_thesis.confidence >= 0.5 && agent_thesis.confidence <= 0.55);
      const chance = metadata.drawdown_probability ?? 0;
      ok(chance >= 0 && chance <= 1);
      equal(agent_thesis.signal === "no_view", metadata.score === undefined);
      equal(metadata.verification?.claims_removed, 0);
    }),
    runsOf("agent/properties", 25),
  );
});

Deno.test("more volatile prices never have a smaller chance of a fall", async () => {
  await fc.assert(
    fc.asyncProperty(
      walks(2, { min: 254, max: 300 }),
      fc.double({ min: 1, max: 4, noNaN: true }),
      async (all, factor) => {
        const chance = async (scale: number) => {
          const scaled = all.map((list) => list.map((move) => move * scale));
          const steps = await askOf(datasetOf(scaled, "daily"), "Analyse AAA");
          return measuresOf(steps).get("drawdown_probability")?.value ?? NaN;
        };
        const [calm, wild] = [await chance(0.3), await chance(0.3 * factor)];
        ok(wild >= calm, `${wild} for ${factor} times the moves of ${calm}`);
      },
    ),
    runsOf("agent/properties", 20),
  );
});

Deno.test("later bars change nothing: an answer is the same with and without the future in the data", async () => {
  await fc.assert(
    fc.asyncProperty(walks(10, { min: 30, max: 300 }), frequencies, fc.nat(60), async (all, frequency, later) => {
      const asOf = days(all[0]?.length ?? 1, frequency).at(-1);
      const future = all.map((list, at) => [...list, ...moves(at + 1, later)]);
      const steps = await askOf(datasetOf(all, frequency, asOf), "Compare AAA and BBB");
      deepEqual(await askOf(datasetOf(future, frequency, asOf), "Compare AAA and BBB"), steps);
    }),
    runsOf("agent/properties", 15),
  );
});

Deno.test("in a peer group the highest momentum ranks first and counts for a thesis, the lowest ranks last and counts against it", async () => {
  const all = [0, ...Array.from({ length: 9 }, (_, at) => at + 1)].map((rise) =>
    Array.from({ length: 60 }, (_, at) => rise * 0.001 + (at % 2 === 0 ? 0.01 : -0.01))
  );
  const dataset = datasetOf(all, "monthly");
  const peerRankOf = async (ticker: string) => {
    const measure = measuresOf(await askOf(dataset, `Analyse ${ticker}`)).get("momentum_12_1");
    return [measure?.comparedWith, measure?.direction];
  };
  deepEqual(await peerRankOf("III"), ["rank 1 of 9 companies", "for"]);
  deepEqual(await peerRankOf("AAA"), ["rank 9 of 9 companies", "against"]);
});

const MONTHS = [
  {
    way: "lost",
    sign: -1,
    AAA: "return of -8.6% last month is among the weakest 10%",
    III: "return of -1.0% last month is among the strongest 10%",
  },
  {
    way: "gained",
    sign: 1,
    AAA: "return of 9.4% last month is among the strongest 10%",
    III: "return of 1.0% last month is among the weakest 10%",
  },
];
for (const { way, sign, ...lines } of MONTHS) {
  Deno.test(`where all companies ${way} in a month, the words of the best and the worst are true of their figures`, async () => {
    const all = [1, ...Array.from({ length: 9 }, (_, at) => 9 - at)].map((size) =>
      Array.from({ length: 60 }, (_, at) => at === 59 ? sign * size * 0.01 : at % 2 === 0 ? 0.01 : -0.01)
    );
    for (const [ticker, line] of Object.entries(lines)) {
      const { key_drivers, risks } = thesisOf(await askOf(datasetOf(all, "monthly"), `Analyse ${ticker}`));
      const said = [...key_drivers, ...risks];
      ok(said.some((one) => one.includes(`${ticker}'s ${line}`)), said.join("\n"));
    }
  });
}

/** Nine companies, from a volatile fall with a late rise to a calm rise. */
function ladder(): Dataset {
  const rung = (level: number) =>
    Array.from({ length: 60 }, (_, at) => {
      const swing = (10 - level) * 0.004 * (at % 2 === 0 ? -1 : 1); // the last bar swings up
      return (level - 5) * 0.01 + swing + (at === 59 ? (5 - level) * 0.02 : 0);
    });
  return datasetOf([moves(1, 60), ...Array.from({ length: 9 }, (_, at) => rung(at + 1))], "monthly");
}

for (
  const { ticker, signal, speak } of [
    { ticker: "AAA", signal: "bearish", speak: "against" },
    { ticker: "III", signal: "bullish", speak: "for" },
  ]
) {
  Deno.test(`a ${signal} thesis has a matching probability, and its drivers are the measures ${speak} it`, async () => {
    const steps = await askOf(ladder(), `Analyse ${ticker}`);
    const { agent_thesis, key_drivers, metadata } = thesisOf(steps);
    equal(agent_thesis.signal, signal);
    equal(agent_thesis.confidence, Number((0.5 + 0.05 * Math.abs(metadata?.score ?? 0)).toFixed(4)));
    const measures = [...measuresOf(steps).values()].filter(({ direction }) => direction === speak);
    equal(key_drivers.length, Math.min(5, measures.length));
    for (const driver of key_drivers) {
      ok(measures.some(({ shown }) => driver.includes(shown.replace(/^-/, ""))), driver);
    }
  });
}

Deno.test("a price that never moves although it trades has no chance of a fall", async () => {
  const still = datasetOf([moves(1, 300), Array.from({ length: 300 }, () => 0)], "daily");
  equal(measuresOf(await askOf(still, "Analyse AAA")).get("drawdown_probability")?.value, 0);
});

const PAIRS = [
  { when: "the company lacks a day", own: (at: number) => at !== 100, market: () => true, has: 251 },
  { when: "the benchmark lacks six days", own: () => true, market: (at: number) => at % 40 !== 7, has: 238 },
];
for (const { when, own, market, has } of PAIRS) {
  Deno.test(`a return is paired with the benchmark's only when both begin and end on the same days, and beta needs 240 such pairs: ${when}`, async () => {
    const full = datasetOf([moves(1, 254), moves(2, 254)], "daily");
    const view = full.at(full.asOf);
    const gappy = createDataset({
      ...{ name: full.name, notice: full.notice, companies: view.companies, sources: view.sources, benchmark: "^GSPC" },
      series: ["^GSPC", "AAA"].flatMap((ticker) =>
        view.prices(ticker).map((one) =>
          seriesOf(one, rowsOf(one).filter((_, at) => ticker === "AAA" ? own(at) : market(at)))
        )
      ),
    });
    const steps = await askOf(gappy, "Analyse AAA");
    equal(measuresOf(steps).has("beta"), has >= 240);
    const output = outputsOf(steps, "risk_analysis")[0]?.output as { missing?: { metric: string; reason: string }[] };
    const beta = (output.missing ?? []).filter(({ metric }) => metric === "beta").map(({ reason }) => reason);
    deepEqual(beta, has >= 240 ? [] : [`needs 240 returns paired with the benchmark, has ${has}`]);
  });
}
