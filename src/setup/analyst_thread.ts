import { createHash } from "node:crypto";
import { createAnalyst } from "../agent/analyst.ts";
import { createAssist } from "../agent/model/assist.ts";
import type { ModelTerms } from "../agent/model_port.ts";
import type { LoadedDataset } from "../data/dataset.ts";
import { systemClock } from "../pace/system_clock.ts";
import { verify } from "../verify/verify.ts";
import { AgentThread, type AgentThreadOptions } from "./agent_thread.ts";
import { type DataSettings, openDataset } from "./open_dataset.ts";
import { errorOf, type FromThread, type OutsidePorts, thrownOf, type ToThread } from "./thread_messages.ts";
import { parentPort, workerData } from "node:worker_threads";
import type { Agent, Question } from "../agent/ports.ts";
import { lowerThreadPriority } from "../pace/thread_priority.ts";
import { timeSlices } from "../pace/yielding.ts";
import type { Step } from "../agent/step.ts";

/**
 * The thread's main module, as a data URL: on Deno 2.9 the `Worker` of Node takes no `https:` URL, which this module has
 * when it comes from a registry.
 */
const MAIN = `import { analyseForParent } from ${JSON.stringify(import.meta.url)}; analyseForParent();`;
/** An analyst over 500 names of five years takes less than a fifth of it. */
const MAX_HEAP_MIB = 1_024;

/** What a thread is given. */
export interface AnalystThreadOptions extends Pick<AgentThreadOptions, "fingerprint" | "ports" | "clock"> {
  readonly data: DataSettings;
  /** How it may use a model; the calls are made in the thread that starts it. Default: there is none. */
  readonly model?: ModelTerms | undefined;
}

/** What crosses to the thread as it starts. */
type Given = Pick<AnalystThreadOptions, "data" | "model">;

/** Starts a thread with an analyst of its own, over the same data. */
export function startAnalystThread({ data, model, ...options }: AnalystThreadOptions): AgentThread {
  const given: Given = { data, model };
  return new AgentThread({ ...options, data: given, main: MAIN, maxHeapMiB: MAX_HEAP_MIB });
}

/** Runs the analyst, in the thread. */
export function analyseForParent(): void {
  answerForParent(async ({ askModel, ...ports }, given) => {
    const { data, model } = given as Given;
    const dataset = await openDataset(data);
    const assist = model && createAssist({ terms: model, ask: askModel, schedule: systemClock.schedule });
    const agent = createAnalyst({ dataset, verify, ...ports }, { assist });
    const [first] = dataset.at(dataset.asOf).companies;
    return {
      agent,
      fingerprint: fingerprintOf(dataset),
      first: first?.ticker,
      warm: assist && createAnalyst({ dataset, verify, ...ports }), // nobody pays a model for it
    };
  });
}

/** Of all that was read, by the digests of its files: equal for two datasets that give the same answers. */
export function fingerprintOf(dataset: LoadedDataset): string {
  const { notice, asOf, span, shelves, problems } = dataset;
  const { companies, sources, benchmark, maps } = dataset.at(span.last);
  const refused = problems.filter(({ kind }) => kind === "refused"); // a remark may be of this opening alone
  const read = { notice, asOf, span, shelves, refused, companies, sources, benchmark, maps };
  return createHash("sha256").update(JSON.stringify(read)).digest("hex");
}

/** An agent in a thread, and what it answers from. */
export interface OpenedAgent {
  readonly agent: Agent;
  /** Equal for two agents that give the same answers. */
  readonly fingerprint: string;
  /** A question that loads what most questions need; the first one would have to wait for it anyway. */
  readonly first?: string | undefined;
  /** Answers that one. Default: the agent. */
  readonly warm?: Agent | undefined;
}

/** Longest run of steps before the thread reads its messages: an abort, or another question. */
const SLICE_MS = 4;

/**
 * Answers the questions that the parent posts, in the thread. Every error is caught: Deno prints one that leaves a
 * thread, even if its parent handles it.
 * @param open Opens the agent; `data` is what the parent handed over.
 */
export function answerForParent(open: (ports: Required<OutsidePorts>, data: unknown) => Promise<OpenedAgent>): void {
  lowerThreadPriority();
  const questions = new Map<number, AbortController>();
  const calls = new Map<number, PromiseWithResolvers<unknown>>();
  const opened = open(createPorts(calls, questions), workerData);
  void opened.then(async ({ agent, fingerprint, first, warm = agent }) => {
    post({ ready: fingerprint });
    const turns = timeSlices();
    const question = { files: false, signal: new AbortController().signal };
    if (first !== undefined) { for await (const _ of warm({ ...question, input: first })) await turns.next(); }
  }).catch((error) => post({ unready: thrownOf(error) }));
  parentPort?.on("message", async (message: ToThread) => {
    if ("ask" in message) {
      const work = new AbortController();
      questions.set(message.ask, work);
      await answer((await opened).agent, { ...message.question, signal: work.signal }, message.ask);
      questions.delete(message.ask);
    } else if ("leave" in message) questions.get(message.leave)?.abort(new Error("The caller left"));
    else if ("call" in message) {
      const called = calls.get(message.call);
      calls.delete(message.call);
      if ("thrown" in message) called?.reject(errorOf(message.thrown));
      else called?.resolve(message.value);
    } else post({ pong: true });
  });
}

/**
 * Posts the steps of an answer: with files those together that come without a pause, because they may be streamed;
 * without files all at once, because a message costs more than a step.
 */
async function answer(agent: Agent, question: Question, of: number): Promise<void> {
  const turns = timeSlices(question.signal);
  let steps: Step[] = [];
  let turnMs = question.files ? -Infinity : systemClock.monotonicMs(); // the first step is posted by itself
  const flush = (end?: "whole" | ReturnType<typeof thrownOf>) => {
    if (end === undefined && steps.length === 0) return;
    post({ of, steps, ...(end !== undefined && { end }) });
    steps = [];
  };
  try {
    for await (const step of agent(question)) {
      if (question.files && steps.length === 0) void turns.next().then(() => flush(), () => {}); // while a port is awaited
      steps.push(step);
      if (systemClock.monotonicMs() - turnMs < SLICE_MS) continue;
      if (question.files) flush();
      await turns.next();
      turnMs = systemClock.monotonicMs();
    }
    flush("whole");
  } catch (error) {
    flush(thrownOf(error));
  }
}

/** Ports that the parent serves. */
function createPorts(
  calls: Map<number, PromiseWithResolvers<unknown>>,
  questions: ReadonlyMap<number, AbortController>,
): Required<OutsidePorts> {
  let count = 0;
  const call = (port: keyof OutsidePorts) => (given: unknown, signal?: AbortSignal): Promise<never> => {
    const called = Promise.withResolvers<unknown>();
    const number = ++count;
    calls.set(number, called);
    const by = questions.entries().find(([, work]) => work.signal === signal)?.[0];
    signal?.addEventListener("abort", () => called.reject(signal.reason), { once: true });
    post({ call: number, port, given, by });
    return called.promise as Promise<never>;
  };
  return {
    runCode: call("runCode"),
    drawPriceChart: call("drawPriceChart"),
    drawItemChart: call("drawItemChart"),
    storeFile: call("storeFile"),
    askModel: call("askModel"),
  };
}

function post(message: FromThread): void {
  parentPort?.postMessage(message);
}
