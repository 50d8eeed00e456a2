import { saveStream } from "../disk/download_to.ts";
import type { Clock } from "../pace/clock.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import { type ReasoningRequest, type ReasoningResult, reasoningResultSchema } from "../protocol/reasoning.ts";
import type { ResponseRequest } from "../protocol/response.ts";
import { filePath, IDEMPOTENCY_HEADER, ROUTES } from "../protocol/route.ts";
import { type Answer, createAnswer } from "../stream/answer.ts";
import { checkApiKey, createRedactor } from "../text/redact.ts";
import { safeName } from "../text/safe_name.ts";
import { baseUrlOf } from "./base_url.ts";
import { limitedBody, readWhole } from "./body.ts";
import { TimeoutError } from "./errors.ts";
import { ReplyEvents } from "./event_source.ts";
import { FILE_LIMITS, REASON_LIMITS, STREAM_LIMITS, type WholeLimits, withDefaults } from "./limits.ts";
import type { CallOptions, DownloadedFile, DownloadOptions, Research } from "./research.ts";
import { type Address, type Fetch, mediaTypeOf, send } from "./send.ts";
import { Watch } from "./watch.ts";

/** What a client is made of; the world is handed in. */
export interface ClientOptions {
  /** Address of the service; a trailing `/` or `/v1` is trimmed. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`, to this address only. */
  readonly apiKey?: string | undefined;
  /** Model sent with each request that names none. */
  readonly model?: string | undefined;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Makes up idempotency keys. */
  newId(): string;
}

/**
 * Makes the client of one service.
 *
 * @throws {TypeError} when the base URL is none, or names a user.
 * @throws {ApiKeyError} when the key is not one line of visible ASCII.
 */
export function createClient(options: ClientOptions): Research {
  return new Client(options);
}

class Client implements Research {
  readonly #address: Address;
  readonly #model: string | undefined;
  readonly #clock: Clock;
  readonly #newId: () => string;

  constructor({ baseUrl, apiKey, model, fetch, clock, newId }: ClientOptions) {
    const key = apiKey === undefined ? undefined : checkApiKey(apiKey);
    const redact = createRedactor(key === undefined ? [] : [key]);
    this.#address = { baseUrl: baseUrlOf(baseUrl), apiKey: key, fetch, redact };
    this.#model = model;
    this.#clock = clock;
    this.#newId = newId;
  }

  async reason(request: string | ReasoningRequest, options: CallOptions = {}): Promise<ReasoningResult> {
    const limits = withDefaults(options.limits, REASON_LIMITS);
    const watch = this.#watch("get thesis", limits, options);
    try {
      const { method, path } = ROUTES.reason;
      const json = this.#withModel(request);
      const headers = this.#idempotency(options);
      const outgoing = { action: "get thesis", method, path, accept: "application/json", json, headers };
      const reply = await send(this.#address, outgoing, watch);
      return readThesis(await (await readWhole(reply, watch, limits)).text());
    } finally {
      watch.stop();
    }
  }

  stream(request: string | ResponseRequest, options: CallOptions = {}): Answer {
    const limits = withDefaults(options.limits, STREAM_LIMITS);
    const open = async () => {
      const watch = this.#watch("get answer", limits, options);
      try {
        const { method, path } = ROUTES.createResponse;
        const json = { ...this.#withModel(request), stream: true };
        const headers = this.#idempotency(options);
        const outgoing = { action: "get answer", method, path, accept: "text/event-stream", json, headers };
        return new ReplyEvents(await send(this.#address, outgoing, watch), watch, limits);
      } catch (error) {
        watch.cancel();
        throw error;
      }
    };
    return createAnswer(open, { signal: options.signal, isTimeout: (error) => error instanceof TimeoutError });
  }

  async file(file: FileReference, options: CallOptions = {}): Promise<Blob> {
    const limits = withDefaults(options.limits, FILE_LIMITS);
    const watch = this.#watch(`get file ${file.file_id}`, limits, options);
    try {
      const reply = await this.#requestFile(file, watch);
      return await readWhole(reply, watch, limits);
    } finally {
      watch.stop();
    }
  }

  async download(file: FileReference, folder: string, options: DownloadOptions = {}): Promise<DownloadedFile> {
    const limits = withDefaults(options.limits, FILE_LIMITS);
    const watch = this.#watch(`download file ${file.file_id}`, limits, options);
    try {
      const reply = await this.#requestFile(file, watch);
      const name = safeName(options.name ?? file.filename, { fallback: file.file_id });
      const body = limitedBody(reply, watch, limits);
      const saved = await saveStream(body, folder, name, limits);
      return { ...saved, mediaType: mediaTypeOf(reply) };
    } finally {
      watch.stop();
    }
  }

  #requestFile(file: FileReference, watch: Watch): Promise<Response> {
    const { method } = ROUTES.downloadFile;
    const outgoing = { action: `get file ${file.file_id}`, method, path: filePath(file.file_id), accept: undefined };
    return send(this.#address, outgoing, watch);
  }

  #watch(action: string, limits: WholeLimits, { signal }: CallOptions): Watch {
    return new Watch(this.#clock, limits, { action, signal });
  }

  #withModel(request: string | ReasoningRequest | ResponseRequest): ReasoningRequest | ResponseRequest {
    const body = typeof request === "string" ? { input: request } : request;
    const model = body.model ?? this.#model;
    return model === undefined ? body : { ...body, model };
  }

  #idempotency({ idempotencyKey }: CallOptions): Record<string, string> {
    return { [IDEMPOTENCY_HEADER]: idempotencyKey ?? this.#newId() };
  }
}

function readThesis(body: string): ReasoningResult {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (cause) {
    throw new ProtocolError("Cannot read thesis: the body is not JSON", { cause, excerpt: body });
  }
  const read = reasoningResultSchema.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "the body" : issue.path.join(".");
  throw new ProtocolError(`Cannot read thesis: ${place}: ${issue?.message ?? "not as the interface says"}`, {
    cause: read.error,
    excerpt: body,
  });
}
