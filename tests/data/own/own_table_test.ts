import fc from "fast-check";
import { deepEqual, equal } from "../../assert.ts";
import { runsOf } from "../../sweeps.ts";
import { dayText } from "../../../src/calendar/day.ts";
import { readOwnText } from "../../../src/data/own/own_file.ts";
import { ownName } from "../../../src/data/own_name.ts";

/** The values of a table, one line each. */
function read(text: string, { latestDay }: { readonly latestDay?: string } = {}) {
  const { series, problems, columns } = readOwnText(text, { file: "own/scores.csv", latestDay });
  return {
    columns,
    values: series.flatMap(({ name, ticker, days, values }) =>
      Array.from(days, (day, at) => `${ticker} ${dayText(day)} ${name} ${values[at]}`)
    ),
    problems: problems.map(({ line, column, message }) => `${line}:${column} ${message}`),
  };
}

const GIVES: readonly { readonly when: string; readonly text: string; readonly values: readonly string[] }[] = [
  {
    when: "a plain table",
    text: "ticker,date,my_factor\nAAPL,2017-01-03,1.2\nMSFT,2017-01-03,-0.5\n",
    values: ["AAPL 2017-01-03 scores.my_factor 1.2", "MSFT 2017-01-03 scores.my_factor -0.5"],
  },
  {
    when: "rows that are not in order of time",
    text: "date,symbol,x1\n2017-02-01,brk-b,2\n2017-01-03,BRK.B,1\n",
    values: ["BRK.B 2017-01-03 scores.x1 1", "BRK.B 2017-02-01 scores.x1 2"],
  },
  {
    when: "a mark at its start, semicolons, quotes, days first and decimal commas",
    text: '\uFEFFTicker;Datum;"My ""Factor"" (z)"\r\nAAPL;03.01.2017;-1,25\r\nAAPL;31.01.2017;"1.234,5"\r\n',
    values: ["AAPL 2017-01-03 scores.my_factor_z -1.25", "AAPL 2017-01-31 scores.my_factor_z 1234.5"],
  },
  {
    when: "tabs, and cells without a number",
    text: "ticker\tdate\ta_1\tb_2\nAAPL\t2017-01-03\t\t4\nAAPL\t2017-01-04\t1e-3\tn/a\n",
    values: ["AAPL 2017-01-03 scores.b_2 4", "AAPL 2017-01-04 scores.a_1 0.001"],
  },
  {
    when: "columns that look like those of prices",
    text: "ticker,date,close,volume\nAAPL,2017-01-03,-5,0\n",
    values: ["AAPL 2017-01-03 scores.close -5", "AAPL 2017-01-03 scores.volume 0"],
  },
];

for (const { when, text, values } of GIVES) {
  Deno.test(`an own table gives the numbers of ${when}`, () => {
    deepEqual(read(text), { columns: read(text).columns, values, problems: [] });
  });
}

