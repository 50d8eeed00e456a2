import { remarksOn } from "../agent/report.ts";
import { auditCompany, type CompanyAudit } from "../audit/audit_company.ts";
import { type Counts, type Outcome, sumOf } from "../audit/audited.ts";
import type { Finding, Side } from "../audit/cells.ts";
import { dayAfter, longDay } from "../calendar/day.ts";
import { chooseSeries } from "../data/choose_series.ts";
import type { Dataset } from "../data/dataset.ts";
import { checkFolder } from "../data/folder/check_folder.ts";
import { companyRecords } from "../data/folder/company_records.ts";
import { openFolder } from "../data/folder/folder.ts";
import type { ReadFolderOptions } from "../data/folder/read_folder.ts";
import { InputError } from "../protocol/errors.ts";
import { counted } from "../text/counted.ts";
import { bulletLines } from "../view/freshness.ts";
import { columns, jsonLine } from "../view/lines.ts";
import { wrapped } from "../view/word_wrap.ts";
import { type CommandHost, perform, type Place } from "./command.ts";
import { CONNECTION_FLAGS } from "./connection_flags.ts";
import { showReading } from "./data_lines.ts";
import { folderReportLines } from "./data_report.ts";
import { fetchCommand, type FetchHost } from "./fetch_command.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { priceAge } from "./price_age.ts";
import { resolve } from "node:path";
import { typedCommand } from "../text/typed_command.ts";

const FLAGS = {
  "benchmark": CONNECTION_FLAGS.benchmark,
  "currency": CONNECTION_FLAGS.currency,
  "json": { help: "one JSON object on one line" },
} as const satisfies FlagTable;

/** The page of `data`. */
export const DATA = {
  does: "Checks a data folder: what each file holds, which one serves each name, what is not read and why.",
  usage: ["data check FOLDER [flags]", "data audit FOLDER [flags]", "data fetch TICKER... [flags]"],
  flags: FLAGS,
  notes: [
    "FOLDER is read the way --data reads it; nothing is asked, and nothing but its index is written, where that is permitted.",
    "audit asks for the figures of every year and quarter that reports state, in two ways and as of three days, and on the",
    "day of each filing: what differs or is given early is listed.",
    "fetch fills a folder from sources; it has flags of its own: data fetch --help.",
    "Exit status: 0 all is read, or nothing differs; 1 some is not, or something does; 2 wrong usage, or no such folder.",
  ],
} as const satisfies CommandPage;

/**
 * Checks a data folder, or fills it.
 * @param args As the shell passed them; `--help` explains them.
 * @returns Exit status: 0 all is read, or fetched; 1 some is not; 2 wrong usage, or no such folder; 130 interrupted.
 */
export function dataCommand(args: readonly string[], host: FetchHost): Promise<number> {
  const [verb, ...rest] = args;
  if (verb === "fetch") return fetchCommand(rest, host);
  return perform(args, host, { page: DATA, work: (flags, terminal) => check(flags, { host, terminal }) });
}

async function check(
  { words, benchmark, currency, json }: FlagsOf<typeof FLAGS> & Given,
  { host, terminal }: Place<CommandHost>,
): Promise<number> {
  const { verb, folder } = folderOf(words, host);
  const path = resolve(host.folder, folder);
  const reading = {
    base: host.folder,
    benchmark,
    currency,
    index: "file",
    latestDay: dayAfter(host.clock.now()),
    ...showReading(terminal),
  } as const;
  if (verb === "audit") return await auditFolder(path, { reading, terminal, width: host.out.width, json });
  const report = await checkFolder(path, reading);
  const doubted = report.days === undefined ? [] : doubtedIn(await openFolder(path, reading));
  terminal.end();
  const now = host.clock.now();
  if (json) terminal.output(jsonLine({ folder, ...report, doubted, age: priceAge(report, now) }));
  else terminal.print(...folderReportLines({ ...report, doubted }, { width: host.out.width, now }));
  return report.files.some(({ problems }) => problems.some(({ kind }) => kind !== "remark")) ? 1 : 0;
}

/** What an answer would say of the bars of each name, and not use of them. */
function doubtedIn(dataset: Dataset): readonly string[] {
  const view = dataset.at(dataset.asOf);
  return [...view.companies.map(({ ticker }) => ticker), view.benchmark ?? ""].flatMap((ticker) => {
    const { series } = chooseSeries(view, ticker) ?? {};
    const remarks = series === undefined ? [] : remarksOn(series);
    return remarks.length === 0 ? [] : [`${ticker}: ${remarks.join("; ")}`];
  });
}

/** @throws {InputError} when the words are not `check` or `audit` and one folder. */
function folderOf(
  [verb = "check", folder, more]: readonly string[],
  { startedBy }: CommandHost,
): { readonly verb: "check" | "audit"; readonly folder: string } {
  if (verb !== "check" && verb !== "audit") {
    const advice = `try ${typedCommand(startedBy, "conviction data check FOLDER")}`;
    throw new InputError(`Cannot use "${verb}": there are check, audit and fetch; ${advice}`);
  }
  if (folder === undefined) {
    const command = typedCommand(startedBy, `conviction data ${verb} FOLDER`);
    throw new InputError(`Cannot ${verb} data: no folder is named; try ${command}`);
  }
  if (more !== undefined) throw new InputError(`Cannot ${verb} two folders at once: "${more}" is one too many`);
  return { verb, folder };
}

/** How an audit reads and shows a folder. */
interface AuditOptions {
  readonly reading: ReadFolderOptions;
  readonly terminal: LiveTerminal;
  readonly width: number;
  readonly json: boolean;
}

