import { deepEqual, equal, ok } from "../assert.ts";
import { anyText } from "../fixtures/any_text.ts";
import { runsOf } from "../sweeps.ts";
import fc from "fast-check";
import { parse } from "../../src/text/csv_read.ts";
import { csvLine, type CsvValue, stringify } from "../../src/text/csv_write.ts";
import { unguardCell } from "./unguard_cell.ts";

const CELLS: { when: string; value: CsvValue; cell: string }[] = [
  { when: "a negative number as text", value: "-1500", cell: "-1500" },
  { when: "a negative percentage", value: "-4.2%", cell: "-4.2%" },
  { when: "a percentage with a space", value: "-4.2%", cell: "-4.2%" },
  { when: "leading zeros", value: "0005", cell: "0005" },
  { when: "a plus sign", value: "+12", cell: "+12" },
  { when: "an exponent", value: "-1.5e-3", cell: "-1.5e-3" },
  { when: "a negative number as a number", value: -0.5, cell: "-0.5" },
  { when: "a large number as a number", value: 1e21, cell: "1e+21" },
  { when: "NaN", value: NaN, cell: "" },
  { when: "an infinite number", value: -Infinity, cell: "" },
  { when: "a boolean", value: false, cell: "false" },
  { when: "nothing", value: undefined, cell: "" },
  { when: "a formula", value: "=1+1", cell: "'=1+1" },
  { when: "a formula that starts with a plus", value: "+1+1", cell: "'+1+1" },
  { when: "a formula that starts with a minus", value: "-2+3+cmd|' /C calc'!A0", cell: "'-2+3+cmd|' /C calc'!A0" },
  { when: "an at sign", value: "@SUM(A1)", cell: "'@SUM(A1)" },
  { when: "a lone minus", value: "-", cell: "'-" },
  { when: "a telephone number", value: "+49 170 1", cell: "'+49 170 1" },
  { when: "a full-width formula", value: "＝1", cell: "'＝1" },
  { when: "a formula behind spaces", value: "  =1", cell: "'  =1" },
  { when: "a formula behind a zero-width space", value: "\u200b=1", cell: "'\u200b=1" },
  { when: "a formula behind a quote", value: '"=1"', cell: `"'""=1"""` },
  { when: "a tab first", value: "\tx", cell: "'\tx" },
  { when: "a line break first", value: "\nx", cell: `"'\nx"` },
  { when: "a carriage return first", value: "\rx", cell: `"'\rx"` },
  { when: "an apostrophe first", value: "'t", cell: "''t" },
  { when: "a minus inside", value: "BRK-B", cell: "BRK-B" },
  { when: "a separator", value: "a,b", cell: '"a,b"' },
  { when: "a quote", value: 'a"b', cell: '"a""b"' },
  { when: "a line break", value: "a\r\nb", cell: '"a\r\nb"' },
  { when: "NUL", value: "a\0b", cell: "a\uFFFDb" },
  { when: "half a character", value: "a\ud800b", cell: "a\uFFFDb" },
];

for (const { when, value, cell } of CELLS) {
  Deno.test(`csvLine() writes ${when}`, () => equal(csvLine(["x", value]), `x,${cell}\n`));
}

Deno.test("csvLine() quotes the only cell of a row when it is empty", () => {
  equal(parse(stringify([["a"], [""], [undefined]])).length, 3);
});

Deno.test("csvLine() truncates a cell to 32,000 characters with an ellipsis, between characters", () => {
  equal(csvLine(["x".repeat(32_000)]), `${"x".repeat(32_000)}\n`);
  equal(csvLine(["x".repeat(32_001)]), `${"x".repeat(31_999)}…\n`);
  equal(csvLine([`${"x".repeat(31_998)}😀😀`]), `${"x".repeat(31_998)}…\n`);
  equal(csvLine(["=" + "x".repeat(40_000)]), `'=${"x".repeat(31_997)}…\n`);
});

Deno.test("stringify() starts with a byte order mark on request, and parse() drops it", () => {
  const text = stringify([["a", "b"]], { bom: true });
  equal(text, "\uFEFFa,b\n");
  deepEqual(parse(text)[0]?.cells, ["a", "b"]);
});

const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      "=",
      "-",
      "+",
      "@",
      "'",
      '"',
      ",",
      "\n",
      "\r",
      "\t",
      " ",
      "1",
      ".",
      "%",
      "a",
      "\uFEFF",
      "\u001a",
      "＝",
      "\0",
      "\ud800",
      "é",
    ),
    maxLength: 8,
  }),
  anyText({ maxLength: 12 }),
);
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 });

Deno.test("parse() and unguardCell() return what stringify() wrote", () => {
  fc.assert(
    fc.property(table, fc.boolean(), (rows, bom) => {
      const records = parse(stringify(rows, { bom }));
      ok(records.every(({ problem }) => problem === undefined));
      const back = records.map(({ cells }) => cells.map(unguardCell));
      deepEqual(back, rows.map((row) => row.map((text) => text.toWellFormed().replaceAll("\0", "\uFFFD"))));
    }),
    runsOf("text/csv_write", 10_000),
  );
});

Deno.test("stringify() writes no cell that a spreadsheet evaluates", () => {
  const runs = /^[\s"\u200b\uFEFF]*[=+\-@＝＋－＠]/u;
  const isNumber = (text: string) => !Number.isNaN(Number(text.replace(/[%,. ]/g, "").trim()));
  fc.assert(
    fc.property(cell, (text) => {
      const written = parse(stringify([["x", text]]))[0]?.cells[1] ?? "";
      ok(!runs.test(written) || isNumber(written), JSON.stringify(written));
    }),
    runsOf("text/csv_write", 20_000),
  );
});
