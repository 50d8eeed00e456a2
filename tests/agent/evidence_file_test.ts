/** The table of an answer's figures: of verified claims alone, with the facts and filings behind each. */
import { deepEqual, equal, ok } from "../assert.ts";
import { parse } from "../../src/text/csv_read.ts";
import type { MadeFile } from "../../src/agent/ports.ts";
import { verify } from "../../src/verify/verify.ts";
import { ask, ports, thesisOf } from "./ask.ts";

/** The tables of an answer about the sample, and the ids of its verified figures. */
async function tablesOf(input: string, asOf?: string, check: typeof verify = verify) {
  const stored: MadeFile[] = [];
  const own = ports({
    verify: (draft, view) => check(draft, view),
    storeFile: (file) => {
      stored.push(file);
      return ports().storeFile(file);
    },
  });
  const steps = await ask({ input, files: true, ...(asOf !== undefined && { asOf }) }, own);
  const claims = thesisOf(steps).metadata?.verification?.claims ?? [];
  const tables = stored.filter(({ filename }) => filename.endsWith("_evidence.csv")).map(({ filename, bytes }) => {
    const [header, ...rows] = [...parse(new TextDecoder().decode(bytes))].map(({ cells }) => cells);
    return { filename, rows: rows.map((row) => Object.fromEntries(row.map((cell, at) => [header?.[at] ?? "", cell]))) };
  });
  return { tables, claims };
}

Deno.test("the table has each verified figure of the answer, and no other", async () => {
  const { tables: [table], claims } = await tablesOf("Analyse AAPL");
  equal(table?.filename, "AAPL_evidence.csv");
  const figures = claims.filter(({ unit }) => unit !== "word").map(({ id }) => id);
  deepEqual(table.rows.map(({ claim }) => claim).toSorted(), figures.toSorted());
  for (const { claim, value } of table.rows) equal(value, `${claims.find(({ id }) => id === claim)?.value}`, claim);
});

Deno.test("a figure of reports has its tags, periods, accession numbers and the session it is known from", async () => {
  const { tables: [table] } = await tablesOf("Analyse AAPL");
  const rowOf = (claim: string) => table?.rows.find((row) => row["claim"] === claim);
  const earned = rowOf("AAPL.eps_quarter");
  deepEqual([earned?.["value"], earned?.["unit"], earned?.["currency"]], ["2.41", "currency", "USD"]);
  deepEqual([earned?.["tags"], earned?.["periods"], earned?.["accessions"]], [
    "us-gaap/EarningsPerShareDiluted",
    "2017-07-02/2017-09-30",
    "0000000009-17-110304",
  ]);
  deepEqual([earned?.["as_of"], earned?.["known"]], ["2017-12-29", "2017-11-06"]);
  deepEqual([rowOf("AAPL.results_day")?.["accessions"], rowOf("AAPL.results_day")?.["known"]], [
    "0000000002-17-000010",
    "2017-11-03",
  ]);
  const close = rowOf("AAPL.close");
  deepEqual([close?.["known"], close?.["accessions"], close?.["source"]], [
    "2017-12-29",
    "",
    "made/days",
  ]);
});

Deno.test("a figure that the verifier drops is in no table, and each company has its own", async () => {
  const { tables: [table] } = await tablesOf("Analyse AAPL", undefined, (draft, view) => {
    const folded = draft.folded?.filter(({ text }) => !text.includes("last reported results")) ?? [];
    return verify({ ...draft, folded }, view);
  });
  ok(table !== undefined && !table.rows.some(({ claim }) => claim === "AAPL.results_day"));
  const { tables } = await tablesOf("Compare AAPL and XRX");
  for (const { filename, rows } of tables) {
    ok(rows.length > 0 && rows.every(({ claim = "" }) => claim.startsWith(`${filename.split("_")[0]}.`)), filename);
  }
});
