import { deepEqual, equal, match } from "../assert.ts";
import type { Comparison } from "../../src/compare/comparison.ts";
import { openRow, sampleManifest, thesisRow } from "../run/sample_thesis_rows.ts";
import { comparisonOf, made, valuesIn } from "./workbook_made.ts";
import { columnOf } from "./workbook_reader.ts";

const FULL = thesisRow(1, {
  ...{ ticker: "AAPL", cells: ["AAPL", "Apple Inc."], signal: "bullish", confidence: 0.53, score: -0.07, rank: 4 },
  ...{
    drawdownProbability: 0.31,
    asOf: "2017-12-29",
    claimsTotal: 9,
    claimsVerified: 8,
    tensions: 1,
    reasoning: "It rose.\nMuch.",
  },
  ...{ drivers: ["Calm", "Cheap"], risks: ["May fall", "May stall"], warnings: ["no drivers", "late"] },
  files: [
    { path: "files/1_AAPL/a.csv", bytes: 1, sha256: "", mediaType: "" },
    { path: "files/1_AAPL/a b.png", bytes: 1, sha256: "", mediaType: "" },
  ],
});

Deno.test("the workbook begins with the user's columns under their own names, then those of the thesis", async () => {
  const manifest = sampleManifest({ header: ["Ticker", "Firma"] });
  const { sheet } = await made({ manifest, rows: [FULL] });
  deepEqual(valuesIn(sheet("Theses")[0]), [
    ...["Ticker", "Firma", "Signal", "Rank", "Chance of a 15 % fall", "Score", "Confidence", "Top driver", "Top risk"],
    ...["Reasoning", "Warnings", "Status", "Figures verified", "As of", "Row", "File", "File 2"],
  ]);
  deepEqual(valuesIn(sheet("Theses")[1]), [
    ...["AAPL", "Apple Inc.", "bullish", "4", "0.31", "-0.07", "0.53", "Calm", "May fall", "It rose.\nMuch."],
    ...["no drivers\nlate", "done", "8 of 9, 1 tension", "2017-12-29", "1", "a b.png", "a.csv"],
  ]);
});

Deno.test("rows of the workbook are in the order of the list, whatever their rank", async () => {
  const rows = [3, 1, 2].map((rank, at) => thesisRow(at + 1, { rank }));
  const { sheet } = await made({ rows });
  deepEqual(columnOf(sheet("Theses"), "Rank"), ["3", "1", "2"]);
});

Deno.test("a missing value is an empty cell of the workbook", async () => {
  const { sheet } = await made({ rows: [openRow(1)] });
  deepEqual(valuesIn(sheet("Theses")[1]), ["T1", "failed", "1"]);
});

