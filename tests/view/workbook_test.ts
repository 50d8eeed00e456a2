import { deepEqual, equal, match, ok } from "../assert.ts";
import fc from "fast-check";
import type { Comparison } from "../../src/compare/comparison.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { thesesWorkbook, type WorkbookInput } from "../../src/view/workbook.ts";
import { openRow, sampleManifest, thesisRow } from "../run/sample_thesis_rows.ts";
import { columnOf, type ReadCell, readWorkbook } from "./workbook_reader.ts";

const RUNS = 100;

async function made(input: Partial<WorkbookInput> & { readonly rows: readonly ThesisRow[] }, maxRows?: number) {
  const { parts, sheets } = await readWorkbook(
    await thesesWorkbook({ manifest: sampleManifest(), ...input }, { maxRows }),
  );
  return { parts, sheets, sheet: (name: string): readonly (readonly ReadCell[])[] => sheets.get(name) ?? [] };
}

/** The cells of one column of the user's list, as the sheet shows them. */
async function listed(cells: readonly string[], header = "note"): Promise<readonly (readonly ReadCell[])[]> {
  const rows = cells.map((cell, at) => thesisRow(at + 1, { cells: [`T${at + 1}`, cell] }));
  const { sheet } = await made({ manifest: sampleManifest({ header: ["ticker", header] }), rows });
  return sheet("Theses");
}

const valuesIn = (row: readonly ReadCell[] | undefined) => row?.map(({ value }) => value);

const FULL = thesisRow(1, {
  ...{ ticker: "AAPL", cells: ["AAPL", "Apple Inc."], signal: "bullish", confidence: 0.53, score: -0.07, rank: 4 },
  ...{ drawdownProbability: 0.31, asOf: "2017-12-29", claimsTotal: 9, claimsVerified: 8, reasoning: "It rose.\nMuch." },
  ...{ drivers: ["Calm", "Cheap"], risks: ["May fall", "May stall"], warnings: ["no drivers", "late"] },
  files: [
    { path: "files/1_AAPL/a.csv", bytes: 1, sha256: "", mediaType: "" },
    { path: "files/1_AAPL/a b.png", bytes: 1, sha256: "", mediaType: "" },
  ],
});

Deno.test("the workbook begins with the user's columns under their own names, then what the thesis says", async () => {
  const manifest = sampleManifest({ header: ["Ticker", "Firma"] });
  const { sheet } = await made({ manifest, rows: [FULL] });
  deepEqual(valuesIn(sheet("Theses")[0]), [
    ...["Ticker", "Firma", "Signal", "Rank", "Chance of a 15 % fall", "Score", "Confidence", "Top driver", "Top risk"],
    ...["Reasoning", "Warnings", "Status", "Figures verified", "As of", "Row", "File", "File 2"],
  ]);
  deepEqual(valuesIn(sheet("Theses")[1]), [
    ...["AAPL", "Apple Inc.", "bullish", "4", "0.31", "-0.07", "0.53", "Calm", "May fall", "It rose.\nMuch."],
    ...["no drivers\nlate", "done", "8 of 9", "2017-12-29", "1", "a b.png", "a.csv"],
  ]);
});

Deno.test("rows of the workbook stand in the order of the list, whatever their rank", async () => {
  const rows = [3, 1, 2].map((rank, at) => thesisRow(at + 1, { rank }));
  const { sheet } = await made({ rows });
  deepEqual(columnOf(sheet("Theses"), "Rank"), ["3", "1", "2"]);
});

Deno.test("what the service did not give is an empty cell of the workbook", async () => {
  const { sheet } = await made({ rows: [openRow(1)] });
  deepEqual(valuesIn(sheet("Theses")[1]), ["T1", "failed", "1"]);
});

