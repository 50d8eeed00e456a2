/** Rows of any keys as CSV and Parquet. */
import fc from "fast-check";
import { parquetReadObjects } from "hyparquet";
import { deepEqual, equal, rejects, throws } from "../assert.ts";
import { toCsv, toParquet } from "conviction/batch";
import { unguardCell } from "../text/unguard_cell.ts";
import { parse } from "../../src/text/csv_read.ts";
import { anyText } from "../fixtures/any_text.ts";
import { runsOf } from "../sweeps.ts";
import { thesisRow } from "./sample_thesis_rows.ts";

const RUNS = runsOf("run/rows_tables", 200);

async function readParquet(bytes: Uint8Array<ArrayBuffer>): Promise<Record<string, unknown>[]> {
  const rows = await parquetReadObjects({ file: bytes.buffer });
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? null])));
}

const DAY = new Date("2017-12-29T00:00:00.123Z");
const CSV: readonly { readonly what: string; readonly rows: readonly object[]; readonly is: string }[] = [
  { what: "no row", rows: [], is: "" },
  { what: "rows with other keys", rows: [{ a: 1 }, { b: 2, a: 3 }], is: "a,b\n1,\n3,2\n" },
  { what: "null, undefined and NaN", rows: [{ a: null, b: undefined, c: NaN }], is: "a,b,c\n,,\n" },
  {
    what: "a bigint, a boolean, a date",
    rows: [{ a: 2n ** 70n, b: false, c: DAY }],
    is: `a,b,c\n${2n ** 70n},false,2017-12-29T00:00:00.123Z\n`,
  },
  {
    what: "lists and objects",
    rows: [{ a: ["x", 1n], b: { c: DAY } }],
    is: 'a,b\n"[""x"",""1""]","{""c"":""2017-12-29T00:00:00.123Z""}"\n',
  },
  {
    what: "formulas, also in a name",
    rows: [{ "=a": "=1+1", b: "@x", c: "-5", d: "+x" }],
    is: "'=a,b,c,d\n'=1+1,'@x,-5,'+x\n",
  },
  { what: "commas, quotes and line ends", rows: [{ a: 'x,"y"\r\nz' }], is: 'a\n"x,""y""\r\nz"\n' },
];
for (const { what, rows, is } of CSV) Deno.test(`toCsv() writes ${what}`, () => equal(toCsv(rows), is));

Deno.test("toCsv() and toParquet() write the columns that are asked for, in their order", async () => {
  const rows = [{ a: 1, b: 2 }, { a: 3 }];
  equal(toCsv(rows, { columns: ["b", "a", "none"], bom: true }), "\uFEFFb,a,none\n2,1,\n,3,\n");
  deepEqual(await readParquet(await toParquet(rows, { columns: ["b"] })), [{ b: 2 }, { b: null }]);
  deepEqual(await readParquet(await toParquet([], { columns: ["b"] })), []);
});

const PARQUET: readonly {
  readonly what: string;
  readonly values: readonly unknown[];
  readonly are?: readonly unknown[];
}[] = [
  { what: "booleans", values: [true, null, false] },
  { what: "whole numbers", values: [1, -(2 ** 31), 2 ** 31 - 1] },
  { what: "other numbers", values: [0.5, 2 ** 31, -0, Infinity, NaN] },
  { what: "bigints of 64 bits", values: [2n ** 63n - 1n, -(2n ** 63n)] },
  { what: "larger bigints as JSON", values: [2n ** 63n], are: [`${2n ** 63n}`] },
  { what: "dates; an invalid one is missing", values: [DAY, new Date(NaN)], are: [DAY, null] },
  { what: "texts", values: ["", "=1+1", "x".repeat(40_000)] },
  { what: "a half of a surrogate pair as a replacement", values: ["\ud800"], are: ["\ufffd"] },
  { what: "lists of texts", values: [["a", ""], []] },
  { what: "other lists, and objects", values: [[1, "a"], { b: [null] }] },
  { what: "mixed values", values: ["1", 1, true] },
  { what: "a column without values", values: [null, undefined], are: [null, null] },
];
for (const { what, values, are = values } of PARQUET) {
  Deno.test(`toParquet() keeps ${what}`, async () => {
    const rows = await readParquet(await toParquet(values.map((value, at) => ({ at, value }))));
    deepEqual(rows, are.map((value, at) => ({ at, value })));
  });
}

