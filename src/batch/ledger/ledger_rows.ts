import type { SQLOutputValue } from "node:sqlite";
import type { ReasoningResult, RequestBody } from "../../protocol/reasoning.ts";
import type { Asked, InputRow, Outcome, PartialOutcome, RowError, RowProblem, SavedFile } from "../../run/outcome.ts";
import { AT, type RequestState } from "./ledger_schema.ts";
import type { EarlierAnswer } from "./ledger_types.ts";
import type { Values } from "./open_database.ts";
import type { OutcomeTexts } from "../../run/ranked_row.ts";
import type { ThesisCheck } from "../../run/thesis_check.ts";

/** A record with the names of its values. */
export type LedgerRecord = Record<string, SQLOutputValue>;

/** Consecutive failures with the same code. */
export interface Strikes {
  readonly code: string | undefined;
  readonly count: number;
}

/** A request that is to be sent, or whose files are to be downloaded. */
export interface OpenRequest {
  readonly id: number;
  /** Body, keys and attempts so far. */
  readonly asked: Asked;
  /** Its first row, which names the folder of the files. */
  readonly input: InputRow;
  /** Whether other rows share it. */
  readonly isShared: boolean;
  /** Whether it is about the list as a whole: no row has its outcome. */
  readonly isAboutList: boolean;
  /** Its last failures. */
  readonly strikes: Strikes;
  /** Whether an attempt with its key may have run with an unknown result. */
  readonly mayHaveRun: boolean;
  /** The answer, when it is known. */
  readonly result?: ReasoningResult | undefined;
  /** The incomplete answer that it has while it is sent again. */
  readonly earlier?: Pick<PartialOutcome, "result" | "files" | "check"> | undefined;
  /** When this process first sent it without an immediate refusal; absent before. */
  readonly firstMs?: number | undefined;
}

/** Reads a request from values of `nextOpen`; the casts rely on what the ledger itself wrote. */
export function toOpenRequest(values: Values): OpenRequest {
  const error = values[AT.error];
  const result = values[AT.result] === null ? undefined : fromJson<ReasoningResult>(values[AT.result]);
  const isAnswered = values[AT.state] === "answered";
  return {
    id: openIdAt(values),
    asked: askedAt(values),
    input: inputAt(values),
    isShared: values[AT.is_shared] === 1,
    isAboutList: values[AT.is_about_list] === 1,
    strikes: {
      code: error === null ? undefined : fromJson<RowError>(error).code,
      count: Number(values[AT.strikes]),
    },
    mayHaveRun: Number(values[AT.billable]) > 0,
    result: isAnswered ? result : undefined,
    earlier: isAnswered || result === undefined ? undefined : { result, files: filesAt(values), ...checkAt(values) },
  };
}

/** Id of the request in values of `nextOpen`. */
export function openIdAt(values: Values): number {
  return Number(values[AT.id]);
}

/** Reads an answer of another run. */
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

/** Reads the outcome of a row from values of `keptRows`. */
export function outcomeAt(values: Values): Outcome {
  const input = inputAt(values);
  if (values[AT.problem] !== null) {
    return { status: "invalid", input, problem: fromJson<RowProblem>(values[AT.problem]) };
  }
  const asked = askedAt(values);
  const state = String(values[AT.state]) as RequestState;
  switch (state) {
    case "done":
      return { status: state, input, asked, ...answerAt(values) };
    case "partial":
      return { status: state, input, asked, ...answerAt(values), error: fromJson<RowError>(values[AT.error]) };
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

/** Reads the input of a row from values of `keptRows`, `nextOpen` or `rowsOf`. */
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

function answerAt(values: Values): Pick<PartialOutcome, "result" | "files" | "check"> {
  return { result: fromJson<ReasoningResult>(values[AT.result]), files: filesAt(values), ...checkAt(values) };
}

function checkAt(values: Values): { readonly check?: ThesisCheck } {
  const check = textOf(values[AT.checked]);
  return check === undefined ? {} : { check: fromJson<ThesisCheck>(check) };
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

/** Whether the row is the first of its request. */
export function isFirstAt(values: Values): boolean {
  return values[AT.row] === values[AT.first_row];
}

/** Length of the answer in values of `keptRows`. */
export function answerChars(values: Values): number {
  return textOf(values[AT.result])?.length ?? 0;
}

/** The parts of an outcome as the JSON that was stored; absent for an invalid row. */
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

/** The request about the list as a whole, and how it ended. */
export interface ListAnswer {
  readonly asked: Asked;
  /** Its state, as that of a row. */
  readonly status: Exclude<Outcome["status"], "invalid">;
  readonly result?: ReasoningResult | undefined;
  readonly error?: RowError | undefined;
}

/** Reads the request about the list as a whole. */
export function toListAnswer(record: LedgerRecord): ListAnswer {
  const { body, identity, idempotency_key, attempts, started_at, seconds, state, result, error } = record;
  return {
    asked: {
      request: fromJson<RequestBody>(body),
      identity: String(identity),
      idempotencyKey: String(idempotency_key),
      attempts: Number(attempts),
      startedAt: textOf(started_at),
      seconds: typeof seconds === "number" ? seconds : undefined,
    },
    status: statusOf(String(state) as RequestState),
    result: typeof result === "string" ? fromJson<ReasoningResult>(result) : undefined,
    error: typeof error === "string" ? fromJson<RowError>(error) : undefined,
  };
}

/** Status of the rows of a request in this state. */
export function statusOf(state: RequestState): Exclude<Outcome["status"], "invalid"> {
  return state === "planned" || state === "intent" || state === "answered" ? "pending" : state;
}
