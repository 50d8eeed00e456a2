import type { SQLOutputValue } from "node:sqlite";
import type { ReasoningResult, RequestBody } from "../../protocol/reasoning.ts";
import type { Asked, InputRow, Outcome, RowError, RowProblem, SavedFile } from "../../run/outcome.ts";
import type { RequestState } from "./ledger_schema.ts";
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
  const error = values[15];
  return {
    id: openIdAt(values),
    asked: askedAt(values),
    input: inputAt(values),
    isShared: values[20] === 1,
    strikes: {
      code: error === null ? undefined : fromJson<RowError>(error).code,
      count: Number(values[19]),
    },
    mayHaveRun: Number(values[18]) > 0,
    result: values[9] === "answered" ? fromJson<ReasoningResult>(values[13]) : undefined,
  };
}

/** The number of the request that `nextOpen` gives. */
export function openIdAt(values: Values): number {
  return Number(values[17]);
}

/** An answer of another run, by what that one wrote. */
export function toEarlierAnswer(record: LedgerRecord): EarlierAnswer {
  return {
    id: Number(record["id"]),
    firstRow: Number(record["first_row"]),
    ticker: String(record["ticker"]),
    startedAt: String(record["started_at"]),
    seconds: Number(record["seconds"]),
    ...toAnswer(record),
  };
}

/** What became of the row, by the state of its request; by place, as `keptRows` gives it. */
export function outcomeAt(values: Values): Outcome {
  const input = inputAt(values);
  if (values[5] !== null) return { status: "invalid", input, problem: fromJson<RowProblem>(values[5]) };
  const asked = askedAt(values);
  const state = String(values[9]) as RequestState;
  switch (state) {
    case "done":
      return { status: state, input, asked, result: fromJson(values[13]), files: filesAt(values) };
    case "partial": {
      const error = fromJson<RowError>(values[15]);
      return { status: state, input, asked, result: fromJson(values[13]), files: filesAt(values), error };
    }
    case "failed":
    case "in_doubt":
      return { status: state, input, asked, error: fromJson(values[15]) };
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
    row: Number(values[0]),
    line: Number(values[1]),
    ticker: String(values[2]),
    company: textOf(values[3]),
    cells: fromJson(values[4]),
  };
}

function askedAt(values: Values): Asked {
  const seconds = values[12];
  const reusedFrom = values[16];
  const asked = {
    request: fromJson<RequestBody>(values[7]),
    identity: String(values[6]),
    idempotencyKey: String(values[8]),
    attempts: Number(values[10]),
    startedAt: textOf(values[11]),
    seconds: typeof seconds === "number" ? seconds : undefined,
  };
  return typeof reusedFrom === "string" ? { ...asked, reusedFrom } : asked;
}

function filesAt(values: Values): readonly SavedFile[] {
  return fromJson(values[14] ?? "[]");
}

function toAnswer(record: LedgerRecord): { result: ReasoningResult; files: readonly SavedFile[] } {
  return {
    result: fromJson<ReasoningResult>(record["result"]),
    files: fromJson<readonly SavedFile[]>(record["files"] ?? "[]"),
  };
}

function textOf(value: SQLOutputValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function fromJson<T>(value: SQLOutputValue | undefined): T {
  return JSON.parse(String(value)) as T;
}

/** Whether no row before asks the same. */
export function isFirstAt(values: Values): boolean {
  return values[0] === values[17];
}

/** How long the answer is that `keptRows` gives of a row. */
export function answerChars(values: Values): number {
  return textAt(values, 13)?.length ?? 0;
}

/** The JSON of an outcome, as `JSON.stringify` wrote it; absent for a row that was never asked. */
export function textsAt(values: Values): OutcomeTexts | undefined {
  const request = textAt(values, 7);
  if (request === undefined) return undefined;
  return { request, result: textAt(values, 13), files: textAt(values, 14) ?? "[]", error: textAt(values, 15) };
}

function textAt(values: Values, place: number): string | undefined {
  const value = values[place];
  return typeof value === "string" ? value : undefined;
}
