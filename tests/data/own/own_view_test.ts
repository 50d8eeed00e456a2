import { deepEqual, equal, ok } from "../../assert.ts";
import { dayNumber } from "../../../src/calendar/day.ts";
import type { OwnColumn } from "../../../src/data/own_column.ts";
import { baseOf, ownNamesOf, withOwn } from "../../../src/data/own_view.ts";
import { openHistory } from "../../worlds/history.ts";

const view = (await openHistory()).at("2017-12-29");
const days = Int32Array.of(dayNumber("2017-05-02"));
const column = (name: string, value: number): OwnColumn => ({
  ...{ name, ticker: "AAPL", days, known: days, values: Float64Array.of(value), source: "a.csv", sign: 1 },
});
const source = { id: "a.csv", title: "Own table a.csv", sha256: "0" };

Deno.test("a view with columns that came with a question is all that the view is, and has them without a sign", () => {
  const over = withOwn(view, [column("a.x_1", 1)], [source]);
  deepEqual(over.own("AAPL").map(({ name, values, sign }) => [name, [...values], sign]), [["a.x_1", [1], undefined]]);
  deepEqual(over.own("MSFT"), []);
  deepEqual(ownNamesOf(over), ["a.x_1"]);
  equal(over.prices("AAPL"), view.prices("AAPL"));
  ok(over.sources.includes(source));
});

Deno.test("the view itself stays without them, and is found again below any number of others", () => {
  const over = withOwn(withOwn(view, [column("a.x_1", 1)], [source]), [column("a.x_1", 2)], []);
  deepEqual(over.own("AAPL").map(({ values }) => [...values]), [[2]]);
  equal(baseOf(over), view);
  equal(baseOf(view), view);
  deepEqual([view.own("AAPL"), ownNamesOf(view)], [[], []]);
  ok(!view.sources.includes(source));
});
