import { deepEqual, equal } from "../../assert.ts";
import { dayNumber } from "../../../src/calendar/day.ts";
import { ownColumns } from "../../../src/data/own/combine_own.ts";
import { readOwnText } from "../../../src/data/own/own_file.ts";
import { NO_SETTINGS, readOwnSettings } from "../../../src/data/own/own_settings.ts";

const COLUMNS = ["scores.my_factor", "scores.alpha_2"];
const read = (text: string) => readOwnSettings(text, { file: "own/own.json", columns: COLUMNS });
const said = (text: string) => read(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

Deno.test("own.json gives a column its sign and its lag", () => {
  const { columns, problems } = read('{"scores.my_factor": {"sign": -1, "lag_days": 0}, "scores.alpha_2": {}}');
  deepEqual([...columns], [["scores.my_factor", { sign: -1, lag_days: 0 }], ["scores.alpha_2", {}]]);
  deepEqual(problems, []);
});

const WRONG: readonly (readonly [when: string, text: string, problem: string])[] = [
  [
    "a column there is not",
    '{\n  "scores.my_facto": {"sign": 1}\n}',
    '2:3 "scores.my_facto" is not a column of an own table; did you mean scores.my_factor?',
  ],
  [
    "a sign of 2",
    '{"scores.my_factor": {"sign": 2}}',
    '1:23 "scores.my_factor" sign: must be 1 or -1; the column is not used',
  ],
  [
    "a lag below 0",
    '{"scores.my_factor": {"lag_days": -1}}',
    '1:23 "scores.my_factor" lag_days: must be 0 or more; the column is not used',
  ],
  [
    "half a day",
    '{"scores.my_factor": {"lag_days": 0.5}}',
    '1:23 "scores.my_factor" lag_days: must be a whole number of days; the column is not used',
  ],
  [
    "text that is no JSON",
    '{"scores.my_factor": }',
    "1:22 Cannot read JSON: line 1, column 22: invalid value; no own table is used",
  ],
  [
    "a list",
    "[]",
    '1:1 Expected names of columns like {"scores.my_factor": {"sign": 1, "lag_days": 1}}; no own table is used',
  ],
];

for (const [when, text, problem] of WRONG) {
  Deno.test(`own.json with ${when} is refused with its place`, () => deepEqual(said(text), [problem]));
}

const { series } = readOwnText("ticker,date,my_factor,alpha_2\nAAPL,2017-01-03,1,2\n", { file: "own/scores.csv" });
const known = (text: string) =>
  ownColumns(series, { source: "own/scores.csv", settings: text === "" ? NO_SETTINGS : read(text) })
    .map(({ name, known, sign }) => `${name} ${(known[0] ?? NaN) - dayNumber("2017-01-03")} ${sign}`);

Deno.test("a value is known a day after its row, or as many days as its owner says, and has no sign by itself", () => {
  deepEqual(known(""), ["scores.my_factor 1 undefined", "scores.alpha_2 1 undefined"]);
  deepEqual(known('{"scores.my_factor": {"lag_days": 5, "sign": 1}}'), [
    "scores.my_factor 5 1",
    "scores.alpha_2 1 undefined",
  ]);
});

Deno.test("what cannot be read of a column leaves out the column, and of the whole file every one", () => {
  deepEqual(known('{"scores.my_factor": {"lag": 5}}'), ["scores.alpha_2 1 undefined"]);
  deepEqual(known("{"), []);
  equal(read("{").isBroken, true);
});
