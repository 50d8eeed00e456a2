import { createClient } from "../../client/client.ts";
import { ConnectionError, TimeoutError } from "../../client/errors.ts";
import { thesisPart } from "../../client/read_thesis.ts";
import type { CallOptions, Research } from "../../client/research.ts";
import type { FileReference } from "../../protocol/file_reference.ts";
import { parsePointer } from "../../protocol/json_pointer.ts";
import { jsonOr } from "../../protocol/parse_json.ts";
import type { ReasoningResult, RequestBody } from "../../protocol/reasoning.ts";
import { AnswerError, AnswerFailedError, AnswerTimedOutError } from "../../stream/errors.ts";
import { createRedactor } from "../../text/redact.ts";
import { type Exchange, recordingFetch } from "./exchange.ts";
import { replyLines, requestLines } from "./exchange_lines.ts";
import { excerpt } from "../../text/control.ts";
import { fileFields, thesisFields } from "./thesis_fields.ts";
import { answerFields, type EventNote, noteOf, streamLines } from "./stream_notes.ts";
import type { RemoteSettings } from "../../setup/settings.ts";
import type { JsonObject } from "../../batch/question/body_template.ts";
import { findColumns } from "../../batch/list/input_columns.ts";
import { InputError, ProtocolError } from "../../protocol/errors.ts";
import { makePlan } from "../../batch/question/plan.ts";
import type { Host } from "../host.ts";
import { DEFAULT_PROMPT, type Operation, type ProbeFlags } from "./probe_flags.ts";

/** Why an operation gave no usable result. */
export interface ProbeFailure {
  /** What kind of failure it is. */
  readonly kind: "not_sent" | "broke" | "timeout" | "reply" | "failed" | "incomplete";
  /** The message of the error. */
  readonly message: string;
}

/** The result of one request to an operation. */
export interface Probed {
  readonly operation: Operation;
  /** What went over the wire; more than one when a dropped stream was resumed. It holds no key. */
  readonly exchanges: readonly Exchange[];
  /** How it was read, as lines for a person. */
  readonly fields: readonly string[];
  /** Why it gave no usable result; undefined when it did. */
  readonly failure: ProbeFailure | undefined;
  readonly files: readonly FileReference[];
}

/** A probe, and the machine that it runs on. */
export interface ProbeOptions extends Pick<Host, "fetch" | "clock" | "newId"> {
  readonly settings: RemoteSettings;
  readonly flags: Pick<ProbeFlags, "prompt" | "fileId">;
  /** The request for a thesis. */
  readonly request: RequestBody;
  readonly signal: AbortSignal;
}

/** How an operation was asked: through our client, without a second try. */
interface Asking extends ProbeOptions {
  readonly research: Research;
  readonly call: CallOptions;
  readonly exchanges: readonly Exchange[];
  readonly file: FileReference;
}

const TITLES = { reason: "Reasoning", stream: "Stream", file: "File" } as const;
const MAX_MESSAGE = 400;

/**
 * Reports one request to an operation: what was sent, what came back, how it was read, and what to try.
 * @param advice Absent when nothing failed.
 */
export function probeReport({ operation, exchanges, fields, failure }: Probed, advice: string | undefined): string[] {
  return [
    "",
    `== ${TITLES[operation]} ==`,
    ...exchanges.flatMap((exchange) => [...requestLines(exchange), ...replyLines(exchange)]),
    ...(fields.length === 0 ? [] : ["", ...fields]),
    ...(failure === undefined ? [] : ["", `FAILED: ${excerpt(failure.message, MAX_MESSAGE)}`]),
    ...(advice === undefined ? [] : [advice]),
  ];
}

/** What was read of a reply. */
interface Reading extends Pick<Probed, "fields"> {
  readonly files?: readonly FileReference[] | undefined;
  readonly error?: unknown;
}

const DONE_LINE = /(?:^|\n)data: ?\[DONE\]\s*$/;
const END_OF_ANY_LINE = /\r\n?/g;

/**
 * Sends a request to an operation through our client, and records what was on the wire.
 * @param named The files that earlier answers name.
 * @returns Undefined where there is no file to fetch.
 */
