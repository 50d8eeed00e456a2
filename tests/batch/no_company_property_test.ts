import fc from "fast-check";
import { deepEqual } from "../assert.ts";
import { runsOf } from "../sweeps.ts";
import { readCsv } from "../../src/batch/list/read_rows.ts";

const COLUMNS = ["Quantity", "Last Price", "Asset Class", "Sector", "Type", "Weight", "Value"] as const;
const CELLS: Readonly<Record<typeof COLUMNS[number], readonly string[]>> = {
  "Quantity": ["10", "", "--"],
  "Last Price": ["190.5", "", "--"],
  "Asset Class": ["Equity", "Stocks", ""],
  "Sector": ["Information Technology", "Financials", ""],
  "Type": ["Cash", "Margin"],
  "Weight": ["1.5", ""],
  "Value": ["1905", "$1,905", ""],
};
/** The last ones are words for cash or totals, and tickers of companies. */
const COMPANIES = [
  ...[["IBM", "IBM Corp."], ["BRK.B", "Berkshire"], ["US4592001014", "IBM"], ["apple", "Apple Inc."]],
  ...[["CASH", "Pathward Financial, Inc."], ["USD", "ProShares Ultra Semiconductors"], ["TOTAL", "Total SE"]],
  ...[["EUR", "Eurobank"], ["CAD", "Cash Converters"], ["SUMME", "Summe AG"], ["VMFXX", "Some Fund"]],
];
const NO_COMPANIES = [["Account Total", ""], ["Cash & Cash Investments", "--"], ["Pending activity", ""], [
  "USD",
  "Cash",
]];

const table = fc.subarray([...COLUMNS]).chain((columns) => {
  const rest = fc.tuple(...columns.map((column) => fc.constantFrom(...CELLS[column])));
  const lines = (given: string[][], isCompany: boolean) =>
    fc.tuple(fc.constantFrom(...given), rest).map(([start, cells]) => ({ cells: [...start, ...cells], isCompany }));
  return fc.record({
    columns: fc.constant(["Symbol", "Description", ...columns]),
    lines: fc.array(fc.oneof(lines(COMPANIES, true), lines(NO_COMPANIES, false)), { minLength: 1, maxLength: 8 }),
  });
});

Deno.test("a line that names a company is asked, whatever its ticker, its other cells and its neighbours; no other is", async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ columns, lines }) => {
      const text = [columns, ...lines.map(({ cells }) => cells)].map((cells) =>
        cells.map((cell) => `"${cell}"`).join(",")
      );
      const source = await readCsv(ReadableStream.from([text.join("\n")]), { name: "x.csv" });
      const rows = await Array.fromAsync(source.rows);
      const companies = lines.flatMap(({ cells, isCompany }, at) => isCompany ? [`${at + 2} ${cells[0]}`] : []);
      deepEqual(rows.map(({ input, problem }) => `${input.line} ${input.ticker}${problem?.message ?? ""}`), companies);
    }),
    runsOf("batch/no_company_property", 2_000),
  );
});
