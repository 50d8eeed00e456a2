import { saveStream } from "../disk/download_to.ts";
import type { Clock } from "../pace/clock.ts";
import { sharedTimers } from "../pace/shared_timers.ts";
import type { DownloadedFile, FileReference } from "../protocol/file_reference.ts";
import { InputError } from "../protocol/errors.ts";
import { parsePointer } from "../protocol/json_pointer.ts";
import { type ReasoningResult, type RequestBody, withModel } from "../protocol/reasoning.ts";
import type { ResponseRequest } from "../protocol/response_request.ts";
import { filePath, IDEMPOTENCY_HONOURED_HEADER, ROUTES } from "../protocol/route.ts";
import { type Answer, createAnswer } from "../stream/answer.ts";
import { checkApiKey, createRedactor, SecretFilter } from "../text/redact.ts";
import { isRecord, kindOf } from "../text/options.ts";
import { isQuietSvg, safeName } from "../text/safe_name.ts";
import { baseUrlOf, checkHeaders, checkPath } from "./address.ts";
import { Attempts, RetryBudget } from "./attempts.ts";
import { enterBodies, readText } from "./body.ts";
import { TimeoutError } from "./errors.ts";
import { ReplyEvents } from "./event_source.ts";
import { FileBody, type FileBodyOptions } from "./file_body.ts";
import { FILE_LIMITS, REASON_LIMITS, STREAM_LIMITS, type WholeLimits, withDefaults } from "./limits.ts";
import {
  type CallOptions,
  checkCall,
  checkFile,
  type DownloadOptions,
  type QuestionOptions,
  type Research,
} from "./research.ts";
import { answerBodyWith, reasonBodyWith } from "./own_rows.ts";
import { readThesis, type ReadThesisOptions } from "./read_thesis.ts";
import { redactError } from "./redacted.ts";
import { RedactedEvents } from "./redacted_events.ts";
import { JSON_TYPE, readReplyThesis } from "./reply_thesis.ts";
import { connectEvents, ResumingEvents } from "./resume.ts";
import { type Address, type Fetch, send } from "./send.ts";
import { Watch } from "./watch.ts";

/** Options of a client. */
export interface ClientOptions {
  /** Address of the service; a trailing `/` or `/v1` is removed. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`, to this address only. */
  readonly apiKey?: string | undefined;
  /** Default model. */
  readonly model?: string | undefined;
  /** Custom headers of each request; they must not contain a key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Path of the reasoning operation. Default: the specification's. */
  readonly path?: string | undefined;
  /** JSON pointer to the thesis in a reasoning reply. Default: the whole reply. */
  readonly resultAt?: string | undefined;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Generates idempotency keys. */
  newId(): string;
  /** Spreads retries, 0 up to 1; without it, each delay is the longest. */
  random?(): number;
  /** Upper bound on useful concurrency. */
  readonly maxConcurrent?: number | undefined;
  /** How much longer than usual a thesis may take, in milliseconds. Default: 0. */
  readonly longerMs?: number | undefined;
}

/**
 * Creates a client of one service.
 *
 * @throws {TypeError} when the base URL, a header, the path or the pointer is invalid.
 * @throws {ApiKeyError} when the key is not one line of visible ASCII.
 */
export function createClient(options: ClientOptions): Research {
  return new Client(options);
}

/** Options of an internal call. */
interface Calling extends CallOptions {
  /** Whether the request only reads, so that it may be repeated whether or not it ran. */
  readonly isSafe?: boolean;
}

class Client implements Research {
  readonly #address: Address;
  readonly #model: string | undefined;
  readonly #reasonPath: string;
  readonly #reading: ReadThesisOptions;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #retrying: { readonly budget: RetryBudget; readonly random: () => number; isIdempotent: boolean };
  readonly maxConcurrent: number | undefined;
  readonly #reasonLimits: WholeLimits;
  readonly #replyNotes = new Set<string>();

  constructor({ baseUrl, apiKey, model, headers = {}, path, resultAt, ...world }: ClientOptions) {
    const { fetch: ask, clock, newId, random = () => 1, maxConcurrent, longerMs = 0 } = world;
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
    const pointer = resultAt === undefined ? undefined : parsePointer(resultAt);
    const { redact } = this.#address;
    this.#reading = { redact, filter: new SecretFilter(key === undefined ? [] : [key]), resultAt: pointer };
    this.#clock = sharedTimers(clock);
    this.#newId = newId;
    this.#retrying = { budget: new RetryBudget(), random, isIdempotent: false };
    this.maxConcurrent = maxConcurrent;
    this.#reasonLimits = { ...REASON_LIMITS, headersMs: REASON_LIMITS.headersMs + longerMs };
  }

