import fc from "fast-check";
import { ok } from "../assert.ts";
import { chanceOfFall as ofAgent } from "../../src/agent/domains/chance.ts";
import { BUILT_IN_MAPS } from "../../src/data/metrics/chance.ts";
import { chanceOfFall as ofVerifier } from "../../src/verify/domains/chance.ts";

/**
 * With 60 digits of Python's decimal module: the formula's chance of a yearly deviation, `1 / (1 + exp(-level) ((1 - q) / q)^slope)`.
 * The market moved as before, or over 60 days with half or twice its deviation of the year.
 */
const CASES = [
  { own: 0.12, market: 1, daily: 0.030508883619845474 },
  { own: 0.2, market: 1, daily: 0.1627753680108587 },
  { own: 0.35, market: 1, daily: 0.3867752145552742 },
  { own: 0.35, market: 0.5, daily: 0.2868004702178495 },
  { own: 0.35, market: 2, daily: 0.4435887934794527 },
  { own: 0.9, market: 2, daily: 0.9323370922162922 },
];

for (const { own, market, daily } of CASES) {
  Deno.test(`the chance of a fall at a deviation of ${own}, a market of ${market}, is ${daily.toFixed(6)} in both rooms`, () => {
    const [year, recent] = [own ** 2, own ** 2];
    const [long, short] = [0.15 ** 2, (0.15 * market) ** 2];
    const map = BUILT_IN_MAPS.daily;
    const agents = ofAgent({ year, recent, market: { year: long, recent: short } }, map);
    const verifiers = ofVerifier({ long: year, short: recent }, { map, market: { long, short } });
    ok(Math.abs(agents - daily) < 1e-11, `the agent says ${agents}`);
    ok(Math.abs(verifiers - daily) < 1e-11, `the verifier says ${verifiers}`);
  });
}

const variance = fc.double({ min: 0, max: 9, noNaN: true });
const map = fc.record({
  level: fc.double({ min: -3, max: 3, noNaN: true }),
  slope: fc.double({ min: 0.2, max: 2, noNaN: true }),
});

Deno.test("agent and verifier compute the same chance of any variances and map, with a market or without", () => {
  fc.assert(fc.property(variance, variance, map, fc.boolean(), variance, (year, recent, map, hasMarket, other) => {
    const market = hasMarket ? { year: other + 0.001, recent: year / 2 } : undefined;
    const own = ofAgent({ year, recent, ...(market && { market }) }, map);
    const again = ofVerifier({ long: year, short: recent }, {
      map,
      market: market && { long: market.year, short: market.recent },
    });
    ok(own >= 0 && own <= 1, `${own}`);
    // the least chance that is mapped, 1e-9, is one less a number of 16 digits
    ok(Math.abs(own - again) < 1e-6 || Math.max(own, again) < 1.1e-5, `${own} and ${again}`);
  }));
});

Deno.test("a market that moved more of late raises the chance of every name, and leaves their order", () => {
  fc.assert(fc.property(variance, variance, fc.double({ min: 0.01, max: 1, noNaN: true }), (one, two, recent) => {
    const at = (year: number, recent: number) =>
      ofAgent({ year, recent: year, market: { year: 0.04, recent } }, BUILT_IN_MAPS.daily);
    const [lower, higher] = [Math.min(one, two), Math.max(one, two)];
    ok(at(lower, recent) <= at(higher, recent));
    ok(at(lower, recent) <= at(lower, recent * 1.5) + 1e-12);
  }));
});

Deno.test("month-ends have no recent variance: the chance is that of theirs alone", () => {
  const map = BUILT_IN_MAPS.monthly;
  ok(Math.abs(ofAgent({ year: 0.09 }, map) - 0.17259419708762644) < 1e-11);
  ok(Math.abs(ofVerifier(0.09, { map }) - 0.17259419708762644) < 1e-11);
});
