import type { FolderReport } from "../data/folder/check_folder.ts";
import type { CompanyReport } from "../data/folder/company_report.ts";
import type { DataProblem } from "../data/dataset.ts";
import { daysBetween } from "../calendar/day.ts";
import { oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { bulletLines, dataNoteWords } from "../view/data_notes.ts";
import { columns } from "../view/lines.ts";
import { wrapped } from "../view/word_wrap.ts";

const HEADINGS = ["company", "kind", "    count", "first", "last", "      age"];
/** `--json` has them all. */
const MAX_COMPANIES = 20;
const MAX_NOTES = 20;

const GRAVEST_FIRST: readonly DataProblem["kind"][] = ["refused", "skipped", "remark"];

/** How a report on records is shown. */
export interface RecordsReportOptions {
  /** Columns of the terminal. */
  readonly width: number;
  /** The day against which an age is counted, `YYYY-MM-DD`. */
  readonly today: string;
}

/** What a folder holds of filings and trades: its files by kind with what is out of the ordinary, then each company. */
export function recordsReportLines(
  { files, companies }: Pick<FolderReport, "files" | "companies">,
  { width, today }: RecordsReportOptions,
): string[] {
  const feeds = files.filter(({ feed }) => feed !== undefined).flatMap(({ problems }) => problems);
  const news = feeds.flatMap(({ message }) => ["", ...wrapped(`${message}.`, width)]);
  const filed = files.filter(({ kind, feed }) => kind !== undefined && feed === undefined);
  if (filed.length === 0) return news;
  const kinds = [...Map.groupBy(filed, ({ kind = "" }) => kind)].map(([kind, group]) =>
    `${kind} ${counted(group.length)}`
  );
  const problems = GRAVEST_FIRST.flatMap((kind) =>
    filed.flatMap((file) => file.problems.filter((one) => one.kind === kind))
  );
  const notes = problems.map(dataNoteWords);
  const more = notes.length - MAX_NOTES;
  return [
    "",
    ...wrapped(`${counted(filed.length, "file")} of filings and trades: ${kinds.toSorted().join(", ")}.`, width),
    ...notes.slice(0, MAX_NOTES).flatMap((words) => bulletLines(words, { width })),
    ...more > 0 ? [`- and ${more} more; --json lists all`] : [],
    "",
    ...companyLines(companies.filter(({ shelves }) => shelves.some(({ shelf }) => shelf !== "prices")), today),
    ...news,
  ];
}

/** A row for each kind of data of a company. */
function companyLines(companies: readonly CompanyReport[], today: string): string[] {
  if (companies.length === 0) return ["No company has a record."];
  const rows = companies.slice(0, MAX_COMPANIES).flatMap(({ ticker, shelves }) =>
    shelves.map(({ shelf, count, first, last }, at) => [
      ...[at === 0 ? oneLine(ticker) : "", shelf, numberCell(counted(count), HEADINGS[2]), first, last],
      numberCell(counted(Math.max(0, daysBetween(last, today)), "day"), HEADINGS[5]),
    ])
  );
  const more = companies.length - MAX_COMPANIES;
  return [
    ...columns([HEADINGS, ...rows]),
    ...more > 0 ? [`and ${counted(more)} more; --json lists all`] : [],
    ...totals(companies),
  ];
}

function numberCell(text: string, heading: string = ""): string {
  return text.padStart(heading.length);
}

/** Of all companies, a line for each kind. */
function totals(companies: readonly CompanyReport[]): string[] {
  const groups = Map.groupBy(companies.flatMap(({ shelves }) => shelves), ({ shelf }) => shelf);
  return [...groups].map(([shelf, reports]) => {
    const [first = ""] = reports.map((one) => one.first).toSorted();
    const last = reports.map((one) => one.last).toSorted().at(-1) ?? "";
    const count = reports.reduce((sum, one) => sum + one.count, 0);
    return `${shelf}: ${counted(count)} of ${counted(reports.length, "company")}, ${first} to ${last}`;
  });
}
