/** What of the rows of a model's program becomes a figure, and what does not. */
import fc from "fast-check";
import { deepEqual, equal, ok } from "../../assert.ts";
import { type CheckedFigure, checkRows } from "../../../src/agent/model/checked_rows.ts";
import { KnownClaims } from "../../../src/agent/model/known_claims.ts";
import { runsOf } from "../../sweeps.ts";
import { CLAIMS, DAY } from "./made_claims.ts";

const known = new KnownClaims(CLAIMS, DAY);

function checked(rows: unknown) {
  const found = checkRows(rows, known);
  if (typeof found === "string") throw new TypeError(found);
  return found;
}

/** A figure in one line: whose, what, how it is shown and of which day. */
function shown({ subject, what, shown, day }: CheckedFigure): string {
  return `${subject}: ${what} ${shown}, ${day}`;
}

const A16 = { subject: "AAPL", day: "2016-09-24" };
const R16 = "AAPL.revenue.FY2016";
const R15 = "AAPL.revenue.FY2015";
const N16 = "AAPL.net_income.FY2016";
const M16 = "MSFT.revenue.FY2016";
const MQ4 = "MSFT.revenue.FY2016Q4";
const VOL = ["AAPL.volatility", "MSFT.volatility", "XRX.volatility"];
const CHANGE = 215_639 / 233_715 - 1;

