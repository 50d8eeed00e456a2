import { deepEqual, equal, ok } from "../assert.ts";
import { anyText } from "../fixtures/any_text.ts";
import { runsOf } from "../sweeps.ts";
import fc from "fast-check";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { THESIS_COLUMNS } from "../../src/run/columns.ts";
import type { Manifest } from "../../src/run/manifest.ts";
import { ROWS_PER_GROUP } from "../../src/run/theses_parquet.ts";
import { thesesParquet } from "./theses_parquet.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { openRow, sampleManifest, thesisRow } from "./sample_thesis_rows.ts";

const RUNS = runsOf("run/theses_parquet", 200);
const SELECT = [{ name: "spread", pointer: "/spread" }];

async function bytesOf(
  rows: Iterable<ThesisRow>,
  { manifest = sampleManifest(), ...options }: Parameters<typeof thesesParquet>[2] & { manifest?: Manifest } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return await new Blob(await Array.fromAsync(thesesParquet(rows, manifest, options))).bytes();
}

/** This reader returns `undefined` for a list that is null. */
async function readBack(bytes: Uint8Array<ArrayBuffer>): Promise<Record<string, unknown>[]> {
  const rows = await parquetReadObjects({ file: bytes.buffer });
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? null])));
}

async function only(row: ThesisRow, header?: readonly string[]): Promise<Record<string, unknown>> {
  const [first = {}] = await readBack(await bytesOf([row], header && { manifest: sampleManifest({ header }) }));
  return first;
}

const FULL = thesisRow(7, {
  ...{
    ticker: "AAPL",
    cells: ["AAPL", "0005"],
    signal: "bullish",
    confidence: 0.53,
    reasoning: "AAPL\nrose",
    summary: null,
    why: null,
    watch: null,
    figures: null,
  },
  ...{ score: -0.25, rank: 3, drawdownProbability: 0.125, verificationConfidence: 0.75, asOf: "2017-12-29" },
  ...{ horizon: "63d", benchmark: "^GSPC", currency: "USD", subject: "AAPL", warnings: ["no drivers", "late"] },
  ...{ drivers: ["AAPL rose", "Calm | quiet"], risks: [], selected: [1.5], status: "partial" },
  ...{ errorCode: "http_404", error: "no file" },
  files: [{ path: "files/7_AAPL/a.png", bytes: 1, sha256: "", mediaType: "" }],
});

Deno.test("theses.parquet has the columns of theses.csv in their order, then the selected and the input's own", async () => {
  const manifest = sampleManifest({ header: ["ticker", "weight"] });
  const [row = {}] = await readBack(await bytesOf([thesisRow(1)], { manifest, select: SELECT }));
  deepEqual(Object.keys(row), [...THESIS_COLUMNS.map(({ name }) => name), "spread", "in_ticker", "in_weight"]);
});

Deno.test("theses.parquet contains every value of a full answer with its type, and texts unchanged", async () => {
  const bytes = await bytesOf([FULL], { manifest: sampleManifest({ header: ["ticker", "id"] }), select: SELECT });
  deepEqual((await readBack(bytes))[0], {
    ...{ row: 7, ticker: "AAPL", status: "partial", signal: "bullish", confidence: 0.53, score: -0.25, rank: 3 },
    ...{
      drawdown_probability: 0.125,
      verification_confidence: 0.75,
      coverage: null,
      top_driver: "AAPL rose",
      top_risk: null,
    },
    ...{ warnings: ["no drivers", "late"], as_of: new Date("2017-12-29T00:00:00Z"), horizon: "63d" },
    ...{ benchmark: "^GSPC", currency: "USD", subject: "AAPL", files: ["files/7_AAPL/a.png"] },
    ...{ key_drivers: ["AAPL rose", "Calm | quiet"], risks: [], reasoning: "AAPL\nrose" },
    ...{ summary: null, why: null, watch: null, figures: null },
    ...{ error_code: "http_404", error: "no file", spread: "1.5", in_ticker: "AAPL", in_id: "0005" },
  });
});