Deno.test("the workbook is filtered and frozen at its header, its rows have one height, its chances are per cent", async () => {
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

const HOSTILE = [
  ...["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1+1", '=HYPERLINK("http://example.org")', "=cmd|' /C calc'!A0", "＝1+1"],
  ...["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"],
  ...["NA", "0005", "1E5", "007", "2024-01-01", "TRUE", "1,000", "+5", " 5", "5 ", "-0", ".5", "5.", "0x10", "1_000"],
  ...[
    "<script>alert(1)</script>",
    "]]>",
    "&amp;",
    '"quoted"',
    "_x0041_",
    "_x005F_x0041_",
    "$&$1$`",
    "javascript:alert(1)",
  ],
  ...["two\nlines", " space around ", "😀 é ü 中文 \u202eabc", "'apostrophe", "{{value}}", "a\u00a0b"],
];
for (const text of HOSTILE) {
  Deno.test(`in the workbook ${JSON.stringify(text)} is a text, wherever it came from`, async () => {
    const row = thesisRow(1, {
      ...{
        ticker: text,
        cells: [text],
        signal: text,
        reasoning: text,
        drivers: [text],
        risks: [text],
        warnings: [text],
      },
      ...{ asOf: text, selected: [text], status: "partial", error: text, errorCode: text, engine: text },
    });
    const side = { row: 1, status: "done", signal: text } as const;
    const { parts, sheet } = await made({
      manifest: sampleManifest({ header: [text], service: { name: text, model: text } }),
      rows: [row],
      select: [{ name: "picked", pointer: "" }],
      comparison: comparisonOf([{
        ...{ ticker: text, company: text, kinds: ["flipped"], before: side, after: side, newDrivers: [text] },
        ...{ vanishedDrivers: [text], newRisks: [text], vanishedRisks: [text] },
        claims: [{ metric: text, before: text, after: text }],
      }], [{ setting: "prompt", before: text, after: text }]),
      whatChanged: () => text,
      method: [text],
    });
    for (const name of ["Theses", "Changes", "Failures"]) {
      const cells = sheet(name).flat().filter(({ value }) => value === text);
      ok(cells.length >= 3, `${name} shows it`);
      deepEqual(cells.filter(({ type }) => type !== "s"), []);
    }
    ok(sheet("Method").flat().some(({ value, type }) => value === text && type === "s"));
    for (const [path, xml] of parts) equal(/<f[ >]/.test(xml), false, path);
    equal(parts.get("xl/worksheets/sheet1.xml")?.includes("hyperlink"), false);
  });
}

const UNWRITABLE = [
  { text: "a\0b", shown: "ab" },
  { text: "bell\x07 escape\x1b[31m", shown: "bell escape[31m" },
  { text: "half \ud83d and \udc00", shown: "half  and " },
  { text: "\ufffe\uffff\ufdd0", shown: undefined },
  { text: "\u{1fffe}x\u{10ffff}y", shown: "xy" },
  { text: "a\r\nb\rc", shown: "a\nb\nc" },
  { text: "x\ud83dconstructor", shown: "xconstructor" },
  { text: "\x01constructor", shown: "constructor" },
  { text: "e".repeat(40_000), shown: "e".repeat(32_766) + "…" },
];
for (const { text, shown } of UNWRITABLE) {
  Deno.test(`the workbook shows ${JSON.stringify(text.slice(0, 30))} without what no workbook can hold`, async () => {
    deepEqual(columnOf(await listed([text]), "note"), [shown]);
  });
}

const NUMBERS = [
  { cells: ["6.5", "2.25", "5", "-1.5"], says: "number" },
  { cells: ["6.50", "12.25", ""], says: "number" },
  { cells: ["123456789012", "5"], says: "number" },
  { cells: ["0", "7"], says: "number" },
  { cells: ["6.50", "5"], says: "text" },
  { cells: ["0005", "7"], says: "text" },
  { cells: ["1E5", "7"], says: "text" },
  { cells: ["NA", "7"], says: "text" },
  { cells: ["-0", "7"], says: "text" },
  { cells: ["7 ", "7"], says: "text" },
  { cells: ["1,000", "7"], says: "text" },
  { cells: ["1234567890123456"], says: "text" },
  { cells: ["12345678901", "0.5"], says: "text" },
  { cells: ["2024-01-01"], says: "text" },
  { cells: ["", ""], says: "text" },
];
for (const { cells, says } of NUMBERS) {
  Deno.test(`a column of the list with ${JSON.stringify(cells)} is ${says} in the workbook`, async () => {
    const rows = await listed(cells);
    const filled = cells.filter((cell) => cell !== "");
    const found = rows.slice(1).flatMap((row) => row.filter(({ place }) => place.startsWith("B")));
    deepEqual(found.map(({ type }) => type), filled.map(() => says === "text" ? "s" : ""));
    deepEqual(found.map(({ value }) => value), filled.map((cell) => says === "text" ? cell : String(Number(cell))));
  });
}

Deno.test("tickers that are numbers are texts in the workbook", async () => {
  const rows = ["700", "5"].map((ticker, at) => thesisRow(at + 1, { ticker, cells: [ticker] }));
  const { sheet } = await made({ rows });
  deepEqual(sheet("Theses").slice(1).map(([cell]) => cell), [
    { place: "A2", type: "s", value: "700" },
    { place: "A3", type: "s", value: "5" },
  ]);
});

Deno.test("the workbook opens a row's files, the picture first, under escaped relative paths", async () => {
  const { parts } = await made({ rows: [FULL], filesFrom: "../run" });
  const targets = [...(parts.get("xl/worksheets/_rels/sheet1.xml.rels") ?? "").matchAll(/ Target="([^"]*)"/g)];
  deepEqual(targets.map(([, target]) => target), ["../run/files/1_AAPL/a%20b.png", "../run/files/1_AAPL/a.csv"]);
  match(parts.get("xl/worksheets/sheet1.xml") ?? "", /<hyperlink ref="O2" r:id="rId-link-1"\/>/);
});

const FOREIGN_PATHS = [
  ...["javascript:alert(1)", "http://example.org/a.png", "file:///etc/passwd", "/etc/passwd", "../secret.png"],
  ...["files/../../secret.png", "files/./a.png", "files\\a.png", "files/a\\..\\b.png", "C:/a.png", "files", "files/.."],
];
for (const path of FOREIGN_PATHS) {
  Deno.test(`the workbook does not link to ${path}`, async () => {
    const { parts } = await made({ rows: [thesisRow(1, { files: [{ path, bytes: 1, sha256: "", mediaType: "" }] })] });
    equal(parts.get("xl/worksheets/_rels/sheet1.xml.rels")?.includes("hyperlink"), false);
  });
}

Deno.test("a file's name cannot leave the markup of the link", async () => {
  const files = [{ path: 'files/1_A/"><x y="&.png', bytes: 1, sha256: "", mediaType: "" }];
  const { parts } = await made({ rows: [thesisRow(1, { files })] });
  match(parts.get("xl/worksheets/_rels/sheet1.xml.rels") ?? "", / Target="files\/1_A\/%22%3E%3Cx%20y%3D%22%26\.png"/);
});

function comparisonOf(
  changes: Comparison["changes"],
  differences: Comparison["differences"] = [],
): Comparison {
  return {
    earlier: { runId: "run-0", startedAt: "2024-02-29T22:00:00.000Z", asOf: "2017-11-30", theses: 4 },
    later: { runId: "run-1", startedAt: "2024-03-01T22:00:00.000Z", asOf: "2017-12-29", theses: 4 },
    ...{ differences, changes, compared: 4, unchanged: 3 },
    counts: { new: 0, gone: 0, flipped: 1, rank_moved: 0, drawdown_crossed: 0, risks: 0, drivers: 0 },
  };
}

const FLIP: Comparison["changes"][number] = {
  ...{ ticker: "AAPL", company: "Apple Inc.", kinds: ["flipped", "risks"] },
  before: { row: 9, status: "done", signal: "neutral", rank: 7, score: 0.01, drawdownProbability: 0.1 },
  after: { row: 1, status: "done", signal: "bullish", rank: 4, score: 0.2, drawdownProbability: 0.3 },
  ...{ newDrivers: [], vanishedDrivers: [], newRisks: ["Debt", "War"], vanishedRisks: ["Calm"] },
  claims: [{ metric: "volatility", before: "17 %", after: "31 %" }, { metric: "debt_ratio", after: "2.0" }],
};

Deno.test("the workbook says what changed, beside the thesis and on a sheet of its own", async () => {
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
  deepEqual(valuesIn(changes[1]), ["4 names have a thesis in both; 3 of them did not change"]);
  deepEqual(valuesIn(changes[4]), [
    ...[
      "AAPL",
      "Apple Inc.",
      "another signal\nother risks",
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

Deno.test("the sheet of changes says first what else differs between the runs", async () => {
  const differences = [{ setting: "as_of", before: "2016-06-30", after: "2017-12-29" }] as const;
  const { sheet, parts } = await made({ rows: [FULL], comparison: comparisonOf([FLIP], differences) });
  deepEqual(valuesIn(sheet("Changes")[1]), [
    "As of differs: 2016-06-30 then, 2017-12-29 now; it can explain every change",
  ]);
  match(parts.get("xl/worksheets/sheet2.xml") ?? "", /<autoFilter ref="A5:P6"\/>/);
});

Deno.test("without another run the workbook has no sheet of changes, and no column of them", async () => {
  const { sheets, sheet } = await made({ rows: [FULL], whatChanged: () => "up" });
  deepEqual([...sheets.keys()], ["Theses", "Failures", "Method"]);
  equal(valuesIn(sheet("Theses")[0])?.includes("What changed"), false);
});

Deno.test("the sheet of failures shows the rows that are not done, with the list's columns, and why", async () => {
  const rows = [
    thesisRow(1),
    openRow(2, { errorCode: "timeout", error: "Cannot ask: no answer" }),
    openRow(3, { status: "in_doubt", attempts: 0 }),
  ];
  const { sheet } = await made({ rows });
  deepEqual(sheet("Failures").map(valuesIn), [
    ["ticker", "Row", "Status", "Code", "Why", "Sent"],
    ["T2", "2", "failed", "timeout", "Cannot ask: no answer", "1"],
    ["T3", "3", "in doubt", "http_500", "Cannot ask: service answered 500", "0"],
  ]);
});

Deno.test("the sheet of failures says when there are none", async () => {
  deepEqual((await made({ rows: [thesisRow(1)] })).sheet("Failures").map(valuesIn), [["Every row is done."]]);
});

Deno.test("the sheet of methods tells who answered, when, and how to read it", async () => {
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
      "Nothing here is advice.",
    ]
  ) ok(lines.includes(line), line);
  match(lines.join("\n"), /never by confidence/);
});

Deno.test("a run too long for a workbook is cut, and the sheet of methods says so first", async () => {
  const rows = [1, 2, 3].map((row) => thesisRow(row));
  const { sheet } = await made({ rows }, 2);
  equal(sheet("Theses").length, 3);
  match(valuesIn(sheet("Method")[0])?.join() ?? "", /^1 more rows are in theses\.csv/);
});

Deno.test("a workbook of a run without rows has its sheets", async () => {
  deepEqual([...(await made({ rows: [] })).sheets.keys()], ["Theses", "Failures", "Method"]);
});

/** What XML 1.0 can hold, character by character, less those that it advises against. */
function writable(text: string): string {
  return [...text.replace(/\r\n?/g, "\n")].filter((char) => {
    const code = char.codePointAt(0) ?? 0;
    if (code === 9 || code === 10) return true;
    if (code < 32 || (code >= 0x7f && code <= 0x9f) || (code >= 0xd800 && code <= 0xdfff)) return false;
    return code !== 0xfffd && !(code >= 0xfdd0 && code <= 0xfdef) && (code & 0xfffe) !== 0xfffe;
  }).join("");
}

const anyUnit = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  fc.constantFrom("=", "<", "&", '"', "_x0041_", "_", "\n", "$&", "constructor", "]]>", " "),
);
const anyText = fc.array(anyUnit, { maxLength: 12 }).map((units) => units.join(""));

Deno.test("whatever a list and a model write, the workbook holds it as texts, and is sound", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 6 }), async (texts) => {
      const rows = texts.map(([cell, reasoning], at) =>
        thesisRow(at + 1, { cells: [`T${at + 1}`, `x${cell}`], reasoning })
      );
      const { parts, sheet } = await made({ manifest: sampleManifest({ header: ["ticker", "note"] }), rows });
      const expected = texts.map(([cell, reasoning]) => [writable(`x${cell}`), writable(reasoning) || undefined]);
      const [notes, reasonings] = ["note", "Reasoning"].map((title) => columnOf(sheet("Theses"), title));
      deepEqual(texts.map((_, at) => [notes?.[at], reasonings?.[at]]), expected);
      for (const [path, xml] of parts) equal(xml, writable(xml), path);
    }),
    { numRuns: RUNS },
  );
});
