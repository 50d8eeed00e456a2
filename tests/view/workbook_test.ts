import { Buffer } from "node:buffer";
import { deepEqual, equal, match, ok } from "../assert.ts";
import type { Comparison } from "../../src/compare/comparison.ts";
import { openRow, sampleManifest, thesisRow } from "../run/sample_thesis_rows.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { workbookPieces } from "../../src/view/workbook/workbook.ts";
import { zipPieces } from "../../src/view/workbook/workbook_xml.ts";
import { comparisonOf, made, valuesIn } from "./workbook_made.ts";
import { sectionText } from "./report_tags.ts";
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
    ...[
      "Ticker",
      "Firma",
      "Drawdown risk",
      "Main driver of the risk",
      "Reason",
      "Score",
      "Rank",
      "Signal",
      "Main risk",
      "Main reason",
    ],
    ...["Reasoning", "Confidence", "Warnings", "Status", "Claims verified", "As of", "Row", "File", "File 2"],
  ]);
  deepEqual(valuesIn(sheet("Theses")[1]), [
    ...[
      "AAPL",
      "Apple Inc.",
      "0.31",
      "May fall",
      "Calm",
      "-0.07",
      "4",
      "bullish",
      "May fall",
      "Calm",
      "It rose.\nMuch.",
      "0.53",
    ],
    ...["no drivers; late", "done", "8 of 9, 1 conflicting signal", "2017-12-29", "1", "a b.png", "a.csv"],
  ]);
});

Deno.test("rows of the workbook are by rank, those without one last, and their number in the list is a column", async () => {
  const rows = [3, undefined, 1, 2, 2, undefined].map((rank, at) => thesisRow(at + 1, { rank }));
  const { sheet } = await made({ rows });
  deepEqual(columnOf(sheet("Theses"), "Rank"), ["1", "2", "2", "3", undefined, undefined]);
  deepEqual(columnOf(sheet("Theses"), "Row"), ["3", "4", "5", "1", "2", "6"]);
});

Deno.test("question, reasoning, drivers and risks are whole on a sheet with rows as tall as their texts", async () => {
  const long = thesisRow(2, { rank: 1, reasoning: "It rose. ".repeat(100), question: "Is it dear?" });
  const { sheet, parts } = await made({ rows: [{ ...FULL, rank: 2 }, long, openRow(3)] });
  deepEqual(sheet("Reasoning").map(valuesIn).slice(0, 1), [
    ["Rank", "Ticker", "Reasoning", "Question", "Drivers", "Risks"],
  ]);
  deepEqual(columnOf(sheet("Reasoning"), "Ticker"), ["AAPL", "T2"]);
  deepEqual(columnOf(sheet("Reasoning"), "Question"), [undefined, "Is it dear?"]);
  deepEqual(columnOf(sheet("Reasoning"), "Drivers")[0], "Calm\nCheap");
  const heights = [...(parts.get("xl/worksheets/sheet2.xml") ?? "").matchAll(/<row r="\d+" ht="(\d+)"/g)];
  deepEqual(heights.map(([, height]) => Number(height)), [34, 2 * 16, 9 * 16]);
});

Deno.test("each sheet prints on the width of A4 across, with the number of the page and what its data is", async () => {
  const manifest = sampleManifest({ header: ["ticker", "company", "sector"] });
  const sample: typeof manifest = { ...manifest, service: { ...manifest.service, isSample: true } };
  for (const [run, notice] of [[manifest, ""], [sample, "Sample history, not today&apos;s market."]] as const) {
    const { parts } = await made({ manifest: run, rows: [FULL, openRow(2)], comparison: comparisonOf([FLIP]) });
    const sheets = [...parts].filter(([path]) => path.startsWith("xl/worksheets/sheet"));
    equal(sheets.length, run === sample ? 6 : 5);
    for (const [, xml] of sheets) {
      match(xml, /<pageSetup paperSize="9" fitToWidth="1" fitToHeight="0" orientation="landscape"\/><headerFooter>/);
      equal(/&amp;C(.*?)&amp;R&amp;P of &amp;N/.exec(xml)?.[1]?.replace("'", "&apos;"), notice);
    }
  }
});

