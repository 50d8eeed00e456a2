import { folderUse } from "../../disk/folder_lock.ts";
import type { ReasoningResult } from "../../protocol/reasoning.ts";
import type { RunStatus } from "../../run/progress.ts";
import { InputError } from "../../protocol/errors.ts";
import type { LedgerReader } from "../ledger/ledger_reader.ts";
import { HONOURS_KEYS_NOTE, PACE_NOTE } from "../ledger/ledger_schema.ts";
import { folderOf, readLedger } from "./open_run.ts";
import { savedOutage } from "../send/pacer.ts";
import { spentOf, usedModel } from "../send/spending.ts";

/** The rate is measured over this time, and over at most 512 requests in each state. */
const WINDOW_MS = 600_000;
const LAST = "SELECT id, started_at, seconds FROM requests WHERE state = ? ORDER BY id DESC LIMIT 512";
const THESIS = "SELECT r.row, r.ticker, q.result FROM requests q JOIN rows r ON r.row = q.first_row " +
  "WHERE q.id = ? AND r.request = q.id";

/** A settled request. */
interface Ended {
  readonly id: number;
  readonly atMs: number;
}

/**
 * Reads the status of a run, finished or not, from its ledger alone.
 * @param run Its folder, or `latest` for the last finished one under `runs/`.
 * @param options `base`, where relative paths start; `now`.
 * @throws {InputError} when there is no run, or it has not begun.
 */
export function readStatus(
  run: string,
  { base, now }: { readonly base?: string | undefined; readonly now: Date },
): RunStatus {
  const folder = folderOf(run, base);
  using reader = readLedger(folder);
  const { isHeld, holder } = folderUse(folder);
  const record = recordOf(reader, { folder, isHeld });
  const requests = reader.requestsByState();
  const count = (...states: Parameters<typeof requests.get>[0][]) =>
    states.reduce((sum, state) => sum + (requests.get(state) ?? 0), 0);
  const open = count("planned", "intent", "answered");
  const counts = reader.rowCounts();
  const answers = lastEnded(reader, ["done", "partial"]);
  const ends = [...answers, ...lastEnded(reader, ["failed"])];
  const newest = newestOf(ends);
  const perSecond = rateOf(ends, isHeld ? now.getTime() : newest?.atMs ?? 0);
  const spent = spentOf(reader);
  const pace = reader.note(PACE_NOTE);
  const rowsARequest = (counts.rows - counts.statuses.invalid) /
    Math.max(1, requests.values().reduce((sum, count) => sum + count, 0));
  return {
    folder,
    record,
    holder,
    ...thesisOf(reader, newestOf(answers)),
    state: isHeld ? "running" : record.finishedAt !== undefined && open === 0 ? "finished" : "stopped",
    progress: {
      ...counts,
      inFlight: isHeld ? count("intent") : 0,
      rowsPerSecond: perSecond * rowsARequest,
      secondsLeft: isHeld && perSecond > 0 ? open / perSecond : undefined,
      sent: spent?.sent,
      spent: spent?.cost,
      ...spent?.model && { model: usedModel(spent.model) },
      ...(isHeld && pace !== undefined ? savedOutage(pace, now.getTime()) : {}),
    },
    inDoubt: count("in_doubt") + (isHeld ? 0 : count("intent")),
    isIdempotent: reader.note(HONOURS_KEYS_NOTE) !== undefined,
    lastEndedAt: newest === undefined ? undefined : new Date(newest.atMs).toISOString(),
  };
}

function recordOf(
  reader: LedgerReader,
  { folder, isHeld }: { readonly folder: string; readonly isHeld: boolean },
): RunStatus["record"] {
  const record = reader.record();
  if (record !== undefined) return record;
  const state = isHeld ? "its list is still being read" : "its run has not begun";
  throw new InputError(`Cannot read the status of ${folder}: ${state}`);
}

/** Requests are sent in the order of their ids, so that nearly always the last ids ended last. */
function lastEnded(reader: LedgerReader, states: readonly ("done" | "partial" | "failed")[]): Ended[] {
  return states.flatMap((state) => reader.all(LAST, state)).flatMap(({ id, started_at, seconds }) => {
    const atMs = typeof started_at === "string" ? Date.parse(started_at) + 1000 * Number(seconds ?? 0) : NaN;
    return Number.isNaN(atMs) ? [] : [{ id: Number(id), atMs }];
  });
}

function newestOf(ends: readonly Ended[]): Ended | undefined {
  return ends.reduce<Ended | undefined>((newest, end) => newest && newest.atMs >= end.atMs ? newest : end, undefined);
}

/** Requests per second since the first of the recent ones; 0 when there are too few. */
function rateOf(ends: readonly Ended[], untilMs: number): number {
  const since = (newestOf(ends)?.atMs ?? 0) - WINDOW_MS;
  const recent = ends.map(({ atMs }) => atMs).filter((atMs) => atMs >= since);
  const seconds = (untilMs - recent.reduce((first, atMs) => Math.min(first, atMs), Infinity)) / 1000;
  return recent.length > 1 && seconds > 0 ? (recent.length - 1) / seconds : 0;
}

function thesisOf(reader: LedgerReader, last: Ended | undefined): Pick<RunStatus, "lastThesis"> {
  const [found] = last === undefined ? [] : reader.all(THESIS, last.id);
  if (found === undefined) return {};
  const { agent_thesis: { signal, confidence } } = JSON.parse(String(found["result"])) as ReasoningResult;
  return { lastThesis: { row: Number(found["row"]), ticker: String(found["ticker"]), signal, confidence } };
}