/** Rows whose figures stand, with what the product says of them. */
const TRUE: readonly { what: string; row: unknown; says: readonly string[] }[] = [
  { what: "an id alone", row: { id: R16 }, says: ["AAPL: revenue $215.6bn, 2016-09-24"] },
  {
    what: "an id and its value",
    row: { id: R16, value: 215_639_000_000 },
    says: ["AAPL: revenue $215.6bn, 2016-09-24"],
  },
  {
    what: "an id and its value under the name of its metric",
    row: { id: R16, revenue: 215_639_000_000 },
    says: ["AAPL: revenue $215.6bn, 2016-09-24"],
  },
  {
    what: "a whole claim as it was passed in",
    row: (({ id, metric, subject, value, shown, unit, day }) => ({ id, metric, subject, value, shown, unit, day }))(
      CLAIMS[0] as typeof CLAIMS[number],
    ),
    says: ["AAPL: revenue $215.6bn, 2016-09-24"],
  },
  {
    what: "subject, metric, day and value",
    row: { ...A16, metric: "revenue", value: 215_639_000_000 },
    says: ["AAPL: revenue $215.6bn, 2016-09-24"],
  },
  {
    what: "two figures under the names of their metrics",
    row: { ...A16, revenue: 215_639_000_000, net_income: 45_687_000_000 },
    says: ["AAPL: revenue $215.6bn, 2016-09-24", "AAPL: net income $45.69bn, 2016-09-24"],
  },
  {
    what: "a figure as it is shown",
    row: { ...A16, revenue: "$215.6bn" },
    says: ["AAPL: revenue $215.6bn, 2016-09-24"],
  },
  {
    what: "a word that a tool gave",
    row: { subject: "AAPL", trend: "above" },
    says: ["AAPL: trend above, 2017-12-29"],
  },
  {
    what: "the only figure of its kind without a day",
    row: { subject: "MSFT", volatility: 0.142 },
    says: ["MSFT: volatility 14.2%, 2017-12-29"],
  },
  {
    what: "a loss",
    row: { subject: "XRX", net_income: -471_000_000 },
    says: ["XRX: net income -$471m, 2016-12-31"],
  },
  { what: "a zero", row: { subject: "XRX", goodwill: 0 }, says: ["XRX: goodwill $0, 2016-12-31"] },
  {
    what: "a close",
    row: { subject: "AAPL", day: "2017-12-28", close: 42.77 },
    says: ["AAPL: close $42.77, 2017-12-28"],
  },
  {
    what: "a cell that names its claim",
    row: { one: { value: 20_614_000_000, claim: MQ4 } },
    says: ["MSFT: revenue $20.61bn, 2016-06-30"],
  },
  {
    what: "an empty cell beside a figure",
    row: { ...A16, revenue: 215_639_000_000, other: null },
    says: ["AAPL: revenue $215.6bn, 2016-09-24"],
  },
  {
    what: "a figure with the last digits of another way to compute it",
    row: { id: "AAPL.volatility", value: 0.187 * (1 + 1e-12) },
    says: ["AAPL: volatility 18.7%, 2017-12-29"],
  },
  {
    what: "a change",
    row: { ...A16, growth: { value: CHANGE, of: "change", operands: [R16, R15] } },
    says: ["AAPL: change in revenue over 12 months -7.7%, 2016-09-24"],
  },
  {
    what: "a change computed as a quotient of a difference",
    row: { growth: { value: (215_639 - 233_715) / 233_715, of: "change", operands: [R16, R15] } },
    says: ["AAPL: change in revenue over 12 months -7.7%, 2016-09-24"],
  },
  {
    what: "a ratio of two items of one year",
    row: { ...A16, margin: { value: 45_687 / 215_639, of: "ratio", operands: [N16, R16] } },
    says: ["AAPL: net income / revenue 0.21, 2016-09-24"],
  },
  {
    what: "a ratio of a year's item and the balance at its end",
    row: { turn: { value: 215_639 / 321_686, of: "ratio", operands: [R16, "AAPL.assets.FY2016"] } },
    says: ["AAPL: revenue / total assets 0.67, 2016-09-24"],
  },
  {
    what: "a ratio of two companies, which names the other and its day",
    row: { subject: "AAPL", times: { value: 215_639 / 85_320, of: "ratio", operands: [R16, M16] } },
    says: ["AAPL: revenue / that of MSFT on 2016-06-30 2.53, 2016-09-24"],
  },
  {
    what: "a difference of two items of one year",
    row: { rest: { value: 169_952_000_000, of: "difference", operands: [R16, N16] } },
    says: ["AAPL: revenue less net income $170.0bn, 2016-09-24"],
  },
  {
    what: "a difference of shares of one, in percentage points",
    row: { gap: { value: 0.187 - 0.142, of: "difference", operands: [VOL[0], VOL[1]] } },
    says: ["AAPL: volatility less that of MSFT 4.5 percentage points, 2017-12-29"],
  },
  {
    what: "a sum over two years",
    row: { subject: "AAPL", both: { value: 449_354_000_000, of: "sum", operands: [R15, R16] } },
    says: ["AAPL: sum of revenue of 2 figures, 2015-09-26 to 2016-09-24 $449.4bn, 2016-09-24"],
  },
  {
    what: "a mean of several companies, which is of none of them",
    row: { all: { value: (0.187 + 0.142 + 0.312) / 3, of: "mean", operands: VOL } },
    says: [": mean volatility of 3 figures of AAPL, MSFT, XRX, 2017-12-29 21.4%, 2017-12-29"],
  },
  {
    what: "a rank",
    row: { subject: "AAPL", place: { value: 2, of: "rank", operands: VOL } },
    says: ["AAPL: rank by volatility, highest first, of 3 figures of AAPL, MSFT, XRX, 2017-12-29 2, 2017-12-29"],
  },
];
for (const { what, row, says } of TRUE) {
  Deno.test(`a row with ${what} stands`, () => {
    const { figures, refused } = checked([row]);
    deepEqual(figures.map(shown), says);
    deepEqual(refused, []);
  });
}

const DIFFERS = "it differs from its claim";
const NO_CLAIM = "no claim is of that subject, measure and day";
const PAIR = "its operands are neither one measure nor of one company, day and length of period";
const LATER = "a change is of one measure of one company, the later figure first";

