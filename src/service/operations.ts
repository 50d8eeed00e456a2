import type { ResponseRequest } from "../protocol/response_request.ts";
import { EXTENSIONS_HEADER } from "../protocol/route.ts";
import { callerDesk, mcpNotLoaded } from "./assistants.ts";
import { collectResponse } from "./create_response.ts";
import type { Outgoing } from "./exchange.ts";
import type { ResponseTarget } from "./get_response.ts";
import type { ServiceLimits } from "./limits.ts";
import { Models } from "./models.ts";
import { readJsonBody } from "./read_body.ts";
import { type Order, readOrder } from "./read_order.ts";
import { askedByReasoning, readDelivery, readReasoningRequest, readResponseRequest } from "./read_request.ts";
import { reason, reasoningEcho } from "./reason.ts";
import type { EventsContext } from "./response_events.ts";
import { MemoryResponseStore, type ResponseStore } from "./response_store.ts";
import { type Plan, Runs, type RunSettings, type ServiceLoad } from "./runs.ts";
import type { Job } from "./settings.ts";
import { onStored } from "./stored_responses.ts";
import { Turn } from "./turn.ts";

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
    return await mcp(request, callerDesk(caller, { agent, fileStore, take, onFailure: onFailed }));
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
