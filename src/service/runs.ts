import type { Agent, Question } from "../agent/ports.ts";
import { startSteps, type Steps } from "./agent_steps.ts";
import { BackgroundStore } from "./background_store.ts";
import { streamResponse } from "./create_response.ts";
import type { PiecesOptions } from "./event_pieces.ts";
import type { Outgoing } from "./exchange.ts";
import { causeOf, type Failure, failureOf, failureReply, isUnexpected } from "./failure.ts";
import { showResponse } from "./get_response.ts";
import type { ServiceLimits } from "./limits.ts";
import type { Meter } from "./meter.ts";
import type { Asked } from "./read_request.ts";
import { type Reply, STREAM_HEADERS } from "./reply.ts";
import { ReplyKeeper, type Sharing, type StreamTicket } from "./reply_keeper.ts";
import { type KeyedRequest, MemoryReplyStore } from "./reply_store.ts";
import type { EventsContext } from "./response_events.ts";
import type { Job, ServiceSettings } from "./settings.ts";
import { SharedWork } from "./shared_work.ts";
import { Slots } from "./slots.ts";
import { watchAgent } from "./trace.ts";
import type { Turn } from "./conversation_turn.ts";
import { type AgentLoad, Workload } from "./workload.ts";

/** What a service does at a moment. */
export interface ServiceLoad extends AgentLoad {
  /** Requests in progress, waiting ones and background responses included. */
  readonly requests: number;
}

/** The settings of a service, and what counts its steps. */
export type RunSettings = ServiceSettings & { readonly meter: Meter };

/** A question and the function that turns its steps into a reply. */
export interface Plan {
  readonly asked: Asked;
  /** Of a conversation; absent for the reasoning operation. */
  readonly turn?: Turn;
  readonly delivery: KeyedRequest | undefined;
  answer(steps: Steps): Promise<Reply>;
}

/** The same, streamed. */
export interface StreamPlan extends Pick<Plan, "asked" | "turn" | "delivery"> {
  readonly context: EventsContext;
}

/** Resources of a stream, released at its end. */
interface StreamHold {
  readonly ticket: StreamTicket | undefined;
  readonly release: () => void;
}

/** The same, in the background. */
export interface BackgroundPlan extends StreamPlan {
  readonly stream: boolean;
}

/** Runs the agent for a question: once for all its deliveries, collected, streamed, or in the background. */
export class Runs {
  /** Those that outlive their connection. */
  readonly background: BackgroundStore;
  /** Places of callers. */
  readonly slots: Slots;
  readonly #settings: RunSettings;
  readonly #workload: Workload;
  readonly #keeper: ReplyKeeper;

  /** @param settings The agent, and where replies are kept. */
  constructor(settings: RunSettings, limits: ServiceLimits) {
    const { clock } = settings;
    this.#settings = settings;
    this.slots = new Slots(limits, clock);
    this.background = new BackgroundStore(limits, clock);
    this.#workload = new Workload(settings, limits);
    const { maxKeptBytes, keptMs } = limits;
    const transient = new MemoryReplyStore({ maxBytes: maxKeptBytes, keptMs }, clock);
    this.#keeper = new ReplyKeeper({ durable: settings.replyStore ?? transient, transient });
  }

