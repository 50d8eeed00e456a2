import { deepEqual } from "../../assert.ts";
import { dayNumber } from "../../../src/calendar/day.ts";
import { ownKey, readOwnKey } from "../../../src/data/own_key.ts";

const SPAN = { from: dayNumber("2017-01-01"), to: dayNumber("2017-12-31") };

Deno.test("a key of an own column is its name, with the span of its rows where there is one", () => {
  deepEqual(readOwnKey(ownKey("scores.my_factor")), { name: "scores.my_factor" });
  deepEqual(readOwnKey(ownKey("scores.my_factor", "2017-01-01/2017-12-31")), { name: "scores.my_factor", span: SPAN });
});

const NONE = [
  "",
  "my_factor",
  "scores.my_factor.x",
  "Scores.my_factor",
  "scores._x",
  "www.example",
  "scores.my_factor 2017",
  "scores.my_factor 2017-12-31/2017-01-01",
  "scores.my_factor 2017-01-01/2017-12-31 newest",
  "**scores**.x",
];

for (const text of NONE) {
  Deno.test(`${JSON.stringify(text)} is no key of an own column`, () => deepEqual(readOwnKey(text), undefined));
}