export async function probeOperation(
  operation: Operation,
  named: readonly FileReference[],
  options: ProbeOptions,
): Promise<Probed | undefined> {
  const { settings, clock, newId, signal, flags: { fileId } } = options;
  const file = fileId === undefined ? named[0] : { file_id: fileId };
  if (operation === "file" && file === undefined) return undefined;
  const { fetch, exchanges } = recordingFetch(options.fetch, clock);
  const research = createClient({ ...settings, fetch, clock, newId });
  const asking = { ...options, research, exchanges, call: { signal, retries: 0 }, file: file ?? { file_id: "" } };
  const { fields, files = [], error } = await READERS[operation](asking);
  const redact = createRedactor(settings.apiKey === undefined ? [] : [settings.apiKey]);
  const message = error instanceof Error ? error.message : String(error); // errors of the client hold no key
  return {
    operation,
    exchanges: exchanges.map((exchange) => exchange.redacted(redact)), // a service may repeat the key anywhere
    fields: fields.map(redact),
    failure: error === undefined ? undefined : { kind: kindOf(error), message },
    files,
  };
}

const READERS: Readonly<Record<Operation, (asking: Asking) => Promise<Reading>>> = {
  async reason(asking) {
    const result = await asking.research.reason(asking.request, asking.call).catch((error: unknown) => ({ error }));
    const part = partOf(result, asking);
    const fields = part === undefined ? [] : thesisFields(part);
    return "error" in result ? { fields, error: result.error } : { fields, files: result.metadata?.files };
  },
  async stream({ research, flags: { prompt = DEFAULT_PROMPT }, call, exchanges }) {
    const answer = research.stream(prompt, call);
    const notes: EventNote[] = [];
    let error: unknown;
    try {
      for await (const event of answer) notes.push(noteOf(event, exchanges[0]?.sinceMs() ?? 0));
    } catch (thrown) {
      error = thrown;
    }
    const { snapshot } = answer;
    if (snapshot.events === 0) return { fields: [], error };
    const isTerminated = DONE_LINE.test((exchanges.at(-1)?.tail ?? "").replace(END_OF_ANY_LINE, "\n"));
    return {
      fields: [...streamLines(notes, isTerminated), "", ...answerFields(snapshot)],
      files: snapshot.files,
      error,
    };
  },
  async file({ research, file, call, exchanges }) {
    const fetched = await research.file(file, call).catch((error: unknown) => ({ error }));
    if (!(fetched instanceof Blob)) return { fields: [], error: fetched.error };
    return { fields: exchanges.slice(-1).flatMap((exchange) => fileFields(exchange, file)) };
  },
};

/** What was read, or tried to: that of a packed reply is known to the client alone. */
function partOf(
  result: ReasoningResult | { readonly error: unknown },
  { exchanges, settings: { resultAt } }: Asking,
): unknown {
  const { reply, text = "" } = exchanges.at(-1) ?? {};
  if (reply?.status !== 200) return undefined;
  const unpacked = "error" in result && result.error instanceof ProtocolError ? result.error.body : undefined;
  const pointer = resultAt === undefined ? undefined : parsePointer(resultAt);
  const part = thesisPart(jsonOr(unpacked ?? text, undefined), pointer);
  if (part !== undefined || "error" in result) return part;
  const { wire: _, ...thesis } = result;
  return thesis;
}

function kindOf(error: unknown): ProbeFailure["kind"] {
  if (error instanceof ConnectionError) return error.delivery === "not_sent" ? "not_sent" : "broke";
  if (error instanceof TimeoutError || error instanceof AnswerTimedOutError) return "timeout";
  if (error instanceof AnswerFailedError) return "failed";
  return error instanceof AnswerError ? "incomplete" : "reply";
}

const SAMPLE_CELLS: Readonly<Record<string, string>> = { ticker: "AAPL", company: "Apple Inc." };

/**
 * The reasoning request of a probe: what a screen sends for one row.
 * @param flags Prompt and cells, as they were typed.
 * @param options The body sent in place of ours, and the model.
 * @throws {InputError} when the body has places that no cell fills.
 */
export function reasoningRequest(
  { prompt, cells }: ProbeFlags,
  { body, model }: { readonly body: JsonObject | undefined; readonly model: string | undefined },
): RequestBody {
  if (body === undefined) return { input: prompt ?? DEFAULT_PROMPT, include: ["files", "verification"] };
  const row = { ...SAMPLE_CELLS, ...cells };
  const columns = findColumns(Object.keys(row), { name: "the cells of the probe", tickerColumn: "ticker" });
  const ask = makePlan({ body, prompt, model }, columns).ask({
    row: 1,
    line: 1,
    ticker: row["ticker"] ?? "",
    company: row["company"],
    cells: Object.values(row),
  });
  if ("request" in ask) return ask.request;
  throw new InputError(`Cannot fill the body: ${ask.problem.message}: ${ask.problem.column}`);
}
