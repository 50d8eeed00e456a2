// deno-lint-ignore-file no-console -- a benchmark prints
/**
 * A run of 3,000 rows as the output of a cell: its bytes, the time to make it beside JSON.stringify() of the same rows,
 * and, if there is a browser, the time until its rows are in sight over the second that it may take.
 */
import { show } from "conviction/notebook";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { openCell } from "../notebook/cell.ts";
import { openFramedTable } from "../notebook/framed_table.ts";
import { Chromium, findChromium } from "../browser/chromium.ts";
import { NAMES, rowOf } from "./report_bench.ts";

const ROUNDS = 5;
const ALLOWED_MS = 1_000;
const MAX_BYTES = 1_000_000;

async function outputOf(rows: readonly ThesisRow[]): Promise<string> {
  const cell = openCell();
  await show(rows, { display: cell.display });
  return cell.html();
}

/** Milliseconds of the fastest round. */
async function fastest(work: () => unknown): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

export async function benchTable(print: (line: string) => void): Promise<void> {
  const rows = Array.from({ length: NAMES }, (_, at) => rowOf(at));
  const html = await outputOf(rows);
  const made = await fastest(() => outputOf(rows));
  const json = await fastest(() => JSON.stringify(rows));
  print(`Table in a cell, ${NAMES} rows: ${(html.length / MAX_BYTES).toFixed(2)} of the 1 MB allowed`);
  print(`  making it: ${(made / json).toFixed(1)} times JSON.stringify() of the same rows`);
  const chromium = findChromium();
  if (chromium === undefined) return print("  no browser: not opened");
  await using browser = await Chromium.start(chromium);
  const start = performance.now();
  await using table = await openFramedTable(browser, html);
  await table.until(`document.querySelectorAll("#rows tr[id]").length > 10`);
  const shownMs = performance.now() - start;
  print(
    `  until its rows are in sight, with opening the page: ${(shownMs / ALLOWED_MS).toFixed(2)} of the second allowed`,
  );
}

if (import.meta.main) await benchTable((line) => console.log(line));