const SAYS: readonly {
  readonly when: string;
  readonly text: string;
  readonly values?: readonly string[];
  readonly problems: readonly string[];
}[] = [
  {
    when: "a cell is no number",
    text: "ticker,date,f_1\nAAPL,2017-01-03,1\nMSFT,2017-01-03,high\nKO,2017-01-03,2\n",
    values: ["AAPL 2017-01-03 scores.f_1 1", "KO 2017-01-03 scores.f_1 2"],
    problems: ['3:17 Cannot read "high": expected a number'],
  },
  {
    when: "a column holds text",
    text: "ticker,date,note,f_1\nAAPL,2017-01-03,buy it,1\n",
    values: ["AAPL 2017-01-03 scores.f_1 1"],
    problems: ['1:1 Column "note" holds text, not numbers: it is not read'],
  },
  {
    when: "a column is empty",
    text: "ticker,date,none,f_1\nAAPL,2017-01-03,,1\n",
    values: ["AAPL 2017-01-03 scores.f_1 1"],
    problems: ['1:1 Column "none" is empty'],
  },
  {
    when: "two columns have one name",
    text: "ticker,date,f 1,F_1\nAAPL,2017-01-03,1,2\n",
    values: ["AAPL 2017-01-03 scores.f_1 1"],
    problems: ['1:1 Column "F_1" has the name of the column "f 1", scores.f_1: it is not read'],
  },
  {
    when: "a ticker has two rows of a day",
    text: "ticker,date,f_1\nAAPL,2017-01-03,1\naapl,2017-01-03,2\n",
    values: ["AAPL 2017-01-03 scores.f_1 1"],
    problems: ["3:1 A second row of AAPL on 3 Jan 2017, after that of line 2: it is not read"],
  },
  {
    when: "a row lies after the last day",
    text: "ticker,date,f_1\nAAPL,2017-01-03,1\nAAPL,2017-01-04,2\n",
    values: ["AAPL 2017-01-03 scores.f_1 1"],
    problems: ["3:6 4 Jan 2017 is in the future: the row is skipped"],
  },
  {
    when: "nothing proves the order of day and month",
    text: "ticker,date,f_1\nAAPL,03/01/2017,1\n",
    problems: [
      '2:6 "03/01/2017" is 2017-01-03 or 2017-03-01: no row proves the order of day and month; write days as YYYY-MM-DD',
    ],
  },
  {
    when: "nothing proves what a comma is",
    text: 'ticker,date,f_1,g_1\nAAPL,2017-01-03,"1,234",2\n',
    values: ["AAPL 2017-01-03 scores.g_1 2"],
    problems: [
      '2:17 Cannot tell the decimal mark: "1,234" is 1234 or 1.234, and no row proves which; write numbers without separators',
    ],
  },
  {
    when: "a row is short, and one has no ticker",
    text: "ticker,date,f_1\nAAPL,2017-01-03\n ,2017-01-03,2\nKO,2017-01-03,3\n",
    values: ["KO 2017-01-03 scores.f_1 3"],
    problems: ["2:6 Row has 2 cells, the header has 3", "3:1 Row has no ticker"],
  },
  {
    when: "it has no dates",
    text: "ticker,f_1\nAAPL,1\n",
    problems: ["1:1 Not an own table: it has no column of dates; expected a header like ticker,date,my_factor"],
  },
  {
    when: "it has no tickers",
    text: "date,f_1\n2017-01-03,1\n",
    problems: ["1:1 Not an own table: it has no column of tickers; expected a header like ticker,date,my_factor"],
  },
  {
    when: "it is empty",
    text: "",
    problems: ["1:1 Not an own table: it is empty; expected a header like ticker,date,my_factor"],
  },
  {
    when: "it has a header alone",
    text: "ticker,date,f_1\n",
    problems: ["1:1 No rows below the header"],
  },
];

for (const { when, text, values = [], problems } of SAYS) {
  Deno.test(`an own table says where and why something of it is not read: ${when}`, () => {
    const { columns: _columns, ...found } = read(text, { latestDay: "2017-01-03" });
    deepEqual(found, { values, problems });
  });
}

const NAMES: readonly (readonly [file: string, column: string, name: string])[] = [
  ["own/scores.csv", "my_factor", "scores.my_factor"],
  ["own/deep/Scores 2017.csv.gz", "Höhe", "scores_2017.hohe"],
  ["scores.parquet", "**bold** <b>x</b>", "scores.bold_b_x_b"],
  ["scores.csv", "_emphasis_", "scores.emphasis"],
  ["www.csv", "example", "own_www.example"],
  ["要.csv", "因", "table.column_3"],
  ["s.csv", "x".repeat(500), `s.${"x".repeat(40)}`],
];

for (const [file, column, name] of NAMES) {
  Deno.test(`the column ${JSON.stringify(column.slice(0, 20))} of ${file} is called ${name.slice(0, 30)}`, () => {
    equal(ownName(file, column, 3), name);
  });
}

Deno.test("the numbers that are written into a table are those that are read from it", () => {
  const rows = fc.uniqueArray(
    fc.record({
      ticker: fc.constantFrom("AAPL", "BRK.B", "KO"),
      day: fc.integer({ min: 0, max: 20_000 }),
      value: fc.double({ noNaN: true, noDefaultInfinity: true }),
    }),
    { selector: ({ ticker, day }) => `${ticker} ${day}`, minLength: 1 },
  );
  fc.assert(
    fc.property(rows, (given) => {
      const text = `ticker,date,x_1\n${
        given.map(({ ticker, day, value }) => `${ticker},${dayText(day)},${value}`).join("\n")
      }`;
      const wanted = given.map(({ ticker, day, value }) => `${ticker} ${dayText(day)} scores.x_1 ${value}`);
      deepEqual(read(text).values.toSorted(), wanted.toSorted());
    }),
    runsOf("data/own/own_table", 300),
  );
});