/** Rows of which nothing stands, and why. */
const FALSE: readonly { what: string; row: unknown; why: string }[] = [
  { what: "another value", row: { id: R16, value: 215_639_000_001_000 }, why: DIFFERS },
  { what: "a value off by a millionth", row: { id: R16, value: 215_639_215_639 }, why: DIFFERS },
  { what: "the other sign", row: { id: R16, value: -215_639_000_000 }, why: DIFFERS },
  { what: "a loss as a profit", row: { subject: "XRX", net_income: 471_000_000 }, why: DIFFERS },
  { what: "a rounded value", row: { id: R16, value: 215_600_000_000 }, why: DIFFERS },
  { what: "a value in billions", row: { id: R16, value: 215.639 }, why: DIFFERS },
  { what: "a share in per cent", row: { id: "AAPL.volatility", value: 18.7 }, why: DIFFERS },
  { what: "nearly nothing for a zero", row: { subject: "XRX", goodwill: 1e-300 }, why: DIFFERS },
  { what: "no number", row: { id: R16, value: NaN }, why: DIFFERS },
  { what: "infinity", row: { id: R16, value: Infinity }, why: DIFFERS },
  { what: "the number as a text", row: { id: R16, value: "215639000000" }, why: DIFFERS },
  { what: "a text that is shown otherwise", row: { id: "AAPL.volatility", value: "19%" }, why: DIFFERS },
  { what: "a figure within words", row: { id: R16, value: "about $215.6bn" }, why: DIFFERS },
  { what: "another word", row: { subject: "AAPL", trend: "below" }, why: DIFFERS },
  { what: "a word with other letters", row: { subject: "AAPL", trend: "аbove" }, why: DIFFERS },
  { what: "words of its own", row: { ...A16, note: "revenue collapsed" }, why: NO_CLAIM },
  { what: "a text of per cent", row: { ...A16, growth: "12%" }, why: NO_CLAIM },
  { what: "a number that nothing names", row: { ...A16, growth: 0.12 }, why: NO_CLAIM },
  {
    what: "the figure of another company",
    row: { subject: "MSFT", day: "2016-06-30", net_income: 45_687_000_000 },
    why: DIFFERS,
  },
  {
    what: "another company beside an id",
    row: { id: R16, subject: "MSFT" },
    why: "its subject is not that of its claim",
  },
  { what: "another day beside an id", row: { id: R16, day: "2015-09-26" }, why: "its day is not that of its claim" },
  {
    what: "another measure beside an id",
    row: { id: R16, metric: "net_income" },
    why: "its metric is not that of its claim",
  },
  { what: "another unit beside an id", row: { id: R16, unit: "EUR" }, why: "its unit is not that of its claim" },
  {
    what: "another text beside an id",
    row: { id: R16, shown: "$233.7bn" },
    why: "its shown is not that of its claim",
  },
  { what: "the figure of another year", row: { ...A16, revenue: 233_715_000_000 }, why: DIFFERS },
  {
    what: "a day without a figure",
    row: { subject: "AAPL", day: "2016-09-25", revenue: 215_639_000_000 },
    why: NO_CLAIM,
  },
  {
    what: "no day where two years are known",
    row: { subject: "AAPL", revenue: 215_639_000_000 },
    why: "several claims are of that subject and measure: name one by its id",
  },
  {
    what: "a year and a quarter that end on one day",
    row: { subject: "MSFT", day: "2016-06-30", revenue: 20_614_000_000 },
    why: "several claims are of that subject and measure: name one by its id",
  },
  { what: "a figure of after the day", row: { id: "AAPL.revenue.FY2018" }, why: "its id is of no claim" },
  {
    what: "a figure of after the day by its subject",
    row: { subject: "AAPL", day: "2018-09-29", revenue: 265_595_000_000 },
    why: NO_CLAIM,
  },
  {
    what: "a figure of after the day within a sum",
    row: { x: { value: 481_234_000_000, of: "sum", operands: [R16, "AAPL.revenue.FY2018"] } },
    why: "an operand is the id of no claim with a number",
  },
  { what: "an invented id", row: { id: "AAPL.revenue.FY2011", value: 108_249_000_000 }, why: "its id is of no claim" },
  { what: "an id of the prototype", row: { id: "__proto__", value: 1 }, why: "its id is of no claim" },
  {
    what: "a subject of the prototype",
    row: { subject: "constructor", revenue: 1 },
    why: "no claim is about its subject",
  },
  { what: "a metric of the prototype", row: { ...A16, constructor: 1 }, why: NO_CLAIM },
  {
    what: "a column named like the prototype",
    row: JSON.parse('{"id":"AAPL.volatility","__proto__":{"value":9}}'),
    why: "a column's name must be letters, digits and underscores after a letter",
  },
  {
    what: "a column whose name says something",
    row: { ...A16, "fell by 90%": 215_639_000_000 },
    why: "a column's name must be letters, digits and underscores after a letter",
  },
  {
    what: "an unknown company",
    row: { subject: "NVDA", revenue: 5_010_000_000 },
    why: "no claim is about its subject",
  },
  { what: "a subject as a number", row: { subject: 1, revenue: 215_639_000_000 }, why: "its subject is no text" },
  {
    what: "a day as a list",
    row: { ...A16, day: ["2016-09-24"], revenue: 215_639_000_000 },
    why: "its day is no text",
  },
  {
    what: "a measure of nobody",
    row: { metric: "revenue", value: 215_639_000_000 },
    why: "it names a measure without a subject",
  },
  { what: "labels alone", row: { ...A16 }, why: "it holds no figure" },
  { what: "nothing", row: {}, why: "it holds no figure" },
  { what: "a list for a row", row: [R16], why: "it is no object" },
  { what: "a number for a row", row: 215_639_000_000, why: "it is no object" },
  { what: "null for a row", row: null, why: "it is no object" },
  {
    what: "a value of nothing",
    row: { value: 215_639_000_000 },
    why: "a value alone needs the id of its claim, or its subject, metric and day",
  },
  {
    what: "a number alone",
    row: { x: 215_639_000_000 },
    why: "a figure needs the id of its claim, or a subject in its row",
  },
  { what: "yes or no", row: { ...A16, revenue: true }, why: "it is neither a number, a text nor a named figure" },
  {
    what: "a list in a cell",
    row: { ...A16, revenue: [215_639_000_000] },
    why: "it is neither a number, a text nor a named figure",
  },
  {
    what: "an object in a cell that names nothing",
    row: { x: { value: 1 } },
    why: "it is neither {value, claim} nor {value, of, operands}",
  },
  {
    what: "a cell with words beside its claim",
    row: { x: { value: 0.187, claim: VOL[0], note: "doubled" } },
    why: "it is neither {value, claim} nor {value, of, operands}",
  },
  { what: "a cell with another value than its claim", row: { x: { value: 0.142, claim: VOL[0] } }, why: DIFFERS },
  {
    what: "a cell of another company than its row",
    row: { subject: "MSFT", x: { value: 0.187, claim: VOL[0] } },
    why: "it is not of the subject of its row",
  },
  {
    what: "a cell of another day than its row",
    row: { ...A16, x: { value: 233_715_000_000, claim: R15 } },
    why: "it is not of the day of its row",
  },
  {
    what: "a change of another company than its row",
    row: { subject: "MSFT", x: { value: CHANGE, of: "change", operands: [R16, R15] } },
    why: "it is not of the subject of its row",
  },
  {
    what: "a mean of several in the row of one",
    row: { subject: "AAPL", x: { value: (0.187 + 0.142) / 2, of: "mean", operands: [VOL[0], VOL[1]] } },
    why: "it is not of the subject of its row",
  },
  {
    what: "a change with the sign turned",
    row: { x: { value: -CHANGE, of: "change", operands: [R16, R15] } },
    why: "it is not the change of its operands",
  },
  {
    what: "a rounded change",
    row: { x: { value: -0.077, of: "change", operands: [R16, R15] } },
    why: "it is not the change of its operands",
  },
  {
    what: "a change back in time",
    row: { x: { value: 233_715 / 215_639 - 1, of: "change", operands: [R15, R16] } },
    why: LATER,
  },
  {
    what: "a change between companies",
    row: { x: { value: 215_639 / 85_320 - 1, of: "change", operands: [R16, M16] } },
    why: LATER,
  },
  {
    what: "a ratio of two measures of two years",
    row: { x: { value: 45_687 / 233_715, of: "ratio", operands: [N16, R15] } },
    why: PAIR,
  },
  {
    what: "a ratio of two measures of two companies",
    row: { x: { value: 45_687 / 85_320, of: "ratio", operands: [N16, M16] } },
    why: PAIR,
  },
  {
    what: "a ratio of a year and a quarter",
    row: { x: { value: 16_798 / 20_614, of: "ratio", operands: ["MSFT.net_income.FY2016", MQ4] } },
    why: PAIR,
  },
  {
    what: "a ratio of two units",
    row: { x: { value: 215_639_000_000 / 8.31, of: "ratio", operands: [R16, "AAPL.eps_diluted.FY2016"] } },
    why: "its operands have different units",
  },
  {
    what: "a division by zero",
    row: { x: { value: 1, of: "ratio", operands: ["XRX.net_income.FY2016", "XRX.goodwill.FY2016"] } },
    why: "it divides by zero",
  },
  {
    what: "a sum of a year and a quarter",
    row: { x: { value: 105_934_000_000, of: "sum", operands: [M16, MQ4] } },
    why: "its operands are not one measure over periods of one length",
  },
  {
    what: "a sum of two measures",
    row: { x: { value: 261_326_000_000, of: "sum", operands: [R16, N16] } },
    why: "its operands are not one measure over periods of one length",
  },
  {
    what: "a sum of shares of one",
    row: { x: { value: 0.329, of: "sum", operands: [VOL[0], VOL[1]] } },
    why: "a sum of its operands means nothing",
  },
  ...[
    ["assets of two days", 612_031_000_000, ["AAPL.assets.FY2015", "AAPL.assets.FY2016"]],
    ["prices", 85.08, ["AAPL.close@2017-12-28", "AAPL.close@2017-12-29"]],
    ["averages", 17.53, ["AAPL.eps_diluted.FY2015", "AAPL.eps_diluted.FY2016"]],
    [
      "periods that overlap",
      433_757_000_000,
      ["AAPL.revenue.2015-09-27/2016-09-24", "AAPL.revenue.2015-12-27/2016-12-31"],
    ],
  ].map(([what, value, operands]) => ({
    what: `a sum of ${what}`,
    row: { x: { value, of: "sum", operands } },
    why: "a sum of its operands means nothing",
  })),
  {
    what: "a change of a percentage",
    row: {
      x: { value: 0.391 / 0.401 - 1, of: "change", operands: ["AAPL.gross_margin.FY2016", "AAPL.gross_margin.FY2015"] },
    },
    why: "a change of a percentage could be read in two ways: take the difference",
  },
  {
    what: "a figure counted twice",
    row: { x: { value: 431_278_000_000, of: "sum", operands: [R16, R16] } },
    why: "an operand stands in it twice",
  },
  {
    what: "a better rank",
    row: { x: { value: 1, of: "rank", operands: VOL } },
    why: "it is not the rank of its operands",
  },
  {
    what: "a count",
    row: { x: { value: 3, of: "count", operands: VOL } },
    why: "it is neither {value, claim} nor {value, of, operands}",
  },
  { what: "no operand", row: { x: { value: 0, of: "sum", operands: [] } }, why: "it names no operand" },
  { what: "one operand", row: { x: { value: 1, of: "ratio", operands: [R16] } }, why: "it needs two operands" },
  {
    what: "an unknown way",
    row: { x: { value: 1, of: "forecast", operands: [R16, R15] } },
    why: "it is neither {value, claim} nor {value, of, operands}",
  },
  {
    what: "a way of the prototype",
    row: { x: { value: 1, of: "toString", operands: [R16, R15] } },
    why: "it is neither {value, claim} nor {value, of, operands}",
  },
  {
    what: "a word as operand",
    row: { x: { value: 1, of: "mean", operands: ["AAPL.trend"] } },
    why: "an operand is the id of no claim with a number",
  },
  {
    what: "a number as operand",
    row: { x: { value: 1, of: "sum", operands: [1, 2] } },
    why: "an operand is the id of no claim with a number",
  },
  {
    what: "many columns",
    row: Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`c${at}`, 1])),
    why: "it has too many columns",
  },
];
for (const { what, row, why } of FALSE) {
  Deno.test(`a row with ${what} does not stand`, () => {
    const { figures, refused } = checked([row]);
    deepEqual([figures, refused.map((one) => one.why)], [[], [...new Set(refused.map(() => why))]]);
    ok(refused.length > 0);
  });
}

