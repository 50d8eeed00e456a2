/** What is packed into the frame of a table: rows, what they are sorted and chosen by, and their details. */
import { tableFrame } from "../../src/view/cell/table_frame.ts";
import type { CellTable, TableColumn } from "../../src/view/cell/table_frame.ts";
import { deepEqual, equal, ok } from "../assert.ts";
import { inflateRawSync } from "node:zlib";

const PLAIN: CellTable = {
  columns: [{ title: "name", look: "name", words: ["A", "B"] }],
  count: 2,
  detailOf: (at) => ({ title: `row ${at}`, blocks: [] }),
};

/** A table of so many rows with these columns. */
const tableOf = (count: number, columns: readonly TableColumn[], other: Partial<CellTable> = {}): CellTable => ({
  ...PLAIN,
  ...{ count, columns, ...other },
});

/** The packed blocks of a frame: its rows, and the details of each hundred of them. */
function blocksOf(table: CellTable, used = 0) {
  const [, data = ""] = / id=&quot;data&quot;&gt;([^&]*)&lt;/.exec(String(tableFrame(table, { used }))) ?? [];
  const [rows, ...details] = data.split(" ").map((block) =>
    JSON.parse(inflateRawSync(Uint8Array.fromBase64(block)).toString())
  );
  return { rows, details };
}

Deno.test("a frame has every column with its words, numbers of six digits to sort by", () => {
  const { rows } = blocksOf(tableOf(2, [
    { title: "signal", words: ["bullish", "no_view"] },
    { title: "volume", words: ["1.23 m", ""], values: [1234567.89, undefined] },
  ]));
  const [signal, volume] = rows.columns;
  deepEqual([signal.title, signal.words], ["signal", ["bullish", "no_view"]]);
  deepEqual([volume.words, volume.values], [["1.23 m", ""], [1234570, null]]);
  deepEqual([rows.total, rows.perBlock, rows.codes], [2, 100, undefined]);
});

const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`);

Deno.test("details follow in blocks of a hundred rows, and each row has its code", () => {
  const { rows, details } = blocksOf(tableOf(201, [{ title: "a", words: words(201) }], {
    codeOf: (at) => `show(rows[${at}])`,
  }));
  deepEqual(details.map((block) => [block.length, block[0].title]), [[100, "row 0"], [100, "row 100"], [1, "row 200"]]);
  deepEqual([rows.codes.length, rows.codes[200]], [201, "show(rows[200])"]);
});

Deno.test("of a table that is too long for an output the first rows are there, and the number of all", () => {
  const long = (count: number) => tableOf(count, [{ title: "a", words: words(count) }]);
  const most = blocksOf(long(20_001));
  deepEqual([most.rows.columns[0].words.length, most.rows.total], [20_000, 20_001]);
  const little = blocksOf(long(20_001), 950_000);
  const count = little.rows.columns[0].words.length;
  ok(count > 0 && count < 20_000, `${count}`);
  ok(String(tableFrame(long(20_001), { used: 950_000 })).length <= 51_000); // with the element itself
  ok(little.details.length < Math.ceil(count / 100), `${little.details.length} blocks of ${count} rows`);
});

const HEIGHTS = [[2, 110 + 3 * 28], [5, 110 + 5 * 28], [1000, 420]] as const;
for (const [count, height] of HEIGHTS) {
  Deno.test(`the frame of ${count} rows is ${height} pixels high`, () => {
    equal(/min-height:(\d+)px/.exec(String(tableFrame(tableOf(count, []), { used: 0 })))?.[1], String(height));
  });
}
