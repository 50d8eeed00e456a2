import { accessionOf, isDayText, isObject, type JsonObject } from "../data/filings/read_json.ts";

/** A filing in a company's list. */
export interface EdgarFiling {
  /** Its number, like `0000320193-24-000123`. */
  readonly accession: string;
  /** Like `10-K` or `4/A`. */
  readonly form: string;
  /** Day on which it was filed. */
  readonly filed: string;
  /** Name of its main document, maybe with a folder of a style sheet: `xslF345X05/form4.xml`; empty without one. */
  readonly document: string;
  /** Whether its figures are tagged; of a cover alone it says so too. */
  readonly isTagged: boolean;
  /** Whether the tags of the main document are in its HTML. */
  readonly isInline: boolean;
  /** Whether more than its cover is tagged, where the list says so. */
  readonly hasNumbers: boolean | undefined;
}

/** A file with older filings of a list. */
export interface OlderPage {
  /** Like `CIK0000320193-submissions-001.json`. */
  readonly name: string;
  /** How many filings it has, as the list says. */
  readonly count: number | undefined;
}

/** Columns that every page has, as long as each other. */
const COLUMNS = ["accessionNumber", "form", "filingDate", "primaryDocument"] as const;

/** The columns of a page of filings: the newest are inside the list, older ones are pages of their own. */
export function columnsOf(list: unknown): JsonObject | undefined {
  if (!isObject(list)) return undefined;
  const inside = isObject(list["filings"]) ? list["filings"]["recent"] : list;
  const lengths = COLUMNS.map((name) => isObject(inside) ? lengthOf(inside[name]) : undefined);
  const isTable = lengths[0] !== undefined && lengths.every((length) => length === lengths[0]);
  return isTable && isObject(inside) ? inside : undefined;
}

function lengthOf(column: unknown): number | undefined {
  return Array.isArray(column) ? column.length : undefined;
}

/** How many filings a page has. */
export function countOf(page: unknown): number | undefined {
  return lengthOf(columnsOf(page)?.["accessionNumber"]);
}

/** The filings of a page; a row without number, form or day is not one, and `data check` names it. */
export function filingsOf(page: unknown): readonly EdgarFiling[] {
  const columns = columnsOf(page) ?? {};
  return Array.from({ length: countOf(page) ?? 0 }, (_, at) => filingAt(columns, at)).filter((one) =>
    one !== undefined
  );
}

function filingAt(columns: JsonObject, at: number): EdgarFiling | undefined {
  const cell = (name: string): unknown => {
    const column = columns[name];
    return Array.isArray(column) ? column[at] : undefined;
  };
  const accession = accessionOf(cell("accessionNumber"));
  const form = cell("form");
  const filed = cell("filingDate");
  if (accession === undefined || typeof form !== "string" || !isDayText(filed)) return undefined;
  const document = cell("primaryDocument");
  const numbers = cell("isXBRLNumeric");
  return {
    accession,
    form,
    filed,
    document: typeof document === "string" ? document : "",
    isTagged: cell("isXBRL") === 1,
    isInline: cell("isInlineXBRL") === 1,
    hasNumbers: typeof numbers === "number" ? numbers === 1 : undefined,
  };
}

/**
 * The pages with older filings that a list names.
 * @param list The whole list, as JSON.
 * @param cik Whose it is; a page of another name is no part of it.
 */
export function olderPagesOf(list: unknown, cik: string): readonly OlderPage[] {
  const filings = isObject(list) ? list["filings"] : undefined;
  const files = isObject(filings) && Array.isArray(filings["files"]) ? filings["files"] : [];
  const isOwn = new RegExp(`^CIK${cik}-submissions-\\d{3,6}\\.json$`);
  return files.filter(isObject).flatMap(({ name, filingCount }) =>
    typeof name === "string" && isOwn.test(name)
      ? [{ name, count: typeof filingCount === "number" ? filingCount : undefined }]
      : []
  );
}

/** Reports whose figures come into `companyfacts`; notices (8-K) only where more than the cover is tagged. */
const REPORTS = /^(?:10-K|10-KT|10-Q|10-QT|20-F|40-F|6-K)(?:\/A)?$/;
const NOTICES = /^8-K(?:\/A)?$/;

/**
 * Whether a company has filed a report with tagged figures that its kept `companyfacts` does not have. An older one that
 * is missing there will not come: the SEC adds a report within minutes.
 * @param facts The kept file.
 */
export function hasNewFigures(filings: readonly EdgarFiling[], facts: string): boolean {
  let newest = "";
  for (const [, filed = ""] of facts.matchAll(/"filed":\s*"(\d{4}-\d\d-\d\d)"/g)) if (filed > newest) newest = filed;
  return filings.some(({ accession, form, filed, isTagged, hasNumbers }) => {
    const mayCount = REPORTS.test(form) || NOTICES.test(form) && hasNumbers === true;
    return isTagged && mayCount && filed >= newest && !facts.includes(accession);
  });
}