/**
 * Audits the facts of reports in a folder: what the analyst gives of each company against a selection of the
 * verifier's own, against the reports that lie there, and on the day of each filing.
 */
async function auditFolder(path: string, { reading, terminal, width, json }: AuditOptions): Promise<number> {
  const audits: CompanyAudit[] = [];
  let conflicts = 0;
  for await (const company of companyRecords(path, reading)) {
    terminal.end();
    conflicts += company.conflicts.length;
    if (company.records.facts.length > 0) audits.push(auditCompany(company));
  }
  terminal.end();
  if (json) terminal.output(jsonLine({ companies: audits, conflicts }));
  else terminal.print(...auditLines(audits, { width, conflicts }));
  return audits.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

const HEADINGS = ["name", "cells", "agreed", "abstained", "unconfirmed", "differing", "early", "filings", "known"];

/** Most findings shown of each kind; `--json` has all. */
const MAX_SHOWN = 20;

/** An audit of a folder as lines: a row for each company, the reasons of abstaining, and every difference. */
function auditLines(
  audits: readonly CompanyAudit[],
  { width, conflicts }: { readonly width: number; readonly conflicts: number },
): string[] {
  if (audits.length === 0) return ["No company in the folder has reported figures: there is nothing to audit."];
  const findings = audits.flatMap((one) => one.findings);
  const unconfirmed = audits.flatMap((one) => one.unconfirmed);
  return [
    ...columns([HEADINGS, ...audits.map(rowOf), ...(audits.length > 1 ? [totalOf(audits)] : [])]),
    "",
    ...[...summaryOf(audits), ...conflictWords(conflicts)].flatMap((line) => wrapped(line, width)),
    ...listOf("Differing or early:", findings, width),
    ...listOf("Found by the analyst but not confirmed, so left out:", unconfirmed, width),
  ];
}

function rowOf({ ticker, cells, sweep }: CompanyAudit): string[] {
  return [ticker, ...countsOf(cells), String(sweep.reports), String(sweep.known)];
}

function totalOf(audits: readonly CompanyAudit[]): string[] {
  const add = (read: (audit: CompanyAudit) => number) => String(audits.reduce((sum, one) => sum + read(one), 0));
  const cells = sumOf(audits.map((one) => one.cells));
  return ["all", ...countsOf(cells), add(({ sweep }) => sweep.reports), add(({ sweep }) => sweep.known)];
}

function countsOf(counts: Counts): string[] {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [all, counts.agreed ?? 0, abstainedIn(counts), ...OTHERS.map((name) => counts[name] ?? 0)].map(String);
}

const OTHERS: readonly Outcome[] = ["unconfirmed", "differing", "early"];

const REASONS: readonly (readonly [Outcome, string])[] = [
  ["abstained: item", "no report states it"],
  ["abstained: conflict", "a report states two values for it, or counts shares in an unknown unit"],
  ["abstained: filings", "no report is public yet"],
];

function abstainedIn(counts: Counts): number {
  return REASONS.reduce((sum, [reason]) => sum + (counts[reason] ?? 0), 0);
}

function summaryOf(audits: readonly CompanyAudit[]): string[] {
  const cells = sumOf(audits.map((one) => one.cells));
  const reports = sumOf(audits.map((one) => one.reports));
  const tagged = audits.reduce((sum, one) => sum + one.tagged.cells, 0);
  const silent = audits.reduce((sum, one) => sum + one.tagged.silent, 0);
  const reasons = REASONS.flatMap(([reason, words]) =>
    (cells[reason] ?? 0) > 0 ? [`${words}: ${counted(cells[reason] ?? 0)}`] : []
  );
  const own = Object.values(reports).reduce((sum, count) => sum + count, 0);
  return [
    ...(reasons.length > 0 ? [`Abstained: ${reasons.join("; ")}.`] : []),
    `Of ${counted(tagged, "cell")} that a report states by a tag, ${counted(silent)} (${
      percent(silent, tagged)
    }) are not given.`,
    own === 0
      ? "No report is in the folder as a file of its own."
      : `Against the reports in the folder: ${counted(reports.agreed ?? 0)} of ${
        counted(own, "figure")
      } match the report alone, ${counted(reports.differing ?? 0)} differ.`,
  ];
}

function conflictWords(conflicts: number): string[] {
  const facts = counted(conflicts, "fact");
  return conflicts === 0
    ? []
    : [`${facts} of one report ${conflicts === 1 ? "is" : "are"} stated differently by two files.`];
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "0%" : `${(100 * part / whole).toFixed(1)}%`;
}

function listOf(heading: string, findings: readonly Finding[], width: number): string[] {
  if (findings.length === 0) return [];
  const alike = [...Map.groupBy(findings, wordsOf)].map(([words, group]) => ({ words, group }));
  const shown = alike.slice(0, MAX_SHOWN).flatMap(({ words, group }) =>
    bulletLines(`${words}; as of ${group.map(({ day }) => longDay(day)).join(", ")}`, { width })
  );
  const more = alike.length - MAX_SHOWN;
  return ["", heading, ...shown, ...(more > 0 ? bulletLines(`and ${counted(more)} more`, { width }) : [])];
}

/** A finding without its day: most are the same on each of several days. */
function wordsOf({ ticker, item, period, version, analyst, other }: Finding): string {
  return `${ticker} ${item} ${period} (${version}): ${sideWords(analyst)}; second: ${sideWords(other)}`;
}

function sideWords({ value, facts }: Side): string {
  return typeof value === "string" ? `nothing (${value})` : `${value} from ${facts.join(", ")}`;
}
