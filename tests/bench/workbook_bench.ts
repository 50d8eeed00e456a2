/** `theses.xlsx` and `theses.parquet` of 3,000 names, beside the time of JSON for the same rows. */
import { thesesParquet } from "../run/theses_parquet.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { workbookPieces } from "../../src/view/workbook/workbook.ts";
import { mebibytes } from "../scorecard/memory.ts";
import { sampleManifest, thesisRow } from "../run/sample_thesis_rows.ts";

const ROWS = 3_000;
const ROUNDS = 5;
const HEADER = ["ticker", "company", "sector", "weight_pct"];

/** Texts that differ, as in a run: a reasoning of 1.2 kB, four drivers and three risks. */
function rowOf(at: number): ThesisRow {
  const ticker = `T${at}`;
  const sentence = (about: string, count: number) =>
    Array.from(
      { length: count },
      (_, n) => `${ticker}'s ${about} is ${((at * 7 + n * 13) % 1000) / 10}% a year (${n}). `,
    )
      .join("");
  return thesisRow(at, {
    ...{ ticker, cells: [ticker, `Company No ${at}`, "Information Technology", String((at % 70) / 10)] },
    ...{ reasoning: sentence("volatility over its months", 26).slice(0, 1200), rank: at, score: Math.sin(at) },
    ...{
      drawdownProbability: (at % 50) / 100,
      confidence: 0.5,
      asOf: "2017-12-29",
      claimsTotal: 36,
      claimsVerified: 36,
    },
    drivers: ["momentum", "beta", "price impact", "liquidity"].map((about) => sentence(about, 3)),
    risks: ["worst fall", "distance from its mean", "value at risk"].map((about) => sentence(about, 3)),
    files: ["png", "svg", "csv"].map((kind) => ({ ...FILE, path: `files/${at}_${ticker}/${ticker}_price.${kind}` })),
  });
}
const FILE = { bytes: 1, sha256: "", mediaType: "" };

async function fastest(work: () => number | Promise<number>): Promise<{ readonly ms: number; readonly bytes: number }> {
  let best = { ms: Infinity, bytes: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now();
    const bytes = await work();
    const ms = performance.now() - startMs;
    if (ms < best.ms) best = { ms, bytes };
  }
  return best;
}

/**
 * Prints the time of each file as a multiple of `JSON.stringify`, and its size.
 * @param print Called with each line.
 */
export async function benchWorkbook(print: (line: string) => void): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, at) => rowOf(at + 1));
  const manifest = sampleManifest({ header: HEADER });
  const json = await fastest(() => JSON.stringify(rows).length);
  const workbook = await fastest(() =>
    workbookPieces({ manifest, rows }).reduce((bytes, { length }) => bytes + length, 0)
  );
  const parquet = await fastest(async () => {
    let bytes = 0;
    for await (const piece of thesesParquet(rows, manifest)) bytes += piece.length;
    return bytes;
  });
  print(
    `Files of ${ROWS} rows, as times of JSON.stringify (${mebibytes(json.bytes)} MiB in ${Math.round(json.ms)} ms)`,
  );
  for (const [name, { ms, bytes }] of Object.entries({ "theses.xlsx": workbook, "theses.parquet": parquet })) {
    print(`  ${name}: ${(ms / json.ms).toFixed(0)} times, ${Math.round(ms)} ms, ${mebibytes(bytes)} MiB`);
  }
}

// deno-lint-ignore no-console -- a benchmark prints
if (import.meta.main) await benchWorkbook((line) => console.log(line));
