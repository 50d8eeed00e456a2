import { createClient } from "../../client/client.ts";
import { ConnectionError, TimeoutError } from "../../client/errors.ts";
import { thesisPart } from "../../client/read_thesis.ts";
import type { CallOptions, Research } from "../../client/research.ts";
import type { Clock } from "../../pace/clock.ts";
import type { FileReference } from "../../protocol/file_reference.ts";
import { type JsonPointer, parsePointer } from "../../protocol/json_pointer.ts";
import { jsonOr } from "../../protocol/parse_json.ts";
import type { ReasoningResult, RequestBody } from "../../protocol/reasoning.ts";
import { AnswerError, AnswerFailedError, AnswerTimedOutError } from "../../stream/errors.ts";
import { createRedactor } from "../../text/redact.ts";
import { type Exchange, recordingFetch } from "./exchange.ts";
import { replyLines, requestLines } from "./exchange_lines.ts";
import { excerpt } from "../../text/control.ts";
import { fileFields, thesisFields } from "./thesis_fields.ts";
import { answerFields, StreamNotes } from "./stream_notes.ts";
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

/** What the requests of a probe need. */
type ProbeRequestsOptions = Pick<Host, "fetch" | "clock" | "newId"> & {
  readonly settings: RemoteSettings;
  readonly signal: AbortSignal;
};

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

type Reading = Pick<Probed, "fields" | "files"> & { readonly error?: unknown };

const DONE_LINE = /(?:^|\n)data: ?\[DONE\]\s*$/;
const END_OF_ANY_LINE = /\r\n?/g;

/** Sends requests through our client, one to each operation, and records what was on the wire. */
export class ProbeRequests {
  readonly #research: Research;
  readonly #exchanges: readonly Exchange[];
  readonly #clock: Clock;
  readonly #resultAt: JsonPointer | undefined;
  readonly #options: CallOptions;
  readonly #redact: (text: string) => string;

  /** @param options The service and the machine. */
  constructor({ settings, fetch, clock, signal, newId }: ProbeRequestsOptions) {
    const recording = recordingFetch(fetch, clock);
    this.#exchanges = recording.exchanges;
    this.#research = createClient({ ...settings, fetch: recording.fetch, clock, newId });
    this.#clock = clock;
    this.#resultAt = settings.resultAt === undefined ? undefined : parsePointer(settings.resultAt);
    this.#options = { signal, retries: 0 };
    this.#redact = createRedactor(settings.apiKey === undefined ? [] : [settings.apiKey.trim()]);
  }

  /** Requests a thesis, as a screen does. */
  reason(request: RequestBody): Promise<Probed> {
    return this.#probe("reason", async () => {
      const asked = this.#research.reason(request, this.#options);
      const result = await asked.catch((error: unknown) => ({ error }));
      const part = this.#partOf(result);
      const fields = part === undefined ? [] : thesisFields(part);
      return "error" in result
        ? { fields, files: [], error: result.error }
        : { fields, files: result.metadata?.files ?? [] };
    });
  }

  /** What was read, or tried to: that of a packed reply is known to the client alone. */
  #partOf(result: ReasoningResult | { readonly error: unknown }): unknown {
    const { reply, text = "" } = this.#exchanges.at(-1) ?? {};
    if (reply?.status !== 200) return undefined;
    const unpacked = "error" in result && result.error instanceof ProtocolError ? result.error.body : undefined;
    const part = thesisPart(jsonOr(unpacked ?? text, undefined), this.#resultAt);
    if (part !== undefined || "error" in result) return part;
    const { wire: _, ...thesis } = result;
    return thesis;
  }

  /** Requests a streamed answer. */
  stream(input: string): Promise<Probed> {
    return this.#probe("stream", async () => {
      const answer = this.#research.stream(input, this.#options);
      const startMs = this.#clock.monotonicMs();
      const notes = new StreamNotes();
      let error: unknown;
      try {
        for await (const event of answer) notes.add(event, this.#clock.monotonicMs() - startMs);
      } catch (thrown) {
        error = thrown;
      }
      const { snapshot } = answer;
      if (snapshot.events === 0) return { fields: [], files: [], error };
      const isTerminated = DONE_LINE.test((this.#exchanges.at(-1)?.tail ?? "").replace(END_OF_ANY_LINE, "\n"));
      return {
        fields: [...notes.lines({ isTerminated }), "", ...answerFields(snapshot)],
        files: snapshot.files,
        error,
      };
    });
  }

  /** Fetches a file into memory. */
  file(file: FileReference): Promise<Probed> {
    return this.#probe("file", async () => {
      const fetched = await this.#research.file(file, this.#options).catch((error: unknown) => ({ error }));
      const exchange = this.#exchanges.at(-1);
      if (!(fetched instanceof Blob)) return { fields: [], files: [], error: fetched.error };
      return { fields: exchange === undefined ? [] : fileFields(exchange, file), files: [] };
    });
  }

  async #probe(operation: Operation, ask: () => Promise<Reading>): Promise<Probed> {
    const before = this.#exchanges.length;
    const { fields, files, error } = await ask();
    return {
      operation,
      // A service may repeat the key anywhere
      exchanges: this.#exchanges.slice(before).map((exchange) => exchange.redacted(this.#redact)),
      fields: fields.map(this.#redact),
      // Errors of the client hold no key
      failure: error === undefined
        ? undefined
        : { kind: kindOf(error), message: error instanceof Error ? error.message : String(error) },
      files,
    };
  }
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
