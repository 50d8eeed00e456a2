import { columnName, HEAD, MAIN, PACKAGE, RELATED, SharedTexts } from "./xml.ts";
import type { WorkbookSheet } from "./sheet.ts";
import { sheetTargets, sheetXml } from "./sheet_xml.ts";
import { CellStyles } from "./styles_xml.ts";
import { type ZipPart, zipPieces } from "./zip.ts";

const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const DEFAULTS = '<Default ContentType="application/xml" Extension="xml"/>' +
  `<Default ContentType="application/vnd.openxmlformats-package.relationships+xml" Extension="rels"/>`;

/**
 * Writes the bytes of a workbook in pieces, a row of a sheet at a time.
 * @param sheets Their names are short and plain.
 * @param options `notice`: what stands at the foot of each page.
 */
export function xlsxPieces(
  sheets: readonly WorkbookSheet[],
  { notice }: { readonly notice: string },
): Generator<Uint8Array, void, undefined> {
  return zipPieces(partsOf(sheets, notice));
}

/** Texts and styles are complete, and written, after the last sheet. */
function* partsOf(sheets: readonly WorkbookSheet[], notice: string): Generator<ZipPart, void, undefined> {
  const texts = new SharedTexts();
  const styles = new CellStyles();
  yield { path: "[Content_Types].xml", text: [contentTypes(sheets)] };
  yield { path: "_rels/.rels", text: [relationships([["officeDocument", "xl/workbook.xml"]])] };
  yield { path: "xl/_rels/workbook.xml.rels", text: [relationships(relatedTo(sheets))] };
  yield { path: "xl/workbook.xml", text: [workbookXml(sheets)] };
  for (const [at, sheet] of sheets.entries()) {
    const text = sheetXml(sheet, { texts, styles, notice, isFirst: at === 0 });
    yield { path: `xl/worksheets/sheet${at + 1}.xml`, text };
    yield { path: `xl/worksheets/_rels/sheet${at + 1}.xml.rels`, text: [sheetTargets(sheet)] };
  }
  yield { path: "xl/sharedStrings.xml", text: texts.xml() };
  yield { path: "xl/styles.xml", text: [styles.xml()] };
}

function contentTypes(sheets: readonly WorkbookSheet[]): string {
  const one = (type: string, path: string) => `<Override ContentType="${TYPES}.${type}+xml" PartName="/xl/${path}"/>`;
  const named = sheets.map((_, at) => one("worksheet", `worksheets/sheet${at + 1}.xml`)).join("");
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types">${DEFAULTS}${one("sheet.main", "workbook.xml")}` +
    `${one("sharedStrings", "sharedStrings.xml")}${one("styles", "styles.xml")}${named}</Types>`;
}

/** A type and a path. */
type Related = readonly [type: string, target: string];

function relatedTo(sheets: readonly WorkbookSheet[]): readonly Related[] {
  const worksheets = sheets.map((_, at) => ["worksheet", `worksheets/sheet${at + 1}.xml`] as const);
  return [...worksheets, ["sharedStrings", "sharedStrings.xml"], ["styles", "styles.xml"]];
}

function relationships(all: readonly Related[]): string {
  const each = all.map(([type, target], at) =>
    `<Relationship Id="rId${at + 1}" Type="${RELATED}/${type}" Target="${target}"/>`
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each.join("")}</Relationships>`;
}

function workbookXml(sheets: readonly WorkbookSheet[]): string {
  const named = sheets.map(({ name }, at) => `<sheet r:id="rId${at + 1}" sheetId="${at + 1}" name="${name}"/>`);
  const names = sheets.flatMap(namesOf).join("");
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATED}"><workbookPr/><bookViews><workbookView/></bookViews>` +
    `<sheets>${named.join("")}</sheets>${names === "" ? "" : `<definedNames>${names}</definedNames>`}` +
    "<calcPr/></workbook>";
}

/** Filter ranges, what is printed, and the header row and columns of each page. */
function namesOf({ name, filterRow, count, widths, print }: WorkbookSheet, at: number): string[] {
  if (filterRow === undefined) return [];
  const last = columnName(widths.length);
  const header = `${name}!$${filterRow}:$${filterRow}`;
  const titles = print?.titles?.map((column) => `$${columnName(column)}`).join(":");
  const named = (what: string, range: string, more = "") =>
    `<definedName name="_xlnm.${what}" localSheetId="${at}"${more}>${range}</definedName>`;
  return [
    named("_FilterDatabase", `${name}!$A$${filterRow}:$${last}$${count}`, ' hidden="1"'),
    ...print === undefined
      ? []
      : [named("Print_Area", `${name}!$${columnName(print.first)}$1:$${columnName(print.last)}$${count}`)],
    named("Print_Titles", titles === undefined ? header : `${name}!${titles},${header}`),
  ];
}