Deno.test("what is wrong in one cell leaves the others, and is named by row and column", () => {
  const { figures, refused } = checked([{ id: R16 }, { ...A16, revenue: 215_639_000_000, net_income: 1, x: "up" }]);
  deepEqual(figures.map(({ row, column }) => [row, column]), [[1, "value"], [2, "revenue"]]);
  deepEqual(refused.map(({ row, column }) => [row, column]), [[2, "net_income"], [2, "x"]]);
});

const CELL = { value: 0.187, claim: VOL[0] };
for (
  const [what, result] of [
    ["no list", { id: R16 }],
    ["nothing", undefined],
    ["an empty list", []],
    ["a text", R16],
    ["too many rows", Array.from({ length: 1_501 }, () => ({ id: R16 }))],
    ["too many figures", Array.from({ length: 1_001 }, () => ({ a: CELL, b: CELL, c: CELL }))],
  ] as const
) {
  Deno.test(`a result that is ${what} has no figures at all`, () => {
    equal(typeof checkRows(result, known), "string");
  });
}

Deno.test("of any values nothing stands but what a claim says: each figure is a claim's own value and words", () => {
  const shown = new Set(CLAIMS.map((claim) => JSON.stringify([claim.subject, claim.value, claim.shown, claim.day])));
  const cell = fc.oneof(
    fc.jsonValue(),
    fc.double(),
    fc.constantFrom(...CLAIMS.flatMap(({ value, shown, id, subject, day }) => [value, shown, id, subject, day])),
  );
  const column = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "id",
      "subject",
      "day",
      "metric",
      "value",
      "shown",
      "unit",
      "revenue",
      "volatility",
      "close",
      "trend",
    ),
  );
  const row = fc.dictionary(column, cell, { maxKeys: 6 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      for (const { subject, value, shown: text, day } of checked(rows).figures) {
        ok(shown.has(JSON.stringify([subject, value, text, day])));
      }
    }),
    runsOf("agent/model/checked_rows", 5_000),
  );
});