Deno.test("in theses.parquet a missing value is null, never 0 or an empty text", async () => {
  const row = await only(openRow(2, { ticker: "", cells: [], errorCode: undefined, error: undefined }));
  const { row: number, status, ...rest } = row;
  deepEqual([number, status], [2, "failed"]);
  deepEqual(Object.entries(rest).filter(([, value]) => value !== null), []);
});

Deno.test("in theses.parquet a list is null without a thesis, and empty where the thesis has empty", async () => {
  const without = await only(openRow(1));
  const empty = await only(thesisRow(1, { drivers: [], risks: [] }));
  for (const name of ["warnings", "files", "key_drivers", "risks"]) {
    equal(without[name], null, name);
    deepEqual(empty[name], [], name);
  }
});

const DAYS = [
  { asOf: "2024-02-29", day: new Date("2024-02-29T00:00:00Z") },
  { asOf: "2023-02-29", day: null },
  { asOf: "2024-2-9", day: null },
  { asOf: "yesterday", day: null },
  { asOf: "2024-02-29T10:00:00Z", day: null },
  { asOf: undefined, day: null },
];
for (const { asOf, day } of DAYS) {
  Deno.test(`in theses.parquet as_of ${asOf} is ${day === null ? "null" : "that day"}`, async () => {
    deepEqual((await only(thesisRow(1, { asOf })))["as_of"], day);
  });
}

Deno.test("in theses.parquet the list's cells are unchanged texts: NA, leading zeros, formulas, empty ones", async () => {
  const cells = ["NA", "0005", "=1+1", "", "1E5", " 6.50 "];
  const row = await only(thesisRow(1, { cells }), cells.map((_, at) => `c${at}`));
  deepEqual(cells.map((_, at) => row[`in_c${at}`]), cells);
});

const HEADERS = [
  { header: ["a", "a", "a"], names: ["in_a", "in_a_2", "in_a_3"] },
  { header: ["a", "a", "a_2"], names: ["in_a", "in_a_3", "in_a_2"] },
  { header: ["Id", "ID"], names: ["in_Id", "in_ID_2"] },
  { header: ["", ""], names: ["in_", "in__2"] },
  { header: ["x.y", "list", "__proto__"], names: ["in_x.y", "in_list", "in___proto__"] },
  { header: ["a\ud800"], names: ["in_a\ufffd"] },
];
for (const { header, names } of HEADERS) {
  Deno.test(`in theses.parquet a list with the columns ${JSON.stringify(header)} keeps the cells of each`, async () => {
    const cells = header.map((_, at) => `cell ${at}`);
    const row = await only(thesisRow(1, { cells }), header);
    deepEqual(names.map((name) => row[name]), cells);
  });
}

Deno.test("theses.parquet describes the run in its key-value metadata", async () => {
  const rows = [
    thesisRow(1, { asOf: "2017-12-28" }),
    thesisRow(2, { asOf: "2017-12-29" }),
    thesisRow(3, { asOf: "z" }),
  ];
  const bytes = await bytesOf(rows);
  const { key_value_metadata = [] } = parquetMetadata(bytes.buffer);
  const { counts = "", as_of_column, ...words } = Object.fromEntries(
    key_value_metadata.map(({ key, value }) => [key, value]),
  );
  deepEqual(words, {
    ...{ run_id: "run-1", state: "finished", service: "embedded", model: "conviction-smart" },
    ...{ data_ends: "2017-12-29", as_of: "2017-12-29", input: "tickers.csv", fingerprint: "ff" },
    ...{ started_at: "2024-03-01T22:00:00.000Z", finished_at: "2024-03-01T22:00:05.000Z", conviction: "0.1.0" },
  });
  deepEqual(JSON.parse(counts), sampleManifest().counts);
  ok(as_of_column?.includes("else null"));
});

