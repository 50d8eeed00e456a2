import { longDay } from "../calendar/day.ts";
import type { CompanyAudit } from "../audit/audit_company.ts";
import { type Counts, type Outcome, sumOf } from "../audit/audited.ts";
import type { Finding, Side } from "../audit/cells.ts";
import { counted } from "../text/counted.ts";
import { bulletLines } from "../view/data_notes.ts";
import { columns } from "../view/lines.ts";
import { wrapped } from "../view/word_wrap.ts";

const HEADINGS = ["name", "cells", "agreed", "abstained", "unconfirmed", "differing", "early", "filings", "known"];

/** Most findings shown of each kind; `--json` has all. */
const MAX_SHOWN = 20;

/** An audit of a folder as lines: a row for each company, the reasons of abstaining, and every difference. */
export function auditLines(
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
