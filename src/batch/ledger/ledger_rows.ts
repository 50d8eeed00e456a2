import type { SQLOutputValue } from "node:sqlite";
import type { ReasoningResult, RequestBody } from "../../protocol/reasoning.ts";
import type { Asked, InputRow, Outcome, RowError, RowProblem, SavedFile } from "../../run/outcome.ts";
import { AT, type RequestState } from "./ledger_schema.ts";
import type { EarlierAnswer } from "./ledger_types.ts";
import type { Values } from "./open_database.ts";
import type { OutcomeTexts } from "../../run/ranked_row.ts";

/** A record as the database gives it. */
export type LedgerRecord = Record<string, SQLOutputValue>;

/** Failures in a row with the same code. */
export interface Strikes {
  readonly code: string | undefined;
  readonly count: number;
}

/** A request that has still to be sent, or whose files have still to be fetched. */
export interface OpenRequest {
  readonly id: number;
  /** How it was asked so far. */
  readonly asked: Asked;
  /** The first row that asks it: it names the folder of the files. */
  readonly input: InputRow;
  /** Whether other rows ask it, too. */
  readonly isShared: boolean;
  /** How often it failed in a row with the same code, and with which. */
  readonly strikes: Strikes;
  /** Whether an attempt under its key may have run, and nobody knows how that ended. */
  readonly mayHaveRun: boolean;
  /** Present when the answer is known. */
  readonly result?: ReasoningResult | undefined;
  /** When this process first sent it and the service did not just turn it away; absent before. */
  readonly firstMs?: number | undefined;
}

/** Makes a request of what `nextOpen` gives, by place; the casts say what the ledger itself wrote. */
export function toOpenRequest(values: Values): OpenRequest {
  const error = values[AT.error];
  return {
    id: openIdAt(values),
    asked: askedAt(values),
    input: inputAt(values),
    isShared: values[AT.is_shared] === 1,
    strikes: {
      code: error === null ? undefined : fromJson<RowError>(error).code,
      count: Number(values[AT.strikes]),
    },
    mayHaveRun: Number(values[AT.billable]) > 0,
    result: values[AT.state] === "answered" ? fromJson<ReasoningResult>(values[AT.result]) : undefined,
  };
}

/** The number of the request that `nextOpen` gives. */
export function openIdAt(values: Values): number {
  return Number(values[AT.id]);
}

/** An answer of another run, by what that one wrote. */
export function toEarlierAnswer(record: LedgerRecord): EarlierAnswer {
  return {
    id: Number(record["id"]),
    firstRow: Number(record["first_row"]),
    ticker: String(record["ticker"]),
    startedAt: String(record["started_at"]),
    seconds: Number(record["seconds"]),
    result: fromJson(record["result"]),
    files: fromJson(record["files"] ?? "[]"),
  };
}

/** What became of the row, by the state of its request; by place, as `keptRows` gives it. */
export function outcomeAt(values: Values): Outcome {
  const input = inputAt(values);
  if (values[AT.problem] !== null) {
    return { status: "invalid", input, problem: fromJson<RowProblem>(values[AT.problem]) };
  }
  const asked = askedAt(values);
  const state = String(values[AT.state]) as RequestState;
  switch (state) {
    case "done":
      return { status: state, input, asked, result: fromJson(values[AT.result]), files: filesAt(values) };
    case "partial": {
      const error = fromJson<RowError>(values[AT.error]);
      return { status: state, input, asked, result: fromJson(values[AT.result]), files: filesAt(values), error };
    }
    case "failed":
    case "in_doubt":
      return { status: state, input, asked, error: fromJson(values[AT.error]) };
    case "skipped":
      return { status: state, input, asked };
    case "planned":
    case "intent":
    case "answered":
      return { status: "pending", input, asked };
  }
}

/** A row as it was read; its values come first in all that is read by place. */
export function inputAt(values: Values): InputRow {
  return {
    row: Number(values[AT.row]),
    line: Number(values[AT.line]),
    ticker: String(values[AT.ticker]),
    company: textOf(values[AT.company]),
    cells: fromJson(values[AT.cells]),
  };
}

function askedAt(values: Values): Asked {
  const seconds = values[AT.seconds];
  const reusedFrom = values[AT.reused_from];
  const asked = {
    request: fromJson<RequestBody>(values[AT.body]),
    identity: String(values[AT.identity]),
    idempotencyKey: String(values[AT.idempotency_key]),
    attempts: Number(values[AT.attempts]),
    startedAt: textOf(values[AT.started_at]),
    seconds: typeof seconds === "number" ? seconds : undefined,
  };
  return typeof reusedFrom === "string" ? { ...asked, reusedFrom } : asked;
}

function filesAt(values: Values): readonly SavedFile[] {
  return fromJson(values[AT.files] ?? "[]");
}

function textOf(value: SQLOutputValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function fromJson<T>(value: SQLOutputValue | undefined): T {
  return JSON.parse(String(value)) as T;
}

/** Whether no row before asks the same. */
export function isFirstAt(values: Values): boolean {
  return values[AT.row] === values[AT.first_row];
}

/** How long the answer is that `keptRows` gives of a row. */
export function answerChars(values: Values): number {
  return textOf(values[AT.result])?.length ?? 0;
}

/** The JSON of an outcome, as `JSON.stringify` wrote it; absent for a row that was never asked. */
export function textsAt(values: Values): OutcomeTexts | undefined {
  const request = textOf(values[AT.body]);
  if (request === undefined) return undefined;
  return {
    request,
    result: textOf(values[AT.result]),
    files: textOf(values[AT.files]) ?? "[]",
    error: textOf(values[AT.error]),
  };
}
