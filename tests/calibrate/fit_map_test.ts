import fc from "fast-check";
import { equal, ok } from "../assert.ts";
import { applyMap, fitMap } from "../../src/calibrate/fit_map.ts";

Deno.test("a map is the maximum of the likelihood: of two kinds of cases it says each one's share", () => {
  const of = (odds: number, { falls, all }: { falls: number; all: number }) =>
    Array.from({ length: all }, (_, at) => ({ odds, fell: at < falls }));
  const map = fitMap([...of(-2, { falls: 10, all: 100 }), ...of(1, { falls: 30, all: 60 })]);
  ok(map !== undefined);
  ok(Math.abs(applyMap(map, -2) - 0.1) < 1e-9);
  ok(Math.abs(applyMap(map, 1) - 0.5) < 1e-9);
});

Deno.test("the mean of the mapped chances is the share that fell, whatever the cases", () => {
  const cases = fc.array(fc.record({ odds: fc.double({ min: -6, max: 4, noNaN: true }), fell: fc.boolean() }), {
    ...{ minLength: 10, maxLength: 200 },
  });
  fc.assert(fc.property(cases, (cases) => {
    const map = fitMap(cases);
    if (map === undefined) return;
    const said = cases.reduce((sum, { odds }) => sum + applyMap(map, odds), 0);
    ok(Math.abs(said - cases.filter(({ fell }) => fell).length) < 1e-6);
  }));
});

for (
  const { name, cases } of [
    { name: "no case", cases: [] },
    { name: "no fall", cases: [{ odds: -1, fell: false }, { odds: 0, fell: false }] },
    { name: "the same odds for all", cases: [{ odds: -1, fell: false }, { odds: -1, fell: true }] },
    { name: "falls told apart without an exception", cases: [{ odds: -1, fell: false }, { odds: 1, fell: true }] },
    {
      name: "falls where the formula sees none",
      cases: [-2, -2, -2, 1, 1, 1].map((odds, at) => ({ odds, fell: at % 3 === 0 ? odds === 1 : odds < 0 })),
    },
  ]
) {
  Deno.test(`there is no map with ${name}`, () => equal(fitMap(cases), undefined));
}
