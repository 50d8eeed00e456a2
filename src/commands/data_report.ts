import { daySpan, longDay, yearOnce } from "../calendar/day.ts";
import type { FileReport, FolderReport, SharedName } from "../data/folder/check_folder.ts";
import type { IndexReport } from "../data/index/open_index.ts";
import { oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { firstNames } from "../text/cut.ts";
import { bulletLines, dataNoteWords, dataNotice, placeWords } from "../view/freshness.ts";
import { columns } from "../view/lines.ts";
import { wrapped } from "../view/word_wrap.ts";
import { priceAge, priceAgeLines } from "./price_age.ts";
import { recordsReportLines, type RecordsReportOptions } from "./records_report.ts";

const HEADINGS = ["tickers", "  bars", "first", "last", "closes"];
const MIN_FILE = 12;
/** Most gaps and tickers named on a line. */
const MAX_NAMED = 3;

/**
 * A data folder as lines: a row for each file of prices, with its problems below it, what serves each name, and what
 * there is of each company.
 */
export function folderReportLines(
  report: FolderReport & { readonly doubted?: readonly string[] },
  options: RecordsReportOptions,
): string[] {
  const { doubted = [], shared, counts, index, calibration } = report;
  const { width, now } = options;
  const age = priceAge(report, now);
  const files = report.files.filter(({ kind, own }) => kind === undefined && own.length === 0);
  const unread = report.files.filter(({ series, sessions, own, filed, texts }) =>
    series.length + sessions.length + own.length + filed + texts === 0
  ).map(({ file }) => file);
  const notRead = unread.length === 0 ? "" : ` Skipped: ${firstNames(unread, MAX_NAMED)}.`;
  return [
    ...wrapped(dataNotice(report), width),
    "",
    ...files.length === 0 ? ["No price file."] : tableLines(files, width),
    ...closesLegend(files, width),
    ...currencyLines(files, width),
    ...shared.length === 0 ? [] : ["", "Names in several files:"],
    ...sharedWords(shared).flatMap((words) => bulletLines(words, { width })),
    ...doubted.length === 0 ? [] : ["", "Doubtful prices, and how answers treat them:"],
    ...doubted.flatMap((words) => bulletLines(words, { width })),
    ...age === undefined ? [] : priceAgeLines(age, width),
    ...recordsReportLines(report, options),
    ...ownReportLines(report, width),
    "",
    ...index === undefined ? [] : wrapped(indexWords(index), width),
    ...calibration === undefined ? [] : wrapped(`${calibration}.`, width),
    ...wrapped(
      `${counted(counts.read)} of ${counted(counts.found, "file")} read.${notRead}`,
      width,
    ),
  ];
}

/** Where the index is and how old, or why it is missing. */
function indexWords({ file, isUsed, filled, note }: IndexReport): string {
  const place = filled === undefined ? "No index" : `Index: ${file}, updated ${minuteOf(filled)} UTC`;
  const why = note === undefined ? "" : isUsed ? `; ${note}` : `${filled === undefined ? "" : "; not used"}: ${note}`;
  return `${place}${why}.`;
}

function minuteOf(time: string): string {
  return `${longDay(time.slice(0, "YYYY-MM-DD".length))}, ${
    time.slice("YYYY-MM-DDT".length, "YYYY-MM-DDTHH:MM".length)
  }`;
}

function tableLines(files: readonly FileReport[], width: number): string[] {
  const rows = [HEADINGS, ...files.map(rowOf)];
  const others = Math.max(...columns(rows).map((line) => line.length));
  const room = Math.max(MIN_FILE, width - others - "  ".length);
  const names = ["file", ...files.map(({ file }) => cutStart(oneLine(file), room))];
  const [head = "", ...lines] = columns(rows.map((row, at) => [names[at] ?? "", ...row]));
  return [
    head,
    ...files.flatMap((file, at) => [
      lines[at] ?? "",
      ...notesOf(file).flatMap((words) => bulletLines(words, { width, indent: 2 })),
    ]),
  ];
}

/** The end of a path says more than its start. */
function cutStart(text: string, room: number): string {
  return text.length > room ? `…${text.slice(text.length - room + 1)}` : text;
}

/** One ticker by its name, many by their number. */
function rowOf({ series, sessions }: FileReport): string[] {
  const [first] = series;
  if (sessions.length > 0) return rowOfSessions(sessions);
  if (first === undefined) return ["skipped"];
  const tickers = new Set(series.map(({ ticker }) => ticker));
  const bases = new Set(series.map(({ basis }) => basis));
  const bars = Map.groupBy(series, ({ ticker, frequency }) => `${ticker} ${frequency}`).values()
    .reduce((sum, group) => sum + Math.max(...group.map((one) => one.bars)), 0);
  return [
    tickers.size === 1 ? first.ticker : `${tickers.size}`,
    String(bars).padStart("619040".length),
    longDay(series.map(({ first }) => first).sort()[0]),
    longDay(series.map(({ last }) => last).sort().at(-1)),
    bases.size === 2 ? "both" : first.basis === "price" ? "close" : "adjusted",
  ];
}

/** The same of sessions: as many bars a ticker as it has sessions. */
function rowOfSessions(sessions: FileReport["sessions"]): string[] {
  return [
    sessions.length === 1 ? sessions[0]?.ticker ?? "" : `${sessions.length}`,
    String(sessions.reduce((sum, one) => sum + one.sessions, 0)).padStart("619040".length),
    longDay(sessions.map(({ first }) => first).sort()[0]),
    longDay(sessions.map(({ last }) => last).sort().at(-1)),
    sessions[0]?.from ?? "",
  ];
}

/** Of which names nothing states a currency, and how it is stated. */
function currencyLines(files: readonly FileReport[], width: number): string[] {
  const open = new Set(
    files.flatMap(({ series }) => series.filter(({ currency }) => currency === "")).map((one) => one.ticker),
  );
  if (open.size === 0) return [];
  const words =
    `The currency of ${firstNames([...open], MAX_NAMED)} is not stated: such prices have no unit, and measures that ` +
    'need one are left out. State it in a column currency, by --currency USD, or by a row "*,USD" in companies.csv.';
  return ["", ...wrapped(words, width)];
}

/** What the last column says, where a file has more than closes as they were paid. */
function closesLegend(files: readonly FileReport[], width: number): string[] {
  const isPlain = files.every(({ series }) => series.every(({ basis }) => basis === "price"));
  const hasSessions = files.some(({ sessions }) => sessions.length > 0);
  const legend = [...isPlain ? [] : [LEGEND], ...hasSessions ? [SESSIONS_LEGEND] : []].join(" ");
  return legend === "" ? [] : ["", ...wrapped(legend, width)];
}

const SESSIONS_LEGEND = "Intraday bars and trades are combined into trading days and counted as such.";
const LEGEND = "Closes: close excludes dividends, adjusted includes them; a file with both has a column of each.";

/** What is out of the ordinary in a file. */
function notesOf({ series, problems }: FileReport): string[] {
  const months = series.filter(({ frequency }) => frequency === "monthly").map(({ ticker }) => ticker);
  const gaps = series.filter(({ gaps }) => gaps.length > 0);
  const holed = [...new Map(gaps.map((one) => [one.ticker, one])).values()];
  return [
    ...problems.map(({ message, kind, ...place }) => kind === "remark" ? message : `${placeWords(place)}: ${message}`),
    ...months.length > 0 ? [`monthly: ${firstNames([...new Set(months)], MAX_NAMED)}`] : [],
    ...holed.slice(0, MAX_NAMED).map(({ ticker, gaps }) =>
      `${ticker} has no prices between ${
        firstNames(gaps.map(([from, to]) => yearOnce(`${longDay(from)} and ${longDay(to)}`)), MAX_NAMED)
      }`
    ),
    ...holed.length > MAX_NAMED ? [`gaps in ${holed.length - MAX_NAMED} more tickers`] : [],
  ];
}

/** Which file serves which names, and why; those alike in one sentence. */
function sharedWords(shared: readonly SharedName[]): string[] {
  const groups = Map.groupBy(shared, whoServes);
  const tickersOf = (group: readonly SharedName[]) => [...new Set(group.map(({ ticker }) => ticker))];
  const groupsOf = Map.groupBy([...groups.values()].flatMap(tickersOf), String);
  return [...groups].map(([who, group]) => {
    const isTwice = ({ ticker }: SharedName) => (groupsOf.get(ticker)?.length ?? 0) > 1;
    const names = new Set(group.map((one) => isTwice(one) ? fullName(one) : one.ticker));
    return `${firstNames([...names], MAX_NAMED)}: from ${who}`;
  });
}

function whoServes({ file, others }: SharedName): string {
  const reasons = new Set(others.map(({ because }) => because));
  return `${file}, not from ${firstNames(others.map((one) => one.file), MAX_NAMED)}; it ${[...reasons].join(" or ")}`;
}

function fullName({ ticker, frequency, basis }: SharedName): string {
  return `${ticker} (${frequency} ${basis === "price" ? "closes" : "adjusted closes"})`;
}

/** What a folder holds of its owner's own tables: a line for each column, then what of them was not read. */
function ownReportLines({ files }: Pick<FolderReport, "files">, width: number): string[] {
  const own = files.filter((file) => file.own.length > 0);
  if (own.length === 0) return [];
  const columns = own.flatMap((file) =>
    file.own.map(({ name, tickers, values, first, last, isScored }) =>
      `${name}: ${counted(values, "value")} of ${counted(tickers, "ticker")}, ${daySpan(first, last)}, ` +
      (isScored ? "scored" : "shown and not scored: own.json gives it no sign")
    )
  );
  const notes = own.flatMap(({ problems }) => problems.map(dataNoteWords));
  return ["", "Own tables:", ...[...columns, ...notes].flatMap((words) => bulletLines(words, { width }))];
}
