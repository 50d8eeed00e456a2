import { daysBetween, daySpan, longDay } from "../calendar/day.ts";
import { exchangeOf } from "../calendar/exchanges.ts";
import { sessionsOld } from "../calendar/last_session.ts";
import type { DataProblem } from "../data/dataset.ts";
import type { FolderReport } from "../data/folder/check_folder.ts";
import type { CompanyReport, ShelfReport } from "../data/folder/company_report.ts";
import { oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { bulletLines, dataNoteWords } from "../view/freshness.ts";
import { columns } from "../view/lines.ts";
import { wrapped } from "../view/word_wrap.ts";

const HEADINGS = ["company", "kind", "    count", "first", "last", "      age"];
/** `--json` has them all. */
const MAX_COMPANIES = 20;
const MAX_NOTES = 20;

const GRAVEST_FIRST: readonly DataProblem["kind"][] = ["refused", "skipped", "remark"];

/** Files of the SEC name companies, and no sector of the kind that companies are compared in. */
const NO_SECTOR =
  "No company has a sector, so each is compared with the whole folder and no question by sector has an " +
  "answer: add companies.csv with the columns ticker and sector.";

/** How a report on records is shown. */
export interface RecordsReportOptions {
  /** Columns of the terminal. */
  readonly width: number;
  /** The time to which an age is counted. */
  readonly now: Date;
}

/** What a folder holds of filings, trades and texts: its files by kind with what is out of the ordinary, then each company. */
export function recordsReportLines(
  { files, companies, withSector }: Pick<FolderReport, "files" | "companies" | "withSector">,
  { width, now }: RecordsReportOptions,
): string[] {
  const filed = files.filter(({ kind }) => kind !== undefined);
  if (filed.length === 0) return [];
  const kinds = [...Map.groupBy(filed, ({ kind = "" }) => kind)].map(([kind, group]) =>
    `${kind} ${counted(group.length)}`
  );
  const contents = filed.some(({ texts }) => texts > 0) ? "filings, trades and texts" : "filings and trades";
  const problems = GRAVEST_FIRST.flatMap((kind) =>
    filed.flatMap((file) => file.problems.filter((one) => one.kind === kind))
  );
  const notes = problems.map(dataNoteWords);
  const more = notes.length - MAX_NOTES;
  return [
    "",
    ...wrapped(`${counted(filed.length, "file")} of ${contents}: ${kinds.toSorted().join(", ")}.`, width),
    ...notes.slice(0, MAX_NOTES).flatMap((words) => bulletLines(words, { width })),
    ...more > 0 ? [`- and ${more} more; --json lists all`] : [],
    "",
    ...companyLines(companies.filter(({ shelves }) => shelves.some(({ shelf }) => shelf !== "prices")), now),
    ...withSector > 0 ? [] : wrapped(NO_SECTOR, width),
  ];
}

/** A row for each kind of data of a company: prices age in sessions, what is filed in days. */
function companyLines(companies: readonly CompanyReport[], now: Date): string[] {
  if (companies.length === 0) return ["No company has filings, trades or texts."];
  const rows = companies.slice(0, MAX_COMPANIES).flatMap(({ ticker, shelves }) =>
    shelves.map((one, at) => [
      at === 0 ? oneLine(ticker) : "",
      nameOf(one),
      numberCell(counted(one.count), HEADINGS[2]),
      longDay(one.first),
      longDay(one.last),
      numberCell(ageCell(one, { ticker, now }), HEADINGS[5]),
    ])
  );
  const more = companies.length - MAX_COMPANIES;
  return [
    ...columns([HEADINGS, ...rows]),
    ...more > 0 ? [`and ${counted(more)} more; --json lists all`] : [],
    ...totals(companies),
  ];
}

/** Texts by their kind: `texts (10-K)`. */
function nameOf({ shelf, kind }: ShelfReport): string {
  return kind === undefined ? shelf : `${shelf} (${kind})`;
}

/** How old what ends on a day is: prices in sessions of the exchange of their company. */
function ageCell(
  { shelf, last }: ShelfReport,
  { ticker, now }: { readonly ticker: string; readonly now: Date },
): string {
  if (shelf === "prices") return counted(sessionsOld(last, now, exchangeOf(ticker)), "trading day");
  return counted(Math.max(0, daysBetween(last, now.toISOString().slice(0, "YYYY-MM-DD".length))), "day");
}

function numberCell(text: string, heading: string = ""): string {
  return text.padStart(heading.length);
}

/** Of all companies, a line for each kind. */
function totals(companies: readonly CompanyReport[]): string[] {
  const groups = Map.groupBy(companies.flatMap(({ shelves }) => shelves), nameOf);
  return [...groups].map(([name, reports]) => {
    const [first = ""] = reports.map((one) => one.first).toSorted();
    const last = reports.map((one) => one.last).toSorted().at(-1) ?? "";
    const count = reports.reduce((sum, one) => sum + one.count, 0);
    return `${name}: ${counted(count)} of ${counted(reports.length, "company")}, ${daySpan(first, last)}`;
  });
}