Deno.test("the workbook is filtered and frozen at its header, its rows have one height, its chances are percentages", async () => {
  const { parts } = await made({
    rows: [FULL, openRow(2)],
    manifest: sampleManifest({ header: ["ticker", "company"] }),
  });
  const xml = parts.get("xl/worksheets/sheet1.xml") ?? "";
  match(xml, /<\/sheetData><autoFilter ref="A1:Q3"\/><hyperlinks>/);
  match(xml, /<pane ySplit="1" xSplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"\/>/);
  deepEqual([...xml.matchAll(/<row r="\d+" ht="(\d+)" customHeight="1"/g)].map(([, height]) => height), [
    "34",
    "92",
    "92",
  ]);
  const formats = parts.get("xl/styles.xml") ?? "";
  const [, id] = /numFmtId="(\d+)" formatCode="0 %"/.exec(formats) ?? [];
  const styles = [...(/<cellXfs[\s\S]*/.exec(formats)?.[0] ?? "").matchAll(/<xf [^>]*>/g)].map(([style]) => style);
  const [, style = ""] = /<c r="E2" s="(\d+)"/.exec(xml) ?? [];
  match(styles[Number(style)] ?? "", new RegExp(`numFmtId="${id}"`));
});

Deno.test("the workbook links a row's files, the picture first, by escaped relative paths", async () => {
  const { parts } = await made({ rows: [FULL], filesFrom: "../run" });
  const targets = [...(parts.get("xl/worksheets/_rels/sheet1.xml.rels") ?? "").matchAll(/ Target="([^"]*)"/g)];
  deepEqual(targets.map(([, target]) => target), ["../run/files/1_AAPL/a%20b.png", "../run/files/1_AAPL/a.csv"]);
  match(parts.get("xl/worksheets/sheet1.xml") ?? "", /<hyperlink ref="O2" r:id="rId-link-1"\/>/);
});

const FLIP: Comparison["changes"][number] = {
  ...{ ticker: "AAPL", company: "Apple Inc.", kinds: ["flipped", "risks"] },
  before: { row: 9, status: "done", signal: "neutral", rank: 7, score: 0.01, drawdownProbability: 0.1 },
  after: { row: 1, status: "done", signal: "bullish", rank: 4, score: 0.2, drawdownProbability: 0.3 },
  ...{ newDrivers: [], vanishedDrivers: [], newRisks: ["Debt", "War"], vanishedRisks: ["Calm"] },
  claims: [{ metric: "volatility", before: "17 %", after: "31 %" }, { metric: "debt_ratio", after: "2.0" }],
};

Deno.test("texts of the workbook stay texts when edited, because their cells have the text format", async () => {
  const { parts } = await made({ rows: [FULL, openRow(2)], comparison: comparisonOf([FLIP]), whatChanged: () => "=1" });
  const styles = parts.get("xl/styles.xml") ?? "";
  const [, id = ""] = /numFmtId="(\d+)" formatCode="@"/.exec(styles) ?? [];
  const formats = [...(/<cellXfs[\s\S]*<\/cellXfs>/.exec(styles)?.[0] ?? "").matchAll(/<xf ([^>]*)>/g)];
  for (const at of [1, 2, 3, 4]) {
    const texts = [...(parts.get(`xl/worksheets/sheet${at}.xml`) ?? "").matchAll(/ s="(\d+)" t="s"/g)];
    const used = texts.map(([, style]) => formats[Number(style)]?.[1]);
    deepEqual([used.length > 0, used.filter((format) => format?.includes(`numFmtId="${id}" `) !== true)], [true, []]);
  }
});

Deno.test("the workbook defines names for its filters and print titles, and a normal style", async () => {
  const { parts } = await made({ rows: [FULL, openRow(2)], comparison: comparisonOf([FLIP]) });
  const names = [
    ...(parts.get("xl/workbook.xml") ?? "").matchAll(/<definedName name="(\S+)" localSheetId="(\d)"[^>]*>([^<]*)/g),
  ];
  deepEqual(names.map(([, name, sheet, range]) => `${name} ${sheet} ${range}`), [
    "_xlnm._FilterDatabase 0 Theses!$A$1:$P$3",
    "_xlnm.Print_Titles 0 Theses!$1:$1",
    "_xlnm._FilterDatabase 1 Changes!$A$4:$P$5",
    "_xlnm.Print_Titles 1 Changes!$4:$4",
    "_xlnm._FilterDatabase 2 Failures!$A$1:$F$2",
    "_xlnm.Print_Titles 2 Failures!$1:$1",
  ]);
  match(parts.get("xl/styles.xml") ?? "", /<cellStyleXfs .*<cellXfs .*<cellStyle name="Normal" xfId="0" builtinId="0"/);
});

Deno.test("the workbook shows changes beside the thesis and on a separate sheet", async () => {
  const { sheet } = await made({
    rows: [FULL, thesisRow(2)],
    comparison: comparisonOf([FLIP]),
    whatChanged: () => "up",
  });
  deepEqual(columnOf(sheet("Theses"), "What changed"), ["up", undefined]);
  const changes = sheet("Changes");
  deepEqual(valuesIn(changes[0]), [
    "Since the run of 2024-02-29 22:00 UTC, data to 2017-11-30; this one of 2024-03-01 22:00 UTC, data to 2017-12-29",
  ]);
  deepEqual(valuesIn(changes[1]), ["4 names have a thesis in both runs; 3 of them are unchanged"]);
  deepEqual(valuesIn(changes[4]), [
    ...[
      "AAPL",
      "Apple Inc.",
      "signal changed\nchanged risks",
      "up",
      "neutral",
      "bullish",
      "7",
      "4",
      "0.01",
      "0.2",
      "0.1",
    ],
    ...["0.3", "Debt\nWar", "Calm", "volatility: 17 % → 31 %\ndebt ratio: none → 2.0"],
  ]);
});

Deno.test("the sheet of changes begins with differing settings of the runs", async () => {
  const differences = [{ setting: "as_of", before: "2016-06-30", after: "2017-12-29" }] as const;
  const { sheet, parts } = await made({ rows: [FULL], comparison: comparisonOf([FLIP], differences) });
  deepEqual(valuesIn(sheet("Changes")[1]), [
    "As of differs: 2016-06-30 then, 2017-12-29 now; this may explain every change",
  ]);
  match(parts.get("xl/worksheets/sheet2.xml") ?? "", /<autoFilter ref="A5:P6"\/>/);
});

Deno.test("without an earlier run the workbook has no sheet and no column of changes", async () => {
  const { sheets, sheet } = await made({ rows: [FULL], whatChanged: () => "up" });
  deepEqual([...sheets.keys()], ["Theses", "Failures", "Method"]);
  equal(valuesIn(sheet("Theses")[0])?.includes("What changed"), false);
});

Deno.test("the sheet of failures shows the rows that are not done, with the list's columns and the reasons", async () => {
  const rows = [
    thesisRow(1),
    openRow(2, { errorCode: "timeout", error: "Cannot ask: no answer" }),
    openRow(3, { status: "in_doubt", attempts: 0 }),
  ];
  const { sheet } = await made({ rows });
  deepEqual(sheet("Failures").map(valuesIn), [
    ["ticker", "Row", "Status", "Code", "Why", "Attempts"],
    ["T2", "2", "failed", "timeout", "Cannot ask: no answer", "1"],
    ["T3", "3", "in doubt", "http_500", "Cannot ask: service answered 500", "0"],
  ]);
});

Deno.test("the sheet of failures says when there are none", async () => {
  deepEqual((await made({ rows: [thesisRow(1)] })).sheet("Failures").map(valuesIn), [["Every row is done."]]);
});

Deno.test("the sheet of methods shows the service, the time, and how to read the workbook", async () => {
  const rows = [thesisRow(1, { asOf: "2017-12-29", engine: "conviction-analyst/0.1", calibration: "uncalibrated" })];
  const lines = (await made({ rows, method: ["Hit rate unknown."] })).sheet("Method").map((row) =>
    valuesIn(row)?.join(" ")
  );
  for (
    const line of [
      "Rows 2: 1 done, 1 failed",
      "Service embedded",
      "Model conviction-smart",
      "As of 2017-12-29",
      "Engine conviction-analyst/0.1",
      "Calibration uncalibrated",
      "Finished 2024-03-01 22:00 UTC",
      "Hit rate unknown.",
      "This is not investment advice.",
    ]
  ) equal(lines.includes(line), true, line);
  match(lines.join("\n"), /never by confidence/);
});

Deno.test("a run too long for a workbook is cut, and the sheet of methods begins by saying so", async () => {
  const rows = [1, 2, 3].map((row) => thesisRow(row));
  const { sheet } = await made({ rows }, 2);
  equal(sheet("Theses").length, 3);
  match(valuesIn(sheet("Method")[0])?.join() ?? "", /^1 more rows are in theses\.csv/);
});

Deno.test("the workbook of a run without rows has all sheets", async () => {
  deepEqual([...(await made({ rows: [] })).sheets.keys()], ["Theses", "Failures", "Method"]);
});
