/** Rows of any keys, as `toCsv` and `toParquet` write them, read by pandas, Polars and DuckDB. */
import { deepEqual, ok } from "../assert.ts";
import { toCsv, toParquet } from "conviction/batch";
import { missingPython, PYTHON, testNeeding } from "../needs.ts";

const ROWS = [
  {
    ticker: "IBM",
    score: 0.25,
    rank: 2,
    big: 2n ** 62n,
    held: true,
    day: new Date("2017-12-29T00:00:00Z"),
    why: ["a"],
  },
  { ticker: 'x,"y"\nz', score: null, rank: null, big: -1n, held: false, day: null, why: [] },
];
const SCRIPT = `
import json, sys, duckdb, pandas, polars
print(json.dumps({
  "duckdb": [list(row) for row in duckdb.sql(
    "select ticker, score, rank, big, held, strftime(day at time zone 'UTC', '%Y-%m-%d'), why from 'rows.parquet'").fetchall()],
  "duckdb types": [str(one) for one in duckdb.sql("select * from 'rows.parquet'").types],
  "polars": [list(row) for row in polars.read_parquet("rows.parquet")
    .with_columns(polars.col("day").dt.strftime("%Y-%m-%d")).rows()],
  "pandas": pandas.read_parquet("rows.parquet")["big"].tolist(),
  "csv": [pandas.read_csv("rows.csv")["ticker"].tolist(), polars.read_csv("rows.csv")["ticker"].to_list(),
    [row[0] for row in duckdb.sql("select ticker from read_csv('rows.csv', header = true)").fetchall()]],
}))`;

testNeeding(
  missingPython("duckdb", "pandas", "polars", "pyarrow"),
  "pandas, Polars and DuckDB read rows of any keys back to the same typed values",
  async () => {
    const folder = await Deno.makeTempDir();
    try {
      await Deno.writeTextFile(`${folder}/rows.csv`, toCsv(ROWS));
      await Deno.writeFile(`${folder}/rows.parquet`, await toParquet(ROWS));
      const { success, stdout, stderr } = await new Deno.Command(PYTHON, {
        ...{ args: ["-c", SCRIPT], cwd: folder, env: { HOME: folder }, stdin: "null" },
      }).output();
      ok(success, new TextDecoder().decode(stderr));
      // Python writes whole numbers of 64 bits, which JSON.parse would round.
      const text = new TextDecoder().decode(stdout).replaceAll(/(?<![\d."])(\d{17,})/g, '"$1"');
      const rows = [
        ["IBM", 0.25, 2, `${2n ** 62n}`, true, "2017-12-29", ["a"]],
        ['x,"y"\nz', null, null, -1, false, null, []],
      ];
      const tickers = ROWS.map(({ ticker }) => ticker);
      deepEqual(JSON.parse(text), {
        ...{ duckdb: rows, polars: rows, pandas: [`${2n ** 62n}`, -1], csv: [tickers, tickers, tickers] },
        "duckdb types": ["VARCHAR", "DOUBLE", "INTEGER", "BIGINT", "BOOLEAN", "TIMESTAMP WITH TIME ZONE", "VARCHAR[]"],
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);
