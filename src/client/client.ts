import { saveStream } from "../disk/download_to.ts";
import type { Clock } from "../pace/clock.ts";
import { sharedTimers } from "../pace/shared_timers.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import { type JsonPointer, parsePointer } from "../protocol/json_pointer.ts";
import { type ReasoningResult, type RequestBody, withModel } from "../protocol/reasoning.ts";
import type { ResponseRequest } from "../protocol/response.ts";
import { filePath, IDEMPOTENCY_HEADER, IDEMPOTENCY_HONOURED_HEADER, ROUTES } from "../protocol/route.ts";
import { type Answer, createAnswer } from "../stream/answer.ts";
import { checkApiKey, createRedactor } from "../text/redact.ts";
import { safeName } from "../text/safe_name.ts";
import { baseUrlOf } from "./base_url.ts";
import { Attempts } from "./attempts.ts";
import { readText, wholeText } from "./body.ts";
import { TimeoutError } from "./errors.ts";
import { ReplyEvents } from "./event_source.ts";
import { FileBody } from "./file_body.ts";
import { FILE_LIMITS, REASON_LIMITS, STREAM_LIMITS, type WholeLimits, withDefaults } from "./limits.ts";
import { checkHeaders } from "./own_headers.ts";
import { checkPath } from "./own_path.ts";
import type { CallOptions, DownloadedFile, DownloadOptions, Research } from "./research.ts";
import { readThesis } from "./read_thesis.ts";
import { RedactedEvents } from "./redacted_events.ts";
import { redactError } from "./redact_error.ts";
import type { Reply } from "./reply.ts";
import { connectEvents, ResumingEvents } from "./resume.ts";
import { RetryBudget } from "./retry_budget.ts";
import { type Address, type Fetch, send } from "./send.ts";
import { Watch } from "./watch.ts";

/** What a client is made of; the world is handed in. */
export interface ClientOptions {
  /** Address of the service; a trailing `/` or `/v1` is trimmed. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`, to this address only. */
  readonly apiKey?: string | undefined;
  /** Model sent with each request that names none. */
  readonly model?: string | undefined;
  /** Sent with each request to this address beside our own; no key is among them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Path of the reasoning operation, where it is not the specification's. */
  readonly path?: string | undefined;
  /** Where the thesis stands in a reasoning reply, as a JSON pointer; the reply itself when absent. */
  readonly resultAt?: string | undefined;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Makes up idempotency keys. */
  newId(): string;
  /** Spreads retries, 0 up to 1; without it each delay is the longest. */
  random?(): number;
  /** Most requests at once that are of any use, for who sends many. */
  readonly maxConcurrent?: number | undefined;
}

/**
 * Makes the client of one service.
 *
 * @throws {TypeError} when the base URL is none, or names a user; or header, path or pointer cannot be used.
 * @throws {ApiKeyError} when the key is not one line of visible ASCII.
 */
export function createClient(options: ClientOptions): Research {
  return new Client(options);
}

/** What is at hand while a call lasts. */
interface Call {
  /** Completes the sentence "Cannot ...". */
  readonly action: string;
  readonly attempts: Attempts;
  readonly watch: Watch;
  readonly limits: WholeLimits;
}

/** How a call is made. */
interface Calling extends CallOptions {
  readonly defaults: WholeLimits;
  /** Only reads: it may be sent again whether or not it ran. */
  readonly isSafe?: true;
}

class Client implements Research {
  readonly #address: Address;
  readonly #model: string | undefined;
  readonly #reasonPath: string;
  readonly #resultAt: JsonPointer | undefined;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #random: () => number;
  readonly #budget = new RetryBudget();
  /** The service said that it runs a repeated key once: what maybe ran may be sent again. */
  #honoursKeys = false;
  readonly maxConcurrent: number | undefined;