Deno.test("identical runs give identical bytes of theses.parquet", async () => {
  deepEqual(await bytesOf([FULL, openRow(8)]), await bytesOf([FULL, openRow(8)]));
});

Deno.test("theses.parquet of a run without rows can be read", async () => {
  const bytes = await bytesOf([]);
  deepEqual(await readBack(bytes), []);
  equal(parquetMetadata(bytes.buffer).schema.length > THESIS_COLUMNS.length, true);
});

Deno.test("theses.parquet is yielded in pieces while rows are read, and contains all rows", async () => {
  const count = 2 * ROWS_PER_GROUP + 1;
  let taken = 0;
  const takenAt: number[] = [];
  function* rows() {
    for (; taken < count; taken++) yield thesisRow(taken + 1, { drivers: [`Driver ${taken}`, "x"] });
  }
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of thesesParquet(rows(), sampleManifest())) {
    takenAt.push(taken);
    pieces.push(piece);
  }
  deepEqual(takenAt, [ROWS_PER_GROUP - 1, 2 * ROWS_PER_GROUP - 1, count]);
  const back = await readBack(await new Blob(pieces).bytes());
  deepEqual(back.map(({ row }) => row), Array.from({ length: count }, (_, at) => at + 1));
  deepEqual(back.at(-1)?.["key_drivers"], [`Driver ${count - 1}`, "x"]);
});

/** Without a leading byte order mark: it is in the file, but this reader drops it. */
const wholeText = anyText().map((text) => text.replace(/^\uFEFF+/, ""));
const someText = fc.option(wholeText, { nil: undefined });
const someNumber = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: undefined });
const anyRow = fc.record({
  ...{ ticker: wholeText, signal: someText, reasoning: someText, error: someText, subject: someText },
  ...{ score: someNumber, confidence: someNumber, drawdownProbability: someNumber },
  rank: fc.option(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { nil: undefined }),
  ...{ drivers: fc.array(wholeText, { maxLength: 4 }), risks: fc.array(wholeText, { maxLength: 4 }) },
  ...{ warnings: fc.array(wholeText, { maxLength: 2 }), cells: fc.array(wholeText, { minLength: 2, maxLength: 2 }) },
});

Deno.test("theses.parquet returns the values of any row; without a signal the columns of a thesis are null", async () => {
  const manifest = sampleManifest({ header: ["ticker", "note"] });
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { maxLength: 8 }), async (said) => {
      const rows = said.map((one, at) => thesisRow(at + 1, one));
      const back = await readBack(await bytesOf(rows, { manifest }));
      const expected = rows.map((row) => {
        const ofThesis = <Value>(value: Value) => row.signal === undefined ? null : value ?? null;
        return {
          ...{ row: row.row, ticker: row.ticker === "" ? null : row.ticker, error: row.error ?? null },
          ...{ signal: ofThesis(row.signal), reasoning: ofThesis(row.reasoning), subject: ofThesis(row.subject) },
          ...{ score: ofThesis(row.score), confidence: ofThesis(row.confidence), rank: ofThesis(row.rank) },
          ...{
            drawdown_probability: ofThesis(row.drawdownProbability),
            in_ticker: row.cells[0],
            in_note: row.cells[1],
          },
          ...{ key_drivers: ofThesis(row.drivers), risks: ofThesis(row.risks), warnings: ofThesis(row.warnings) },
        };
      });
      const names = Object.keys(expected[0] ?? {});
      deepEqual(back.map((row) => Object.fromEntries(names.map((name) => [name, row[name]]))), expected);
    }),
    RUNS,
  );
});

Deno.test("a lone surrogate becomes a replacement character in theses.parquet", async () => {
  const row = await only(thesisRow(1, { reasoning: "a\ud83db", drivers: ["\udc00"], cells: ["\ud800"] }));
  deepEqual([row["reasoning"], row["key_drivers"], row["in_ticker"]], ["a\ufffdb", ["\ufffd"], "\ufffd"]);
});