const figureOf = ({ subject, metric, day, value }: typeof CLAIMS[number]) =>
  JSON.stringify([subject, metric, day, value]);
const claimOf = fc.constantFrom(...CLAIMS.filter(({ day }) => day <= DAY));
/** Alters a figure so that it is another one. */
const altered = fc.oneof(
  fc.constant((value: number) => -value),
  fc.constant((value: number) => value / 1e9),
  fc.constant((value: number) => value * 100),
  fc.constant((value: number) => Number(value.toPrecision(2))),
  fc.constant((value: number) => value * (1 + 1e-8)),
  fc.double({ noNaN: true }).map((other) => () => other),
  fc.constantFrom(...CLAIMS.map(({ value }) => value)).map((other) => () => Number(other)),
);

Deno.test("a true row that is altered in one cell never stands with the altered cell", () => {
  fc.assert(
    fc.property(
      claimOf,
      claimOf,
      altered,
      fc.constantFrom("id", "subject", "day", "value"),
      (claim, other, alter, at) => {
        if (typeof claim.value !== "number") return;
        const { id, subject, metric, day, value } = claim;
        const row = { id, subject, metric, day, value };
        equal(checked([row]).figures.length, 1);
        const changed = { ...row, [at]: at === "value" ? alter(value) : other[at] };
        const isSame = at === "value"
          ? Math.abs(Number(changed.value) - value) <= 1e-9 * Math.abs(value)
          // A figure of a year has two names: with either its row is true.
          : changed[at] === row[at] || at === "id" && figureOf(other) === figureOf(claim);
        deepEqual(checked([changed]).figures.length, isSame ? 1 : 0, JSON.stringify(changed));
      },
    ),
    runsOf("agent/model/checked_rows", 20_000),
  );
});