  constructor({ baseUrl, apiKey, model, headers = {}, path, resultAt, ...world }: ClientOptions) {
    const { fetch: ask, clock, newId, random = () => 1, maxConcurrent } = world;
    const key = apiKey === undefined ? undefined : checkApiKey(apiKey);
    const own = checkHeaders(headers, { apiKey: key });
    this.#address = {
      baseUrl: baseUrlOf(baseUrl),
      headers: key === undefined ? own : { ...own, authorization: `Bearer ${key}` },
      fetch: ask,
      note: (reply) => this.#note(reply),
      now: () => clock.now(),
      redact: createRedactor(key === undefined ? [] : [key]),
    };
    this.#model = model;
    this.#reasonPath = path === undefined ? ROUTES.reason.path : checkPath(path);
    this.#resultAt = resultAt === undefined ? undefined : parsePointer(resultAt);
    this.#clock = sharedTimers(clock);
    this.#newId = newId;
    this.#random = random;
    this.maxConcurrent = maxConcurrent;
  }

  get honoursKeys(): boolean {
    return this.#honoursKeys;
  }

  async reason(request: string | RequestBody, options: CallOptions = {}): Promise<ReasoningResult> {
    const { method } = ROUTES.reason;
    const path = this.#reasonPath;
    const json = withModel(typeof request === "string" ? { input: request } : request, this.#model);
    const headers = this.#idempotency(options);
    const outgoing = { action: "get thesis", method, path, accept: "application/json", json, headers };
    return await this.#call(outgoing.action, { ...options, defaults: REASON_LIMITS }, async (call) => {
      const { attempts, watch, limits } = call;
      const body = await attempts.run(async () => {
        const reply = await send(this.#address, outgoing, watch);
        return wholeText(reply, limits) ?? await readText(reply, watch, limits);
      });
      return readThesis(body, { redact: this.#address.redact, resultAt: this.#resultAt });
    });
  }

  stream(request: string | ResponseRequest, options: CallOptions = {}): Answer {
    const limits = withDefaults(options.limits, STREAM_LIMITS);
    const open = async (left: AbortSignal) => {
      const signal = options.signal ? AbortSignal.any([options.signal, left]) : left;
      const watch = this.#watch("get answer", limits, { signal });
      try {
        const { method, path } = ROUTES.createResponse;
        const json = { ...this.#modelled(request), stream: true };
        const headers = this.#idempotency(options);
        const outgoing = { action: "get answer", method, path, accept: "text/event-stream", json, headers };
        const attempts = this.#attempts(outgoing.action, { ...options, watch, limits });
        const { redact } = this.#address;
        if ("background" in json && json.background === true) {
          const shared = { address: this.#address, clock: this.#clock, limits, watch, random: this.#random };
          const first = await attempts.run(() => connectEvents(outgoing, shared));
          return new RedactedEvents(new ResumingEvents(first, shared), redact);
        }
        const reply = await attempts.run(() => send(this.#address, outgoing, watch));
        return new RedactedEvents(new ReplyEvents(reply, watch, limits), redact);
      } catch (error) {
        watch.cancel();
        throw redactError(error, this.#address.redact);
      }
    };
    return createAnswer(open, { signal: options.signal, isTimeout: (error) => error instanceof TimeoutError });
  }

  async file(file: FileReference, options: CallOptions = {}): Promise<Blob> {
    const action = `get file ${file.file_id}`;
    return await this.#call(action, { ...options, defaults: FILE_LIMITS, isSafe: true }, async (call) => {
      const body = this.#fileBody(file, call);
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for await (const piece of body) {
        if (piece === "start_again") chunks.length = 0;
        else chunks.push(piece);
      }
      return new Blob(chunks, { type: body.mediaType });
    });
  }

  async download(file: FileReference, folder: string, options: DownloadOptions = {}): Promise<DownloadedFile> {
    const action = `get file ${file.file_id}`;
    return await this.#call(action, { ...options, defaults: FILE_LIMITS, isSafe: true }, async (call) => {
      const body = this.#fileBody(file, call);
      const name = safeName(options.name ?? file.filename, { fallback: file.file_id });
      const saved = await saveStream(body, folder, name, call.limits);
      return { ...saved, mediaType: body.mediaType };
    });
  }

  #fileBody({ file_id, bytes }: FileReference, { attempts, watch, limits, action }: Call): FileBody {
    const { method } = ROUTES.downloadFile;
    const outgoing = { action, method, path: filePath(file_id), accept: undefined };
    const request = (headers: Readonly<Record<string, string>>, isPart: boolean) =>
      send(this.#address, { ...outgoing, headers, isPart }, watch);
    return new FileBody(request, { action, attempts, watch, limits, expectedBytes: bytes });
  }

  /** One call under its limits: nothing of it is left when it ends, and no error of it shows the key. */
  async #call<T>(action: string, options: Calling, work: (call: Call) => Promise<T>): Promise<T> {
    const limits = withDefaults(options.limits, options.defaults);
    const watch = this.#watch(action, limits, options);
    try {
      const attempts = this.#attempts(action, { ...options, watch, limits });
      return await work({ action, attempts, watch, limits });
    } catch (error) {
      throw redactError(error, this.#address.redact);
    } finally {
      watch.stop();
    }
  }

  #attempts(
    action: string,
    options: Omit<Call, "action" | "attempts"> & Pick<Calling, "retries" | "isSafe">,
  ): Attempts {
    const { watch, limits, retries, isSafe = false } = options;
    return new Attempts({
      action,
      retries,
      maxAskedMs: limits.retryAfterMs,
      watch,
      budget: this.#budget,
      random: this.#random,
      isRepeatable: () => isSafe || this.#honoursKeys,
    });
  }

  #note(reply: Reply): void {
    this.#honoursKeys ||= reply.headers.get(IDEMPOTENCY_HONOURED_HEADER) === "honoured";
  }

  #watch(action: string, limits: WholeLimits, { signal }: CallOptions): Watch {
    return new Watch(this.#clock, limits, { action, signal });
  }

  #modelled(request: string | ResponseRequest): ResponseRequest {
    const body = typeof request === "string" ? { input: request } : request;
    const model = body.model ?? this.#model;
    return model === undefined ? body : { ...body, model };
  }

  #idempotency({ idempotencyKey }: CallOptions): Record<string, string> {
    return { [IDEMPOTENCY_HEADER]: idempotencyKey ?? this.#newId() };
  }
}
