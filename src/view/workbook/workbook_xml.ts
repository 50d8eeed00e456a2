import { attribute, columnName, content, HEAD, MAIN, PACKAGE, RELATED, SharedTexts } from "./xml.ts";
import type { SheetLink, WorkbookSheet } from "./sheet.ts";
import { CellStyles } from "./styles_xml.ts";
import type { WorkbookCell } from "./cell.ts";
import { constants, deflateRawSync } from "node:zlib";
import { Zip, ZipPassThrough } from "fflate";

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

const LINK_TYPE = `${RELATED}/hyperlink`;
const FIT = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
/** A4 across, fitted to one page in width. */
const PAGE = '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
  '<pageSetup paperSize="9" fitToWidth="1" fitToHeight="0" orientation="landscape"/>';

/** What a sheet shares with the others of its workbook. */
interface SheetContext {
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
function sheetTargets({ links = [] }: WorkbookSheet): string {
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

/** A file of an archive. */
export interface ZipPart {
  /** Its path, in ASCII. */
  readonly path: string;
  /** Its text, in pieces; iterated after the parts before it are written. */
  readonly text: Iterable<string>;
}

/** Characters that are compressed at once; longer blocks compress no better. */
const BLOCK_CHARS = 512 * 1024;
const DEFLATE = 8;
/** The first day that the format knows, by the clock of any machine: equal contents are equal bytes. */
const DAY = new Date(1980, 0, 1);

/**
 * Writes a zip archive in pieces; a block of the text is in memory at once.
 * @param parts The files, together below 4 GiB.
 */
export function* zipPieces(parts: Iterable<ZipPart>): Generator<Uint8Array, void, undefined> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    pieces.push(bytes);
  });
  const encoder = new TextEncoder();
  for (const { path, text } of parts) {
    const file = new DeflatedFile(path);
    zip.add(file);
    for (const block of blocksOf(text)) {
      file.push(encoder.encode(block));
      yield* pieces.splice(0);
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  yield* pieces;
}

/** A file of an archive, compressed by zlib block by block: the package's own code takes twice as long. */
class DeflatedFile extends ZipPassThrough {
  override compression = DEFLATE;
  override mtime = DAY;

  protected override process(block: Uint8Array, isLast: boolean): void {
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    this.ondata(null, new Uint8Array(deflateRawSync(block, { finishFlush })), isLast);
  }
}

/** Joins short pieces, because each block is compressed by itself. */
function* blocksOf(text: Iterable<string>): Generator<string, void, undefined> {
  let pieces: string[] = [];
  let length = 0;
  for (const piece of text) {
    pieces.push(piece);
    length += piece.length;
    if (length < BLOCK_CHARS) continue;
    yield pieces.join("");
    pieces = [];
    length = 0;
  }
  yield pieces.join("");
}