Deno.test("files that differ in their ending only share a cell of the workbook, which links the picture", async () => {
  const files = ["b.csv", "a.svg", "a.csv", "a.png"].map((name) => ({
    path: `files/1_T1/${name}`,
    bytes: 1,
    sha256: "",
    mediaType: "",
  }));
  const { sheet, parts } = await made({ rows: [thesisRow(1, { files })] });
  deepEqual([columnOf(sheet("Theses"), "File"), columnOf(sheet("Theses"), "File 2")], [["a.png, .csv, .svg"], [
    "b.csv",
  ]]);
  const targets = [...(parts.get("xl/worksheets/_rels/sheet1.xml.rels") ?? "").matchAll(/ Target="([^"]*)"/g)];
  deepEqual(targets.map(([, target]) => target), ["files/1_T1/a.png", "files/1_T1/b.csv"]);
});

Deno.test("a file in which a browser may run a script is named in the workbook, and not linked", async () => {
  const files = ["a.svg", "b.svg", "b.csv", "c.HTML", "d.xhtml", "e"].map((name) => ({
    path: `files/1_T1/${name}`,
    bytes: 1,
    sha256: "",
    mediaType: "",
  }));
  const { sheet, parts } = await made({ rows: [thesisRow(1, { files })] });
  const named = ["File", "File 2", "File 3", "File 4"].map((column) => columnOf(sheet("Theses"), column)[0]);
  deepEqual(named, ["b.csv, .svg", "a.svg", "c.HTML", "d.xhtml"]);
  const targets = [...(parts.get("xl/worksheets/_rels/sheet1.xml.rels") ?? "").matchAll(/ Target="([^"]*)"/g)];
  deepEqual(targets.map(([, target]) => target), ["files/1_T1/b.csv"]);
});

/** What is printed of the list `header`, whose rows are AAPL and Apple Inc. in these columns. */
const PRINTED = [
  { header: ["ticker", "company"], cells: ["AAPL", "Apple Inc."], is: "$A:$B,$1:$1 $C$1:$I$2" },
  { header: ["company", "ticker"], cells: ["Apple Inc.", "AAPL"], is: "$A:$B,$1:$1 $C$1:$I$2" },
  { header: ["id", "x", "ticker"], cells: ["1", "", "AAPL"], is: "$C:$C,$1:$1 $D$1:$J$2" },
  { header: ["company"], cells: ["Apple Inc."], is: "$A:$A,$1:$1 $B$1:$H$2" },
  { header: [], cells: [], is: "$1:$1 $A$1:$G$2" },
] as const;
for (const { header, cells, is } of PRINTED) {
  Deno.test(`of a list with the columns [${header}] drawdown risk, reason, score, rank, signal and main risk are printed`, async () => {
    const { parts } = await made({
      manifest: sampleManifest({ header }),
      rows: [{ ...FULL, company: "Apple Inc.", cells }],
    });
    const named = (name: string) =>
      new RegExp(`_xlnm.${name}" localSheetId="0">([^<]*)`).exec(parts.get("xl/workbook.xml") ?? "")?.[1];
    equal(`${named("Print_Titles")} ${named("Print_Area")}`.replaceAll("Theses!", ""), is);
  });
}

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
  match(xml, /<\/sheetData><autoFilter ref="A1:S3"\/><hyperlinks>/);
  match(xml, /<pane ySplit="1" xSplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"\/>/);
  deepEqual([...xml.matchAll(/<row r="\d+" ht="(\d+)" customHeight="1"/g)].map(([, height]) => height), [
    "34",
    "62",
    "62",
  ]);
  const formats = parts.get("xl/styles.xml") ?? "";
  const [, id] = /numFmtId="(\d+)" formatCode="0%"/.exec(formats) ?? [];
  const styles = [...(/<cellXfs[\s\S]*/.exec(formats)?.[0] ?? "").matchAll(/<xf [^>]*>/g)].map(([style]) => style);
  const [, style = ""] = /<c r="C2" s="(\d+)"/.exec(xml) ?? [];
  match(styles[Number(style)] ?? "", new RegExp(`numFmtId="${id}"`));
});

