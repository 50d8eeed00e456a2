import type { WorkbookCell } from "./cell.ts";
import { attribute, columnName, content, HEAD, MAIN, PACKAGE, RELATED, type SharedTexts } from "./xml.ts";
import type { SheetLink, WorkbookSheet } from "./sheet.ts";
import type { CellStyles } from "./styles_xml.ts";

const LINK_TYPE = `${RELATED}/hyperlink`;
const FIT = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
/** A4 across, fitted to one page in width. */
const PAGE = '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
  '<pageSetup paperSize="9" fitToWidth="1" fitToHeight="0" orientation="landscape"/>';

/** What a sheet shares with the others of its workbook. */
export interface SheetContext {
  readonly texts: SharedTexts;
  readonly styles: CellStyles;
  /** What stands at the foot of each page. */
  readonly notice: string;
  /** Whether the workbook opens at it. */
  readonly isFirst: boolean;
}

/** The markup of a sheet, row by row, in the order of the standard (ECMA-376 part 1, 18.3.1.99). */
export function* sheetXml(sheet: WorkbookSheet, context: SheetContext): Generator<string, void, undefined> {
  yield `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATED}">${FIT}${viewOf(sheet, context)}${columnsOf(sheet)}`;
  yield "<sheetData>";
  let number = 0;
  for (const cells of sheet.rows) yield rowXml(cells, ++number, context);
  yield `</sheetData>${filterOf(sheet)}${linksOf(sheet)}${PAGE}${footer(context.notice)}</worksheet>`;
}

/** The part that says where the links of a sheet lead. */
export function sheetTargets({ links = [] }: WorkbookSheet): string {
  const targets = links.map(({ target }, at) =>
    `<Relationship Id="${idOf(at)}" Type="${LINK_TYPE}" Target="${attribute(target)}" TargetMode="External"/>`
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${targets.join("")}</Relationships>`;
}

function viewOf({ sticky }: WorkbookSheet, { isFirst }: SheetContext): string {
  const view = `<sheetView tabSelected="${isFirst ? 1 : 0}" workbookViewId="0" showGridLines="false"`;
  if (sticky === undefined) return `<sheetViews>${view}/></sheetViews>`;
  const corner = `${columnName(sticky.columns + 1)}${sticky.rows + 1}`;
  const pane = `<pane ySplit="${sticky.rows}" xSplit="${sticky.columns}" topLeftCell="${corner}" ` +
    'activePane="bottomRight" state="frozen"/>';
  return `<sheetViews>${view}>${pane}</sheetView></sheetViews>`;
}

function columnsOf({ widths }: WorkbookSheet): string {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  return columns.length === 0 ? "" : `<cols>${columns.join("")}</cols>`;
}

function rowXml(cells: readonly WorkbookCell[], number: number, context: SheetContext): string {
  const height = Math.max(0, ...cells.map((cell) => cell.height ?? cell.style.height ?? 0));
  const attributes = height === 0 ? "" : ` ht="${height}" customHeight="1"`;
  const inner = cells.map((cell, at) => cellXml(cell, `${columnName(at + 1)}${number}`, context)).join("");
  return inner === "" ? `<row r="${number}"${attributes}/>` : `<row r="${number}"${attributes}>${inner}</row>`;
}

function cellXml(
  { style, value, format, formula }: WorkbookCell,
  place: string,
  { texts, styles }: SheetContext,
): string {
  const number = styles.numberOf(style, format);
  if (value === undefined) return number === 0 ? "" : `<c r="${place}" s="${number}"/>`;
  const start = `<c r="${place}" s="${number}"`;
  if (formula !== undefined) return `${start}><f>${content(formula)}</f><v>${value}</v></c>`;
  if (typeof value === "number") return `${start}><v>${value}</v></c>`;
  return `${start} t="s"><v>${texts.numberOf(value)}</v></c>`;
}

function filterOf({ filterRow, count, widths }: WorkbookSheet): string {
  if (filterRow === undefined) return "";
  return `<autoFilter ref="A${filterRow}:${columnName(widths.length)}${count}"/>`;
}

function linksOf({ links = [] }: WorkbookSheet): string {
  if (links.length === 0) return "";
  const one = ({ row, column }: SheetLink, at: number) =>
    `<hyperlink ref="${columnName(column)}${row}" r:id="${idOf(at)}"/>`;
  return `<hyperlinks>${links.map(one).join("")}</hyperlinks>`;
}

/** Name of the file and the sheet, a notice, number of the page. */
function footer(notice: string): string {
  return `<headerFooter><oddFooter>&amp;L&amp;F, &amp;A&amp;C${attribute(notice.replaceAll("&", "&&"))}` +
    "&amp;R&amp;P of &amp;N</oddFooter></headerFooter>";
}

function idOf(at: number): string {
  return `rId-link-${at + 1}`;
}