Deno.test("a figure made of claims never stands with another value than theirs", () => {
  const operands = fc.uniqueArray(claimOf, { minLength: 1, maxLength: 4 }).map((all) => all.map(({ id }) => id));
  const way = fc.constantFrom("difference", "ratio", "change", "sum", "mean", "rank");
  let made = 0;
  fc.assert(
    fc.property(operands, way, fc.double(), (ids, of, value) => {
      const values = ids.map((id) => Number(CLAIMS.find((claim) => claim.id === id)?.value));
      const [first = NaN, second = NaN] = values;
      const sum = values.reduce((total, one) => total + one, 0);
      const right: Readonly<Record<string, number>> = {
        ...{ difference: first - second, ratio: first / second, change: first / second - 1 },
        ...{ sum, mean: sum / values.length },
        rank: 1 + values.filter((one) => one > first).length,
      };
      const expected = right[of] ?? NaN;
      const near = Math.abs(value - expected) <= 1e-9 * Math.max(1e-3, Math.abs(expected));
      equal(checked([{ x: { value, of, operands: ids } }]).figures.length === 0 || near, true);
      for (const figure of checked([{ x: { value: expected, of, operands: ids } }]).figures) {
        made++;
        equal(figure.value, expected);
      }
    }),
    runsOf("agent/model/checked_rows", 20_000),
  );
  ok(made > 0);
});
