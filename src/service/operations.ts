import type { ResponseRequest } from "../protocol/response_request.ts";
import { EXTENSIONS_HEADER } from "../protocol/route.ts";
import { callerTools, mcpNotLoaded } from "./assistants.ts";
import { collectResponse } from "./create_response.ts";
import type { Outgoing } from "./exchange.ts";
import { readResponseQuery, type ResponseTarget, showResponse } from "./get_response.ts";
import type { ServiceLimits } from "./limits.ts";
import { Models } from "./models.ts";
import { readJsonBody } from "./read_body.ts";
import { type Order, readOrder } from "./read_order.ts";
import { askedByReasoning, readDelivery, readReasoningRequest, readResponseRequest } from "./read_request.ts";
import { reason, reasoningEcho } from "./reason.ts";
import type { EventsContext } from "./response_events.ts";
import { MemoryResponseStore, type ResponseStore, type StoredResponse } from "./response_store.ts";
import { type Plan, Runs, type RunSettings, type ServiceLoad } from "./runs.ts";
import type { Job } from "./settings.ts";
import { Turn } from "./conversation_turn.ts";
import type { BackgroundStore } from "./background_store.ts";
import { notFound } from "./download_file.ts";
import { listItems } from "./input_items.ts";
import { jsonReply, type Reply } from "./reply.ts";
import { RequestError } from "../protocol/request_error.ts";
import { isGone } from "./retention.ts";

/** The operations that run the agent, and those on background responses. */
export class Operations {
  /** The models that callers may ask for. */
  readonly models: Models;
  readonly #settings: RunSettings;
  readonly #limits: ServiceLimits;
  readonly #runs: Runs;
  /** Finished responses. */
  readonly responses: ResponseStore;

  constructor(settings: RunSettings, limits: ServiceLimits) {
    this.models = new Models(settings);
    this.#settings = settings;
    this.#limits = limits;
    this.#runs = new Runs(settings, limits);
    const { maxResponseBytes, keptMs } = limits;
    this.responses = settings.responseStore ??
      new MemoryResponseStore({ maxBytes: maxResponseBytes, keptMs }, settings.clock);
  }

  /** What is in progress at this moment. */
  get load(): ServiceLoad {
    return this.#runs.load;
  }

  /** Stops all work, including background responses; resolves after the agents have cleaned up. */
  close(): Promise<void> {
    return this.#runs.slots.close();
  }

