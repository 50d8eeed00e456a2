/** The texts of a list, a model or a service do not change in the workbook. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { runsOf } from "../sweeps.ts";
import fc from "fast-check";
import { sampleManifest, thesisRow } from "../run/sample_thesis_rows.ts";
import { comparisonOf, made } from "./workbook_made.ts";
import { columnOf, type ReadCell } from "./workbook_reader.ts";

const RUNS = runsOf("view/workbook_texts", 100);

/** The cells of one column of the user's list, as the sheet shows them. */
async function listed(cells: readonly string[], header = "note"): Promise<readonly (readonly ReadCell[])[]> {
  const rows = cells.map((cell, at) => thesisRow(at + 1, { cells: [`T${at + 1}`, cell] }));
  const { sheet } = await made({ manifest: sampleManifest({ header: ["ticker", header] }), rows });
  return sheet("Theses");
}

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
  Deno.test(`in the workbook ${JSON.stringify(text)} is a text, whatever its source`, async () => {
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
    });
    for (const name of ["Theses", "Changes", "Failures"]) {
      const cells = sheet(name).flat().filter(({ value }) => value === text);
      ok(cells.length >= 3, `${name} shows it`);
      deepEqual(cells.filter(({ type }) => type !== "s"), []);
    }
    deepEqual(sheet("Method").flat().filter(({ value, type }) => value !== undefined && type !== "s"), []);
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
  Deno.test(`the workbook shows ${JSON.stringify(text.slice(0, 30))} without characters that no workbook can contain`, async () => {
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

Deno.test("a file's name cannot break out of the markup of the link", async () => {
  const files = [{ path: 'files/1_A/"><x y="&.png', bytes: 1, sha256: "", mediaType: "" }];
  const { parts } = await made({ rows: [thesisRow(1, { files })] });
  match(parts.get("xl/worksheets/_rels/sheet1.xml.rels") ?? "", / Target="files\/1_A\/%22%3E%3Cx%20y%3D%22%26\.png"/);
});

/** The characters of XML 1.0, without those that it discourages. */
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

Deno.test("the workbook contains any words of a list and a model as texts, and is valid", async () => {
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
    RUNS,
  );
});