  /** What is in progress at this moment. */
  get load(): ServiceLoad {
    return { requests: this.slots.size, ...this.#workload.load };
  }

  /** Collects the reply. */
  async collect(job: Job, plan: Plan): Promise<Outgoing> {
    const execute = (signal: AbortSignal) => this.#execute(job, { ...plan, signal });
    return await this.#once(job, plan.delivery, { execute });
  }

  /** If the caller disconnects before the reply begins, nobody knows the response's identifier, so it is stopped. */
  async inBackground(job: Job, plan: BackgroundPlan): Promise<Outgoing> {
    const execute = (signal: AbortSignal) => this.#begin(job, { ...plan, signal });
    const reply = await this.#once(job, plan.delivery, { execute, store: "transient" }); // like the response itself
    if (reply.status !== 200) return reply;
    const query = { after: plan.stream ? -1 : undefined };
    return showResponse(this.background.find(reply.body, job.owner, query), query);
  }

  /** Never rejects; the reply kept for a repeated delivery is the identifier of the response. */
  async #begin(
    job: Job,
    { asked, turn, context, signal }: StreamPlan & { readonly signal: AbortSignal },
  ): Promise<Reply> {
    const work = linkedController(signal);
    let release = () => {};
    try {
      release = this.slots.take(job.caller, work);
      const steps = await this.#start(job, { asked, turn, signal: work.signal });
      work.signal.throwIfAborted();
      const onFailure = (error: unknown) => this.#reported(error, job);
      await this.background.begin(steps, { context, work, owner: job.owner, onFailure, onEnd: release });
      return { status: 200, headers: {}, body: context.responseId };
    } catch (error) {
      release();
      return failureReply(this.#reported(causeOf(error, work.signal), job), job.dialect);
    }
  }

  /** Executes a request once for all deliveries of one key. */
  #once(
    { request: { signal } }: Job,
    delivery: KeyedRequest | undefined,
    sharing: Omit<Sharing, "signal">,
  ): Promise<Reply> {
    return delivery ? this.#keeper.share(delivery, { signal, ...sharing }) : new SharedWork(sharing).wait(signal);
  }

  /** Never rejects, because several deliveries may wait for it and each gets the same reply. */
  async #execute(job: Job, { answer, asked, turn, signal }: Plan & { readonly signal: AbortSignal }): Promise<Reply> {
    const work = linkedController(signal);
    let release = () => {};
    try {
      release = this.slots.take(job.caller, work);
      return await answer(await this.#start(job, { asked, turn, signal: work.signal }));
    } catch (error) {
      return failureReply(this.#reported(causeOf(error, work.signal), job), job.dialect);
    } finally {
      release();
    }
  }

  /** Streams the reply. */
  async stream(job: Job, { asked, turn, delivery, context }: StreamPlan): Promise<Outgoing> {
    const ticket = delivery && this.#keeper.open(delivery);
    if (ticket && "body" in ticket) return ticket;
    const work = linkedController(job.request.signal);
    let release = () => {};
    try {
      release = this.slots.take(job.caller, work);
      const steps = await this.#start(job, { asked, turn, signal: work.signal });
      const body = streamResponse(steps, { context, work, ...this.#hooks(job, { ticket, release }) });
      return new Response(body, { headers: STREAM_HEADERS });
    } catch (error) {
      release();
      ticket?.forget();
      throw causeOf(error, work.signal);
    }
  }

  #hooks(job: Job, { ticket, release }: StreamHold): Omit<PiecesOptions, "context" | "work"> {
    const pieces: string[] = [];
    return {
      onPiece: ({ text }) => void (ticket && pieces.push(text)),
      onFailure: (error) => this.#reported(error, job),
      onEnd: (isWhole) => {
        release();
        if (isWhole) ticket?.keep({ status: 200, headers: STREAM_HEADERS, body: pieces.join("") });
        else ticket?.forget();
      },
    };
  }

  async #start(
    job: Job,
    { asked, turn, signal }: Pick<StreamPlan, "asked"> & {
      readonly turn: Turn | undefined;
      readonly signal: AbortSignal;
    },
  ): Promise<Steps> {
    const question = { ...turn?.follow(asked) ?? asked, signal };
    const { fileStore } = this.#settings;
    return await startSteps(this.agentFor(job), question, { fileStore, owner: job.owner });
  }

  /** The agent behind the line of all callers, watched. */
  agentFor({ request, owner }: Job): Agent {
    const { trace, meter } = this.#settings;
    const traceparent = request.headers.get("traceparent") ?? undefined;
    const agent = (question: Question) => this.#workload.ask(question, owner);
    return watchAgent(agent, { trace, traceparent, onStep: (step) => meter.step(step) });
  }

  #reported(error: unknown, { requestId }: Job): Failure {
    const failure = failureOf(error);
    if (isUnexpected(failure)) this.#settings.onFailure?.(error, requestId);
    return failure;
  }
}

/** A controller that also aborts when the request does, with the same reason. */
function linkedController(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  return controller;
}