Deno.test("the workbook links a row's files, the picture first, by escaped relative paths", async () => {
  const { parts } = await made({ rows: [FULL], filesFrom: "../run" });
  const targets = [...(parts.get("xl/worksheets/_rels/sheet1.xml.rels") ?? "").matchAll(/ Target="([^"]*)"/g)];
  deepEqual(targets.map(([, target]) => target), ["../run/files/1_AAPL/a%20b.png", "../run/files/1_AAPL/a.csv"]);
  match(parts.get("xl/worksheets/sheet1.xml") ?? "", /<hyperlink ref="Q2" r:id="rId-link-1"\/>/);
});

const FLIP: Comparison["changes"][number] = {
  ...{ ticker: "AAPL", company: "Apple Inc.", kinds: ["flipped", "risks"] },
  before: { row: 9, status: "done", signal: "neutral", rank: 7, score: 0.01, drawdownProbability: 0.1 },
  after: { row: 1, status: "done", signal: "bullish", rank: 4, score: 0.2, drawdownProbability: 0.3 },
  ...{ newDrivers: [], vanishedDrivers: [], newRisks: ["Debt", "War"], vanishedRisks: ["Calm"] },
  claims: [{ metric: "volatility", before: "17%", after: "31%" }, { metric: "debt_ratio", after: "2.0" }],
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
    "_xlnm._FilterDatabase 0 Theses!$A$1:$R$3",
    "_xlnm.Print_Area 0 Theses!$B$1:$H$3",
    "_xlnm.Print_Titles 0 Theses!$A:$A,Theses!$1:$1",
    "_xlnm._FilterDatabase 1 Reasoning!$A$1:$F$2",
    "_xlnm.Print_Area 1 Reasoning!$A$1:$C$2",
    "_xlnm.Print_Titles 1 Reasoning!$1:$1",
    "_xlnm._FilterDatabase 2 Changes!$A$4:$Q$5",
    "_xlnm.Print_Area 2 Changes!$A$1:$L$5",
    "_xlnm.Print_Titles 2 Changes!$4:$4",
    "_xlnm._FilterDatabase 3 Failures!$A$1:$F$2",
    "_xlnm.Print_Area 3 Failures!$B$1:$F$2",
    "_xlnm.Print_Titles 3 Failures!$A:$A,Failures!$1:$1",
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
    "Since the run of 2024-02-29 22:00 UTC (as of 30 Nov 2017); this one of 2024-03-01 22:00 UTC (as of 29 Dec 2017).",
  ]);
  deepEqual(valuesIn(changes[1]), ["1 view changed, 3 unchanged, of 4 names with a thesis in both runs."]);
  deepEqual(valuesIn(changes[4]), [
    ...[
      "AAPL",
      "Apple Inc.",
      "view changed\nnew risks",
      "up",
      "neutral",
      "bullish",
      "7",
      "4",
      "0.01",
      "0.2",
      "0.1",
    ],
    ...["0.3", "Debt\nWar", "Calm", "volatility: 17% → 31%\ndebt ratio: none → 2.0"],
  ]);
});

Deno.test("the sheet of changes begins with differing settings of the runs", async () => {
  const differences = [{ setting: "as_of", before: "2016-06-30", after: "2017-12-29" }] as const;
  const { sheet, parts } = await made({ rows: [FULL], comparison: comparisonOf([FLIP], differences) });
  deepEqual([0, 1].map((at) => valuesIn(sheet("Changes")[at])?.[0]), [
    "These runs used different settings, which may explain the changes below.",
    "day of the data: 30 Jun 2016 → 29 Dec 2017",
  ]);
  match(parts.get("xl/worksheets/sheet3.xml") ?? "", /<autoFilter ref="A6:Q7"\/>/);
});

