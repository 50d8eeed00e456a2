import { longDay } from "../calendar/day.ts";
import type { FetchReport } from "../connect/fetch_files.ts";
import type { FetchNote, FetchRefusal, SourceTally } from "../connect/fetch_tally.ts";
import type { FetchState } from "../connect/source.ts";
import { counted } from "../text/counted.ts";
import { sizeWords } from "../view/answer_end.ts";
import { duration } from "../view/progress_line.ts";

/** Refusals that are shown, one for each reason; the rest is counted. */
const MAX_REASONS = 5;
const MAX_NOTES = 10;
const STATES: readonly FetchState[] = ["new", "changed", "unchanged", "fresh", "absent", "refused"];

/** How far a fetch is, in one line, like `edgar 3 of 20 companies, 41 requests, 12.4 MB · tiingo ...`. */
export function fetchProgressLine(sources: readonly SourceTally[]): string {
  return sources.map(({ name, companiesDone, companies, requests, bytes, ended, files }) =>
    [
      `${name} ${counted(companiesDone)} of ${counted(companies, "company")}`,
      ...(ended === undefined ? [counted(requests, "request"), sizeWords(bytes)] : ["ended"]),
      ...(files.refused === 0 ? [] : [`${counted(files.refused)} refused`]),
    ].join(", ")
  ).join(" · ");
}

/** What a fetch did, source by source. */
export function fetchLines({ sources, wasStopped }: FetchReport, seconds: number): string[] {
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  const requests = sources.reduce((sum, source) => sum + source.requests, 0);
  return [
    ...sources.flatMap(sourceLines),
    `${counted(requests, "request")}, ${sizeWords(bytes)} in ${duration(seconds)}.`,
    ...(wasStopped ? ["Interrupted: run the same command to fetch the rest."] : []),
  ];
}

function sourceLines({ name, files, companies, companiesDone, ended, refusals, notes }: SourceTally): string[] {
  const counts = STATES.filter((state) => files[state] > 0).map((state) => `${counted(files[state])} ${state}`);
  const left = companies - companiesDone;
  const end = ended === undefined ? [] : [
    `  - ended early: ${ended}${left === 0 ? "" : `; ${counted(left, "company")} unfinished`}`,
  ];
  return [
    `${name}: ${counts.length === 0 ? "no file" : counts.join(", ")}`,
    ...end,
    ...reasonLines(refusals, files.refused),
    ...noteLines(notes),
  ];
}

/** What is no failure. */
function noteLines(notes: readonly FetchNote[]): string[] {
  const lines = notes.slice(0, MAX_NOTES).map(({ what, remark, times, amount }) => {
    const more = times === 1 ? "" : ` (and ${counted(times - 1)} more)`;
    return `  - ${what}${more}: ${remark}${amount === undefined ? "" : `: ${counted(amount.count, amount.noun)}`}`;
  });
  return notes.length <= MAX_NOTES ? lines : [...lines, `  - ${counted(notes.length - MAX_NOTES, "more remark")}`];
}

/** One line for each reason, with the first it was given for. */
function reasonLines(refusals: readonly FetchRefusal[], all: number): string[] {
  const byReason = Map.groupBy(refusals, ({ problem }) => problem);
  const shown = [...byReason].slice(0, MAX_REASONS);
  const lines = shown.map(([problem, [first, ...others]]) => {
    const more = others.length === 0 ? "" : ` (and ${counted(others.length)} more)`;
    return `  - ${first?.what}${more}: ${problem}`;
  });
  const left = all - shown.reduce((sum, [, same]) => sum + same.length, 0);
  return left <= 0 ? lines : [...lines, `  - ${counted(left)} more refused`];
}

/** What a dry run found. */
export function dryFetchLines(
  { sources, lastSession }: FetchReport,
  { companies, missing }: { readonly companies: number; readonly missing: readonly string[] },
): string[] {
  return [
    `Dry run: nothing is sent. ${counted(companies, "company")}, last trading day ${longDay(lastSession)}.`,
    ...sources.flatMap(({ name, hosts, requests, seconds = 0, files, notes }) => {
      const where = hosts.length === 0 ? "" : ` of ${hosts.join(", ")}`;
      const fresh = files.fresh === 0 ? "" : `, ${counted(files.fresh, "file")} fresh`;
      const time = hosts.length === 0 ? "" : `, ${duration(Math.max(1, seconds))} at its rate`;
      const line = `${name}: at least ${counted(requests, "request")}${where}${time}${fresh}`;
      return [line, ...noteLines(notes)];
    }),
    ...(missing.length === 0 ? [] : [`Not set, and needed to fetch: ${missing.join(", ")}.`]),
  ];
}