Deno.test("toParquet() numbers names that differ in case only", async () => {
  deepEqual(await readParquet(await toParquet([{ a: 1, A: 2 }])), [{ a: 1, A_2: 2 }]);
});

Deno.test("the rows of a run are written with every field", async () => {
  const rows = [thesisRow(1, { ticker: "AAPL", drivers: ["rose"], claims: [{ id: "X", metric: "beta", value: 1.2 }] })];
  const [back = {}] = await readParquet(await toParquet(rows));
  deepEqual([back["ticker"], back["drivers"], back["claims"]], ["AAPL", rows[0]?.drivers, rows[0]?.claims]);
  deepEqual(parse(toCsv(rows))[0]?.cells, Object.keys(rows[0] ?? {}));
});

const cell = fc.oneof(
  anyText(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const anyRows = fc.uniqueArray(anyText({ maxLength: 9 }), {
  minLength: 1,
  maxLength: 4,
  selector: (name) => name.toLowerCase(),
})
  .chain((names) =>
    fc.array(fc.tuple(...names.map(() => cell)), { minLength: 1, maxLength: 9 })
      .map((rows) => ({
        names,
        rows: rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]]))),
      }))
  );

Deno.test("a CSV of any rows reads back to the same texts", () => {
  fc.assert(
    fc.property(anyRows, ({ names, rows }) => {
      const words = (value: unknown) => value === null ? "" : String(value).replaceAll("\0", "\ufffd");
      const lines = parse(toCsv(rows, { columns: names })).map(({ cells }) => cells.map(unguardCell));
      deepEqual(lines, [names.map(words), ...rows.map((row) => names.map((name) => words(row[name])))]);
    }),
    RUNS,
  );
});

Deno.test("a Parquet file of any rows reads back to the same values", async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, async ({ names, rows }) => {
      const back = await readParquet(await toParquet(rows, { columns: names }));
      const isJson = (name: string) =>
        new Set(rows.flatMap((row) => row[name] === null ? [] : typeof row[name])).size > 1;
      const value = (name: string, one: unknown) =>
        isJson(name) && one !== null ? JSON.parse(JSON.stringify(one)) : one;
      deepEqual(back, rows.map((row) => Object.fromEntries(names.map((name) => [name, value(name, row[name])]))));
    }),
    RUNS,
  );
});

const REFUSED: readonly { readonly rows: unknown; readonly options?: object; readonly says: RegExp }[] = [
  { rows: "ticker", says: /its rows must be a list like \[\{ ticker: \.\.\. \}\], not a text$/ },
  { rows: [1], says: /its rows must be a list/ },
  { rows: [{ a: 1 }, { a: () => 1 }], says: /a of row 2 is a function$/ },
  { rows: [{ a: Promise.resolve() }], says: /a of row 1 is a promise; await it first$/ },
  { rows: [{ a: 1 }], options: { column: ["a"] }, says: /there is no option column; did you mean columns\?$/ },
  { rows: [{ a: 1 }], options: { columns: "a" }, says: /columns must be a list of names, .*, not a text$/ },
];
for (const { rows, options, says } of REFUSED) {
  Deno.test(`toCsv() and toParquet() refuse what they cannot write: ${says.source}`, async () => {
    throws(() => toCsv(rows as object[], options), { name: "InputError", message: says });
    await rejects(() => toParquet(rows as object[], options), { name: "InputError", message: says });
  });
}

Deno.test("toParquet() refuses rows without a column", async () => {
  await rejects(() => toParquet([]), { message: "Cannot write Parquet: the rows have no column; give columns" });
});