Deno.test("without an earlier run the workbook has no sheet and no column of changes", async () => {
  const { sheets, sheet } = await made({ rows: [FULL], whatChanged: () => "up" });
  deepEqual([...sheets.keys()], ["Theses", "Reasoning", "Method"]);
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

Deno.test("a workbook without failures has no sheet of failures", async () => {
  equal((await made({ rows: [thesisRow(1)] })).sheets.has("Failures"), false);
});

Deno.test("the sheet of methods shows the service, the time, and how to read the workbook", async () => {
  const rows = [thesisRow(1, { asOf: "2017-12-29", engine: "conviction-analyst/0.1", calibration: "uncalibrated" })];
  const lines = (await made({ rows })).sheet("Method").map((row) => valuesIn(row)?.join(" "));
  for (
    const line of [
      "Rows 2: 1 done, 1 failed",
      "Service embedded, conviction-smart",
      "As of 2017-12-29",
      "Engine conviction-analyst/0.1",
      "Calibration uncalibrated",
      "Finished 2024-03-01 22:00 UTC",
      "This is not investment advice.",
    ]
  ) equal(lines.includes(line), true, line);
  match(lines.join("\n"), /never by confidence/);
});

Deno.test("the page and the workbook say the same of a run, and of how to read it", async () => {
  const rows = [thesisRow(1, { asOf: "2017-12-29", engine: "conviction-analyst/0.1" }), openRow(2)];
  const manifest = sampleManifest();
  const { sheet } = await made({ manifest, rows });
  const lines = sheet("Method").map((row) => valuesIn(row)?.join(" ").trim() ?? "");
  const said = lines.slice(0, lines.indexOf("Columns")).filter((line) => line !== "").join(" ");
  equal(sectionText(reportPage({ manifest, rows, folder: "runs/list" }), "method"), `Method and calibration ${said}`);
});

Deno.test("a run too long for a workbook is cut, and the sheet of methods begins by saying so", async () => {
  const rows = [1, 2, 3].map((row) => thesisRow(row));
  const { sheet } = await made({ rows }, 2);
  equal(sheet("Theses").length, 3);
  match(valuesIn(sheet("Method")[0])?.join() ?? "", /^1 more rows are in theses\.csv/);
});

Deno.test("the workbook of a run without rows has its sheets", async () => {
  deepEqual([...(await made({ rows: [] })).sheets.keys()], ["Theses", "Reasoning", "Method"]);
});

Deno.test("equal runs give equal bytes, so that a file that changed is another run", () => {
  const bytes = () => Buffer.concat([...workbookPieces({ manifest: sampleManifest(), rows: [FULL, thesisRow(2)] })]);
  deepEqual(bytes(), bytes());
});

Deno.test("texts of megabytes are whole, and a text that occurs twice is in the workbook once", async () => {
  const long = (row: number) => `${row} `.repeat(10_000);
  const rows = Array.from({ length: 60 }, (_, at) => thesisRow(at + 1, { reasoning: long(at + 1), risks: ["Same"] }));
  const { parts, sheet } = await made({ rows });
  deepEqual(columnOf(sheet("Reasoning"), "Reasoning"), rows.map(({ reasoning }) => reasoning));
  deepEqual(columnOf(sheet("Theses"), "Reasoning"), rows.map(({ reasoning }) => reasoning));
  equal(parts.get("xl/sharedStrings.xml")?.split("<t>Same</t>").length, 2);
});

Deno.test("short pieces of an archive are compressed together, and long ones are not kept until its end", () => {
  const piecesOf = (text: Iterable<string>) => [...zipPieces([{ path: "a", text }])].length;
  const short = piecesOf(Array.from({ length: 1_000 }, () => "short"));
  equal(short, piecesOf(["short".repeat(1_000)]));
  ok(piecesOf(Array.from({ length: 8 }, () => "x".repeat(600_000))) >= short + 7);
});

Deno.test("a part of an archive is made after the parts before it are written, so that one is in memory at a time", () => {
  const made: string[] = [];
  function* textOf(path: string) {
    made.push(path);
    yield path;
  }
  const parts = ["a", "b", "c"].map((path) => ({ path, text: textOf(path) }));
  const [first] = zipPieces(parts);
  deepEqual([first instanceof Uint8Array, made], [true, ["a"]]);
});
