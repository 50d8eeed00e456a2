import type { DataProblem } from "../dataset.ts";
import { nextSession } from "../../calendar/exchange_days.ts";
import { ProblemLog } from "../problem_log.ts";
import { type FiledFact, type Filing, NO_RECORDS } from "../records.ts";
import { filingDayOf } from "./filing_day.ts";
import { filingKnown } from "./filing_known.ts";
import { KEPT_TAGS } from "./kept_tags.ts";
import type { FileOwner, RecordReader, RecordsRead, SaidOnCover } from "./record_file.ts";
import { type Report, reportOf } from "./report.ts";
import { NO_TAGS, ReportDocument } from "./report_document.ts";

/** Reads one document of a report as it was filed: HTML with inline XBRL, or an XBRL instance. */
export const REPORT: RecordReader = {
  kind: "report",
  looksLike: (head) => ReportDocument.looksLike(head),
  async read(texts, { file, latest }) {
    const document = await ReportDocument.open({ wants: (tag) => KEPT_TAGS.has(tag) });
    for await (const text of texts) if (!document.write(text)) break;
    const problem = document.end();
    const log = new ProblemLog(file);
    if (problem !== undefined) log.refuse(problem.message, problem);
    if (problem !== undefined) return nothing(log.list());
    const report = reportOf([document.facts]);
    return { ...recordsAlone(report, { file, log, latest }), cover: coverOf(report) };
  },
};

function coverOf(report: Report): SaidOnCover {
  const { form, period } = report.cover;
  const said = { ...(form !== undefined && { form }), ...(period !== undefined && { period }) };
  return { ...said, owner: ownerOf(report) };
}

function nothing(problems: readonly DataProblem[]): RecordsRead {
  return { companies: [], problems };
}

/** The records of a report of which nothing but itself is known. */
export function recordsAlone(report: Report, { file, log, latest }: ReportFile): RecordsRead {
  const filing = filingAlone(report, { file, latest });
  if (report.facts.length === 0 && report.problems.length > 0) return nothing(logged(report, log).list());
  if (typeof filing === "string") {
    log.add(filing);
    return nothing(log.list());
  }
  log.remark(filing.remark);
  return recordsOf(report, filing, { file, log });
}

const NO_ITEMS = "None of the items that are read is tagged in it";

/** What is said of a page that states no facts: it may be read as a text all the same. */
export const NO_FACTS: ReadonlySet<string> = new Set([NO_TAGS, NO_ITEMS]);

/** How a report was filed, as far as it says so itself, or why nothing of it is used. */
function filingAlone(
  { cover: { form, period }, facts }: Report,
  { file, latest }: Pick<ReportFile, "file" | "latest">,
): FiledAlone | string {
  if (facts.length === 0) return NO_ITEMS;
  if (form === undefined) return "It is skipped: its cover does not say which form it is";
  if (period === undefined) return "It is skipped: its cover does not say on which period it reports";
  const shares = facts.filter(({ tag }) => tag === "dei/EntityCommonStockSharesOutstanding");
  const dated = filingDayOf({ file, form, period, latest, cover: shares.map(({ end }) => end).toSorted().at(-1) });
  return typeof dated === "string" ? `It is skipped: ${dated}` : { ...dated, form, period, items: [] };
}

type FiledAlone = Omit<Filing, "known" | "source"> & { readonly remark: string };

/** Statements are exact to the million; what a sentence of a note rounds to a hundred of them is kept as such. */
const COARSE = -7;

/** The file that a report is in, and what is wrong with it. */
export interface ReportFile {
  /** Path in the data folder. */
  readonly file: string;
  readonly log: ProblemLog;
  /** The last day that can be. */
  readonly latest?: string | undefined;
}

/** The records of a report of which it is known how it was filed. */
export function recordsOf(
  report: Report,
  { accession, form, filed, period, accepted, items }: Omit<Filing, "known" | "source">,
  { file, log }: ReportFile,
): RecordsRead {
  const known = nextSession(filed);
  const facts = report.facts.map(({ tag, unit, start, end, value, share, faces, decimals }): FiledFact => ({
    tag,
    unit,
    ...(start !== undefined && { start }),
    end,
    value,
    ...(share !== undefined && { share }),
    ...(faces !== undefined && { faces }),
    ...(decimals <= COARSE && { decimals }),
    form,
    accession,
    filed,
    known,
    source: file,
  }));
  const filing: Filing = {
    accession,
    form,
    filed,
    ...(period !== undefined && { period }),
    ...(accepted !== undefined && { accepted }),
    items,
    known: filingKnown({ filed, items, ...(accepted !== undefined && { accepted }) }),
    source: file,
  };
  logged(report, log);
  if (facts.length > 0 && facts.every(({ tag }) => tag.startsWith("dei/"))) {
    log.remark("Only its cover page is tagged, no item of its statements");
  }
  return {
    companies: [{ owner: ownerOf(report), records: { ...NO_RECORDS, facts, filings: [filing] } }],
    problems: log.list(),
  };
}

function logged({ problems }: Report, log: ProblemLog): ProblemLog {
  for (const { message, line } of problems) log.add(message, line === undefined ? undefined : { line });
  return log;
}

function ownerOf({ cik, cover: { tickers, name } }: Report): FileOwner {
  return {
    ...(cik !== undefined && { cik }),
    ...(tickers.length > 0 && { tickers }),
    ...(name !== undefined && { name }),
  };
}
