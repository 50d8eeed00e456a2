// deno-lint-ignore-file no-console -- a benchmark prints
/**
 * The page of a run of 3,000 names: its bytes per name, the time to make it beside JSON.stringify() of the same
 * rows, and the time to open it if there is a browser.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { VerificationClaim } from "../../src/protocol/verification.ts";
import type { Sparkline } from "../../src/run/sparkline.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import type { ReportInput } from "../../src/view/page/survey.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { Chromium, findChromium } from "../browser/chromium.ts";
import { comparisonOf, flipped, manifestOf, thesisRow } from "../view/report_rows.ts";

export const NAMES = 3_000;
const ROUNDS = 5;
const SECTORS = 11;
const CLOSES = 80;
const CLAIMS = 25;
const WORDS = "volatility of the last quarter lies in the upper part of its own month-ends, higher ones paid less & ";
const OPENED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const [{ domContentLoadedEventEnd, loadEventEnd }] = performance.getEntriesByType("navigation");
  done([domContentLoadedEventEnd, Math.max(loadEventEnd, performance.now())]);
})))`;

/** Like the answers of the embedded analyst: 1.2 kB of reasoning, four drivers, three risks, 25 claims, four files. */
export function rowOf(at: number): ThesisRow {
  const ticker = `T${at}`;
  const lines = (count: number, chars: number) =>
    Array.from(
      { length: count },
      (_, nth) => `${ticker}'s figure ${nth} is ${at % 97}.${nth}%, ${WORDS}`.padEnd(chars, WORDS),
    );
  const claims = Array.from({ length: CLAIMS }, (_, nth): VerificationClaim => ({
    ...{ id: `${ticker}.metric_${nth}`, metric: `metric_${nth}`, value: at / (nth + 3), shown: `${at}.${nth}%` },
    ...{ unit: "fraction", as_of: "2018-02-07", source: "prices.csv.gz" },
  }));
  return thesisRow(at + 1, {
    ...{ ticker, company: `Company No ${at} Incorporated`, cells: [ticker, `Sector ${at % SECTORS}`], claims },
    ...{
      reasoning: lines(1, 1200)[0],
      drivers: lines(4, 150),
      risks: lines(3, 150),
      claimsTotal: 34,
      claimsVerified: 34,
    },
    ...{
      score: Math.sin(at) / 2,
      rank: at + 1,
      drawdownProbability: Math.abs(Math.cos(at * 7)) ** 2,
      confidence: 0.5037,
    },
    ...{
      evidence: { for: 4, against: 3, abstained: 5 },
      engine: "conviction-analyst/0.1",
      calibration: "uncalibrated",
    },
    files: ["png", "svg", "csv"].map((end) => ({
      ...{ path: `files/${at + 1}_${ticker}/${ticker}_price_drawdown.${end}`, bytes: 1, sha256: "", mediaType: "" },
    })),
  });
}

function seriesOf({ row }: ThesisRow): Sparkline {
  const at = Array.from({ length: CLOSES }, (_, day) => day);
  const closes = at.map((day) => 100 + row % 50 + 20 * Math.sin(day / 9 + row) + 5 * Math.sin(day * row));
  return { dates: at.map((day) => `2017-${String(1 + day % 12).padStart(2, "0")}-01`), closes };
}

/** Prints the three figures. */
export async function benchReport(print: (line: string) => void): Promise<void> {
  const rows = Array.from({ length: NAMES }, (_, at) => rowOf(at));
  const changes = rows.filter(({ row }) => row % 5 === 0).map(({ ticker, row }) => flipped(ticker, row));
  const series = rows.map(seriesOf);
  const input: ReportInput = {
    ...{ manifest: manifestOf({ header: ["ticker", "sector"] }), rows, folder: "runs/list", group: "sector" },
    comparison: comparisonOf(changes),
    seriesOf: ({ row }) => series[row - 1],
  };
  let page = "";
  const made = fastest(() => page = reportPage(input));
  const stringified = fastest(() => JSON.stringify(rows));
  const bytes = new TextEncoder().encode(page).length;
  const words = `${(bytes / 1e6).toFixed(1)} MB, ${Math.round(bytes / NAMES)} bytes a name`;
  print(
    `Report of ${NAMES} names: ${words}; made in ${
      (made / stringified).toFixed(1)
    } times JSON.stringify() of its rows` +
      ` (${Math.round(made)} ms)`,
  );
  print(await openTime(page));
}

function fastest(work: () => void): number {
  return Math.min(...Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }));
}

async function openTime(page: string): Promise<string> {
  const name = findChromium();
  if (name === undefined) return "  opened in a browser: NOT RUN, no chromium found";
  const folder = await Deno.makeTempDir();
  try {
    const path = join(folder, "report.html");
    await Deno.writeTextFile(path, page);
    await using browser = await Chromium.start(name);
    const all: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await browser.visit(String(pathToFileURL(path)));
      all.push(await browser.evaluate(OPENED) as number[]);
    }
    const [parsed, drawn] = [0, 1].map((at) =>
      Math.round(all.map((times) => times[at] ?? NaN).toSorted((a, b) => a - b)[ROUNDS >> 1] ?? NaN)
    );
    return `  opened in Chromium: ${parsed} ms to DOMContentLoaded, ${drawn} ms until it is drawn (median of ${ROUNDS})`;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) await benchReport((line) => console.log(line));
