import type { SheetLink, WorkbookSheet } from "./sheet.ts";

const LINK_TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink";
const TABLE_END = "</sheetData>";
const VIEWS = "<sheetViews>";
const FIT = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
const PAGE = /<pageMargins [^>]*\/><pageSetup paperSize="9" ([^>]*)\/>/;
/** A4, fitted to one page in width. */
const FITTED_PAGE = '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
  '<pageSetup paperSize="9" fitToWidth="1" fitToHeight="0" $1/>';
/** Name of the file and the sheet, a notice, number of the page. */
const footer = (notice: string) =>
  `<headerFooter><oddFooter>&amp;L&amp;F, &amp;A&amp;C${attribute(notice.replaceAll("&", "&&"))}` +
  "&amp;R&amp;P of &amp;N</oddFooter></headerFooter>";
const NORMAL_FORMAT = '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>';
const NORMAL_STYLE = '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>';
const LETTERS = 26;
const CODE_OF_A = 65;

/**
 * Adds what the package has no option for: filters, links, and printing to the width of one page. The order of elements
 * is from the standard (ECMA-376 part 1, 18.3.1.99). Searching the XML is safe because texts are in another file.
 * @param xml The sheet as written by the package.
 * @param options `notice`: what stands at the foot of each page.
 */
export function withExtras(xml: string, sheet: WorkbookSheet, { notice }: { readonly notice: string }): string {
  const end = xml.indexOf(TABLE_END) + TABLE_END.length;
  const start = xml.indexOf(VIEWS);
  if (end < TABLE_END.length || start < 0) {
    throw new TypeError(`Cannot complete the sheet ${sheet.name}: no sheetData found`);
  }
  const tail = xml.slice(end).replace(PAGE, `${FITTED_PAGE}${footer(notice)}`);
  return xml.slice(0, start) + FIT + xml.slice(start, end) + filterOf(sheet) + linksOf(sheet) + tail;
}

/**
 * Adds defined names to the workbook: filter ranges, what is printed, and the header row and columns of each page.
 * @param xml The workbook as written by the package.
 */
export function withNames(xml: string, sheets: readonly WorkbookSheet[]): string {
  const names = sheets.flatMap((sheet, at) => namesOf(sheet, at)).join("");
  return names === "" ? xml : xml.replace("<definedNames/>", () => `<definedNames>${names}</definedNames>`);
}

/**
 * Adds the style "Normal", which some readers require.
 * @param xml The styles as written by the package.
 */
export function withNormalStyle(xml: string): string {
  return xml.replace("<cellXfs ", `${NORMAL_FORMAT}<cellXfs `).replace("</cellXfs>", `</cellXfs>${NORMAL_STYLE}`);
}

function namesOf({ name, filterRow, rows, widths, print }: WorkbookSheet, at: number): string[] {
  if (filterRow === undefined) return [];
  const last = columnName(widths.length);
  const header = `${name}!$${filterRow}:$${filterRow}`;
  const titles = print?.titles?.map((column) => `$${columnName(column)}`).join(":");
  const named = (what: string, range: string, more = "") =>
    `<definedName name="_xlnm.${what}" localSheetId="${at}"${more}>${range}</definedName>`;
  return [
    named("_FilterDatabase", `${name}!$A$${filterRow}:$${last}$${rows.length}`, ' hidden="1"'),
    ...print === undefined
      ? []
      : [named("Print_Area", `${name}!$${columnName(print.first)}$1:$${columnName(print.last)}$${rows.length}`)],
    named("Print_Titles", titles === undefined ? header : `${name}!${titles},${header}`),
  ];
}

/** The relationships for the links of a sheet. */
export function linkTargets({ links = [] }: WorkbookSheet): string {
  return links.map(({ target }, at) =>
    `<Relationship Id="${idOf(at)}" Type="${LINK_TYPE}" Target="${attribute(target)}" TargetMode="External"/>`
  ).join("");
}

function filterOf({ filterRow, rows, widths }: WorkbookSheet): string {
  if (filterRow === undefined) return "";
  return `<autoFilter ref="A${filterRow}:${columnName(widths.length)}${rows.length}"/>`;
}

function linksOf({ links = [] }: WorkbookSheet): string {
  if (links.length === 0) return "";
  const one = ({ row, column }: SheetLink, at: number) =>
    `<hyperlink ref="${columnName(column)}${row}" r:id="${idOf(at)}"/>`;
  return `<hyperlinks>${links.map(one).join("")}</hyperlinks>`;
}

function idOf(at: number): string {
  return `rId-link-${at + 1}`;
}

/** `A` for 1, `AA` for 27. */
function columnName(column: number): string {
  const rest = column - 1;
  const before = rest < LETTERS ? "" : columnName(Math.floor(rest / LETTERS));
  return before + String.fromCharCode(CODE_OF_A + rest % LETTERS);
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
