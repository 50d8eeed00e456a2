import type { ResearchPort } from "conviction/batch";
import type { ReasoningResult } from "../../src/protocol/reasoning.ts";
import { openRun, screen } from "conviction/batch";
import { changesTable } from "../../src/compare/changes_table.ts";
import { changeWords } from "../../src/compare/change_words.ts";
import { compareRuns } from "../../src/compare/compare_runs.ts";
import { thesesParquet } from "../run/theses_parquet.ts";
import { stringify } from "../../src/text/csv_write.ts";
import { workbookPieces } from "../../src/view/workbook/workbook.ts";
import { callError, FakeResearch } from "../batch/fake_research.ts";
import { testMachine, writeCsv } from "../batch/test_machine.ts";

const HEADER = ["ticker", "company", "id", "note", "weight"];
/** Texts that readers parse as missing, number, day, boolean or formula, and texts that break lines and quotes. */
const LIST: readonly (readonly string[])[] = [
  ["NA", "National Bank of Canada", "0005", "=1+1", "6.5"],
  ["0005", "HSBC Holdings", "00", "+1+1", "2.25"],
  ["TRUE", "TrueCar", "TRUE", "@SUM(A1:A9)", "5"],
  ["NULL", "Null Ltd", "NULL", "-1+1", "-1.5"],
  ["nan", "Not a Number plc", "nan", "N/A", ""],
  ["BRK.B", "Berkshire, Class B", "1E5", "two\nlines", "0.5"],
  ["7203", "トヨタ自動車", "2024-01-01", 'says "hi", twice', "12"],
  ["FAILS", "Fails AG", "9999999999999999", "null", "3"],
  ["", "No ticker", "1", "", "4"],
  ["EMO", "Émoji 😀 GmbH", "007", "😀 \u202eabc é\u0301", "7.125"],
  ["A B", "Space", " 5 ", " spaces around ", "1"],
  ["X", "Names", "'5", "constructor", "2"],
  ["Y", "Escapes", "_x0041_", "\\n \\u0041 &amp; <b> ]]> $& #N/A", "3"],
  ["Z", "Tab and CR", "1,000", "a\tb\r\nc", "4"],
];

/** A model whose answers break careless writers. */
function answerOf(input: string, night: number): ReasoningResult {
  const at = [...input].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0);
  const hostile = ['=HYPERLINK("http://example.org")', "@x | y", "-2+3", 'quoted "text", with\nlines', "plain"];
  return {
    agent_thesis: {
      signal: ["bullish", "neutral", "=1+1", "bearish"][(at + night) % 4] ?? "",
      confidence: 0.5 + (at % 17) / 100,
      reasoning: `${input}\n\n=1+1, "quoted", 😀 \u2028 \x07\x1b[31m half \ud83d ${"long ".repeat(at % 200)}`,
    },
    key_drivers: hostile.slice(at % 3, 3 + at % 3),
    risks: at % 5 === 0 ? [] : [`-${at} it may fall`, "NA"],
    metadata: {
      ...{ subject: "0005", as_of: "2017-12-29", horizon: "63d", benchmark: "^GSPC", currency: "USD" },
      ...{ score: Math.sin(at + night), drawdown_probability: (at % 7) / 21 },
      verification: { confidence: 1 / 3, claims_total: 4, claims_verified: 4 },
      files: at % 2 === 0 ? [{ file_id: "file_1", filename: "a chart & more.png" }] : [],
    },
  };
}

function hostileResearch(night: number): ResearchPort {
  const fake = new FakeResearch();
  return {
    reason: ({ input }) => {
      const question = String(input);
      if (question.includes("FAILS")) throw callError({ status: 422, message: "Cannot ask: =1+1\nno" });
      return Promise.resolve(answerOf(question, night));
    },
    download: (file, folder) => fake.download(file, folder),
  };
}

/** Screens the list on two nights and writes every format of the second. */
export async function makeHostileRun(folder: string): Promise<string> {
  for (const night of [0, 1]) {
    const input = writeCsv(folder, stringify([HEADER]) + LIST.map(quoted).join(""));
    const rows = screen(input, hostileResearch(night), {
      folder: `night-${night}`,
      machine: testMachine({ folder }),
    });
    for await (const _ of rows);
  }
  const earlier = await openRun(`${folder}/night-0`);
  const { manifest, rows } = await openRun(`${folder}/night-1`);
  const run = `${folder}/night-1`;
  const comparison = compareRuns(earlier, { manifest, rows });
  await Deno.writeTextFile(`${run}/changes.csv`, changesTable(comparison));
  await Deno.writeFile(
    `${run}/theses.xlsx`,
    ReadableStream.from(workbookPieces({ manifest, rows, comparison, whatChanged: (change) => changeWords(change) })),
  );
  await Deno.writeFile(`${run}/theses.parquet`, ReadableStream.from(thesesParquet(rows, manifest)));
  return run;
}

/** A line as other programs write it; our own writer would escape hostile texts. */
function quoted(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\n`;
}
