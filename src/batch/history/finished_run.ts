import { foldTicker } from "../../compare/match_rows.ts";
import { percentilesByBars, tenths } from "../../compare/percentiles.ts";
import { sha256 } from "../../disk/digest.ts";
import type { Manifest, RunRecord } from "../../run/manifest.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import type { RunSeries, TickerNight } from "../../run/ticker_history.ts";
import { canonicalJson } from "../../text/canonical_json.ts";

/** A finished run, as a history keeps it. */
export interface FinishedRun {
  /** Name of its folder. */
  readonly folder: string;
  readonly finishedAt: string;
  readonly night: string;
  readonly series: RunSeries;
  readonly manifest: Manifest;
}

/** A row of a run, as a history keeps it. */
export interface NightRow
  extends Omit<TickerNight, "night" | "ranAt" | "runId" | "status">, Pick<ThesisRow, "row" | "status"> {
  /** In capitals, as rows of two runs are matched. */
  readonly ticker: string;
}

/** Digits of the digest of a question. */
const QUESTION_DIGITS = 8;
const LOCAL_DAY = 10;
/** Rows in these states say nothing about a name. */
const SILENT: ReadonlySet<string> = new Set(["invalid", "skipped", "pending"]);

/** The part of a row that a history keeps; nothing of a row that says nothing about a name. */
export function keptOf(row: ThesisRow): NightRow | undefined {
  if (SILENT.has(row.status) || row.ticker === "") return undefined;
  const { status, signal, score, confidence, probability, drawdownProbability, rank } = row;
  const { asOf, requestedAsOf, askedAt, horizon, benchmark, frequency, engine } = row;
  const said = { status, signal, score, confidence, probability, drawdownProbability, rank };
  const asked = { asOf, requestedAsOf, askedAt, horizon, benchmark, frequency, engine };
  return { row: row.row, ticker: foldTicker(row.ticker), ...said, ...asked };
}

/** The rows of a run with the place of each score among those with the same bars. */
export function withPercentiles(rows: readonly NightRow[]): NightRow[] {
  const percentileOf = percentilesByBars(rows);
  return rows.map((row) => ({ ...row, percentile: tenths(percentileOf(row)) }));
}

/**
 * Describes a finished run for a history.
 * @param record Its record; the settings in it tell the text of a prompt where the options name a file.
 * @param run Its manifest, its rows and the name of its folder.
 */
export function describeFinished(
  record: RunRecord & { readonly finishedAt: string },
  { manifest, rows, folder }: {
    readonly manifest: Manifest;
    readonly rows: readonly NightRow[];
    readonly folder: string;
  },
): FinishedRun {
  const { data } = manifest;
  return {
    folder,
    finishedAt: record.finishedAt,
    night: nightOf(record, rows),
    series: seriesOf(record),
    // Files and problems are most of it, and are gone with the folder.
    manifest: { ...manifest, files: [], ...data === undefined ? {} : { data: { ...data, problems: [] } } },
  };
}

/** What tells a run apart from others in the same folder. */
export function seriesOf({ input, service, settings, options }: RunRecord): RunSeries {
  const set = (noun: string, option: string) => {
    const value = settings === undefined ? options[option] : settings[noun];
    return value === undefined || typeof value === "string" ? value : canonicalJson(value);
  };
  const question = [set("the prompt", "prompt"), set("the prompt column", "promptColumn"), set("the body", "body")];
  const own = set("the choice of own columns", "own");
  const model = set("the model", "model") ?? service.model;
  const isDefault = [...question, own].every((part) => part === undefined);
  return {
    list: input.name,
    service: service.name,
    ...model === undefined ? {} : { model },
    ...isDefault ? {} : {
      question: sha256(canonicalJson(own === undefined ? question : [...question, own])).slice(0, QUESTION_DIGITS),
    },
  };
}

/** The newest day of the data; else the newest day that was asked for, or the local day on which it began. */
export function nightOf({ service, startedAt }: RunRecord, rows: readonly NightRow[]): string {
  const newest = (days: readonly (string | undefined)[]) =>
    days.reduce<string | undefined>((last, day) => day !== undefined && day > (last ?? "") ? day : last, undefined);
  return newest(rows.map(({ asOf }) => asOf)) ?? newest(rows.map(({ requestedAsOf }) => requestedAsOf)) ??
    service.dataEnds ?? localDay(new Date(startedAt));
}

function localDay(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, LOCAL_DAY);
}
