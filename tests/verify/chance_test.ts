import fc from "fast-check";
import { ok } from "../assert.ts";
import { drawdownChance as ofAgent } from "../../src/agent/domains/chance.ts";
import { BUILT_IN_MAPS } from "../../src/data/metrics/chance.ts";
import { drawdownChance as ofVerifier } from "../../src/verify/domains/chance.ts";

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