  /** Create response, streamed or not. */
  async createResponse(job: Job): Promise<Outgoing> {
    const { bytes, json } = await readJsonBody(job.request, { maxBytes: this.#limits.maxBodyBytes });
    const body = readResponseRequest(json);
    const order = readOrder(body, { dialect: job.dialect, ...this.#limits });
    const turn = new Turn(body, { responses: this.responses, owner: job.owner, newId: this.#settings.newId });
    const context = this.#contextOf(job, { ...body, ...order, turn });
    const plan: Plan = {
      turn,
      asked: order.asked,
      delivery: readDelivery(job, { bytes, extensions: context.extensions }),
      answer: (steps) => collectResponse(steps, context),
    };
    if (body.background) return await this.#runs.inBackground(job, { ...plan, context, stream: body.stream ?? false });
    return body.stream ? await this.#runs.stream(job, { ...plan, context }) : await this.#runs.collect(job, plan);
  }

  /** The reasoning operation. */
  async reason(job: Job): Promise<Outgoing> {
    const { bytes, json } = await readJsonBody(job.request, { maxBytes: this.#limits.maxBodyBytes });
    const body = readReasoningRequest(json);
    this.models.choose(body.model);
    const options = {
      responseId: `resp_${this.#settings.newId()}`,
      include: body.include ?? [],
      echo: reasoningEcho(body),
    };
    return await this.#runs.collect(job, {
      asked: askedByReasoning(body, this.#limits),
      delivery: readDelivery(job, { bytes, extensions: true }),
      answer: (steps) => reason(steps, options),
    });
  }

  /** The operations on one response, for its owner only. */
  async onResponse(job: Job, target: ResponseTarget): Promise<Outgoing> {
    return await onStored(job, target, { background: this.#runs.background, responses: this.responses });
  }

  /** What an assistant asks, by its own protocol. */
  async assist(job: Job): Promise<Outgoing> {
    const { request, requestId, caller } = job;
    const { mcp, fileStore, onFailure } = this.#settings;
    if (mcp === undefined) throw mcpNotLoaded();
    const agent = this.#runs.agentFor(job);
    const take = (work: AbortController) => this.#runs.slots.take(caller, work);
    const onFailed = (error: unknown) => onFailure?.(error, requestId);
    return await mcp(request, callerTools(caller, { agent, fileStore, take, onFailure: onFailed }));
  }

  #contextOf({ request, dialect }: Job, order: ResponseRequest & Order & { readonly turn: Turn }): EventsContext {
    const { model, stream_options, background = false, form, echo, ownCall, turn } = order;
    const { newId, clock } = this.#settings;
    const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
    const isOff = request.headers.get(EXTENSIONS_HEADER)?.toLowerCase() === "off";
    return {
      responseId: `resp_${newId()}`,
      model: this.models.choose(model),
      dialect,
      form,
      echo,
      ownCall,
      background,
      store: turn.isStored || background,
      keep: (response) => turn.keep(response),
      createdAt: nowSeconds(),
      extensions: !isOff && stream_options?.include_extensions !== false,
      newId,
      nowSeconds,
    };
  }
}

/**
 * Answers an operation on one response, for its owner only: get, list its input, cancel, delete.
 * @throws {RequestError} 404 for an unknown response and another owner's; 410 for one that is no longer kept; 409 for the
 * input of one that has not ended; 400 for events that are not kept, and for a query that cannot be read.
 */
async function onStored(
  { request: { url }, owner }: Job,
  { responseId, action }: ResponseTarget,
  { background, responses }: { readonly background: BackgroundStore; readonly responses: ResponseStore },
): Promise<Outgoing> {
  const live = background.peek(responseId, owner);
  const found = responses.find(responseId, owner);
  const finished = () => finishedOf(found, { responseId, responses });
  switch (action) {
    case "getResponse": {
      const query = readResponseQuery(url);
      if (isStored(found) && query.after === undefined) return objectOf(found);
      if (isStored(found) && !background.remembers(responseId, owner)) throw hasNoEvents(responseId);
      if (found === "gone" && live === undefined) finished();
      return showResponse(background.find(responseId, owner, query), query);
    }
    case "listInputItems":
      if (live && !isStored(found)) throw isRunning(responseId);
      return listItems(finished().input, url);
    case "cancelResponse":
      if (!live && isStored(found)) return objectOf(found); // it has ended
      await background.find(responseId, owner).cancel();
      return jsonReply(background.find(responseId, owner).object);
    case "deleteResponse":
      if (!live) finished();
      await live?.cancel();
      background.delete(responseId, owner);
      await responses.delete(responseId, owner);
      return jsonReply({ id: responseId, object: "response", deleted: true });
  }
}

function isStored(found: StoredResponse | "gone" | undefined): found is StoredResponse {
  return found !== undefined && found !== "gone";
}

function finishedOf(
  found: StoredResponse | "gone" | undefined,
  { responseId, responses }: { readonly responseId: string; readonly responses: ResponseStore },
): StoredResponse {
  if (isStored(found)) return found;
  if (found === undefined) throw notFound();
  const { maxBytes, keptMs } = responses;
  throw isGone(`find response ${responseId}`, { what: "responses", code: "response_expired", maxBytes, keptMs });
}

function objectOf({ object }: StoredResponse): Reply {
  return { ...jsonReply(null), body: object };
}

function hasNoEvents(responseId: string): RequestError {
  const state = "its events are not kept, as those of a response in the background are; get it without stream=true";
  return new RequestError(`Cannot stream response ${responseId}: ${state}`, {
    status: 400,
    code: "events_not_kept",
    param: "stream",
  });
}

function isRunning(responseId: string): RequestError {
  return new RequestError(`Cannot list the input of response ${responseId}: it has not completed`, {
    status: 409,
    code: "response_not_completed",
  });
}