  get replyNotes(): readonly string[] {
    return [...this.#replyNotes];
  }

  get isIdempotent(): boolean {
    return this.#retrying.isIdempotent;
  }

  async reason(request: string | RequestBody, options: QuestionOptions = {}): Promise<ReasoningResult> {
    checkCall("get thesis", options, "question");
    const { method } = ROUTES.reason;
    const path = this.#reasonPath;
    const body = reasonBodyWith(bodyOf(request), options.own);
    const json = this.#model === undefined ? body : withModel(body, this.#model);
    const idempotencyKey = options.idempotencyKey ?? this.#newId();
    const outgoing = { action: "get thesis", method, path, accept: JSON_TYPE, isAnyForm: true, json, idempotencyKey };
    const limits = withDefaults(options.limits, this.#reasonLimits);
    const watch = this.#watch(outgoing.action, limits, options);
    try {
      const ask = async () => {
        const reply = await send(this.#address, outgoing, watch);
        return { reply, text: await readText(reply, watch, limits) };
      };
      const { thesis, notes } = readReplyThesis(await this.#attempts(watch, options).run(ask), this.#reading);
      for (const note of notes) this.#replyNotes.add(note);
      return thesis;
    } catch (error) {
      throw redactError(error, this.#address.redact);
    } finally {
      watch.stop();
    }
  }

  readReply(body: string): ReasoningResult {
    return readThesis(body, this.#reading);
  }

  stream(request: string | ResponseRequest, options: QuestionOptions = {}): Answer {
    checkCall("get answer", options, "question");
    const limits = withDefaults(options.limits, STREAM_LIMITS);
    const open = async (left: AbortSignal) => {
      const signal = options.signal ? AbortSignal.any([options.signal, left]) : left;
      const watch = this.#watch("get answer", limits, { signal });
      try {
        const { method, path } = ROUTES.createResponse;
        const json = { ...answerBodyWith(this.#modelled(request), options.own), stream: true };
        const idempotencyKey = options.idempotencyKey ?? this.#newId();
        const outgoing = { action: watch.action, method, path, accept: "text/event-stream", json, idempotencyKey };
        const attempts = this.#attempts(watch, options);
        if ("background" in json && json.background === true) {
          const shared = { address: this.#address, clock: this.#clock, limits, watch, random: this.#retrying.random };
          const first = await attempts.run(() => connectEvents(outgoing, shared));
          return new RedactedEvents(new ResumingEvents(first, shared), this.#reading);
        }
        const reply = await attempts.run(() => send(this.#address, outgoing, watch));
        return new RedactedEvents(new ReplyEvents(reply, watch, limits), this.#reading);
      } catch (error) {
        watch.cancel();
        throw redactError(error, this.#address.redact);
      }
    };
    return createAnswer(open, { signal: options.signal, isTimeout: (error) => error instanceof TimeoutError });
  }

  async file(file: FileReference, options: CallOptions = {}): Promise<Blob> {
    checkFile(file, ".");
    checkCall("get file", options);
    return await this.#readFile(file, options, async (body, { signal }) => {
      using room = enterBodies();
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for await (const piece of body) {
        if (piece === "start_again") chunks.length = 0;
        else {
          await room.take(piece.byteLength, signal);
          chunks.push(piece);
        }
      }
      return new Blob(chunks, { type: body.mediaType });
    });
  }

  async download(file: FileReference, folder: string, options: DownloadOptions = {}): Promise<DownloadedFile> {
    checkFile(file, folder);
    checkCall("get file", options, "download");
    return await this.#readFile(file, options, async (body, { limits }) => {
      const name = safeName(options.name ?? file.filename, { fallback: file.file_id });
      const isInert = name.endsWith(".svg") ? isQuietSvg : undefined;
      const saved = await saveStream(body, folder, name, { ...limits, isInert });
      return { ...saved, mediaType: body.mediaType };
    });
  }

  /** Reads a file under the limits of its call; no timer outlives the call, and no error shows the key. */
  async #readFile<T>(
    file: FileReference,
    options: CallOptions,
    read: (body: FileBody, watch: Watch) => Promise<T>,
  ): Promise<T> {
    const limits = withDefaults(options.limits, FILE_LIMITS);
    const watch = this.#watch(`get file ${file.file_id}`, limits, options);
    try {
      const attempts = this.#attempts(watch, { ...options, isSafe: true });
      const body = this.#fileBody(file, { watch, attempts });
      const result = await read(body, watch);
      const note = "The service does not say how long its files are; one whose connection broke would look whole";
      if (body.mayBeCut) this.#replyNotes.add(note);
      return result;
    } catch (error) {
      throw redactError(error, this.#address.redact);
    } finally {
      watch.stop();
    }
  }

  #fileBody(
    file: FileReference,
    { watch, attempts }: Pick<FileBodyOptions, "watch" | "attempts">,
  ): FileBody {
    const { action, limits } = watch;
    const { method } = ROUTES.downloadFile;
    const outgoing = { action, method, path: filePath(file.file_id), accept: undefined, isFollowed: true };
    const request = (headers: Readonly<Record<string, string>>, isPart: boolean) =>
      send(this.#address, { ...outgoing, headers, isPart }, watch);
    return new FileBody(request, { action, attempts, watch, limits, file });
  }

  #attempts(watch: Watch, { retries, isSafe = false }: Calling): Attempts {
    return new Attempts(this.#retrying, { retries, isSafe, watch });
  }

  #note(reply: Response): void {
    this.#retrying.isIdempotent ||= reply.headers.get(IDEMPOTENCY_HONOURED_HEADER) === "honoured";
  }

  #watch(action: string, limits: WholeLimits, { signal }: CallOptions): Watch {
    return new Watch(this.#clock, limits, { action, signal });
  }

  #modelled(request: string | ResponseRequest): ResponseRequest {
    const body: ResponseRequest = bodyOf(request);
    const model = body.model ?? this.#model;
    return model === undefined ? body : { ...body, model };
  }
}

/** The body of a request, or of a question alone. */
function bodyOf<Body extends object>(request: string | Body): Body | { readonly input: string } {
  if (typeof request === "string") return { input: request };
  if (isRecord(request)) return request;
  throw new InputError(`Cannot ask: the request must be a question or a body, not ${kindOf(request)}`);
}
