import type { Agent, Question } from "../../src/agent/ports.ts";
import type { Conclusion, Step } from "../../src/agent/step.ts";
import type { FileReference } from "../../src/protocol/file_reference.ts";
import {
  type ClosableService,
  createService,
  type FileStore,
  MemoryFileStore,
  type ServiceSettings,
} from "../../src/service/mod.ts";
import { held } from "./described.ts";

/** Keys of two callers. */
export const KEY = "sk-test-first-0001";
export const OTHER_KEY = "sk-test-other-0002";

export const CODE = "export default () => {\n  return [];\n};\n";
export const RESULT = {
  agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "AAPL: score +0.12." },
  key_drivers: ["Momentum"],
  risks: ["A fall"],
  metadata: { subject: "AAPL", as_of: "2017-12-29", verification: { confidence: 0.1 } },
};
export const VERIFICATION = { confidence: 0.9, claims_total: 3 };
export const THESIS: Conclusion = { kind: "thesis", result: RESULT };
export const UNKNOWN: Conclusion = {
  kind: "unknown_company",
  message: "Cannot find ZZZZ: it is not in the data; nearest: ZION",
  nearest: ["ZION Zions Bancorporation"],
};

/** Every kind of step once, in the order of a real answer. */
export function stepsOf(files: readonly FileReference[] = []): Step[] {
  return [
    { kind: "tool_call", name: "resolve_companies", arguments: { request: "Analyse AAPL" } },
    { kind: "tool_output", output: { tickers: ["AAPL"] } },
    ...programOf(files),
    { kind: "verification_started" },
    { kind: "verification_done", verification: VERIFICATION },
    { kind: "text", delta: "AAPL: score " },
    { kind: "text", delta: "+0.12." },
    { kind: "conclusion", conclusion: THESIS },
  ];
}

export function programOf(files: readonly FileReference[]): Step[] {
  return [
    { kind: "code", name: "price_and_drawdown_AAPL", code: CODE },
    { kind: "code_started" },
    { kind: "code_output", stdout: "2 rows\n", stderr: "", return_code: 0, files },
  ];
}

/** Counts up, so that tests are deterministic. */
export function countingIds(): () => string {
  let count = 0;
  return () => (++count).toString(16).padStart(32, "0");
}

/** A refusal as the agent throws it; the service recognises it by its shape. */
export class QuestionError extends Error {
  override readonly name = "QuestionError";
  readonly code = "invalid_as_of";
  readonly param = "metadata.as_of";
}

export interface FakeService {
  /** Throws where `/openapi.json` does not describe a reply. */
  readonly service: ClosableService;
  /** Questions to the agent, in order. */
  readonly questions: Question[];
  /** Signals when a gated answer begins to wait, and when its signal is aborted. */
  readonly gate: Gate;
  readonly failures: unknown[];
  readonly fileStore: FileStore;
}

/** Holds an answer, if its input requests it, until opened or aborted. */
export class Gate {
  readonly waiting = Promise.withResolvers<void>();
  readonly open = Promise.withResolvers<void>();
  readonly aborted = Promise.withResolvers<unknown>();
  readonly left = Promise.withResolvers<void>();
}

/** A service on an agent that does what the input says: `unknown`, `nothing`, `fail`, `late failure`, `wait` ... */
export function fakeService(settings: Partial<ServiceSettings> = {}): FakeService {
  const newId = countingIds();
  const clock = settings.clock ?? { now: () => new Date("2018-01-02T00:00:00Z"), schedule: () => () => {} };
  const fileStore = settings.fileStore ?? new MemoryFileStore({ newId, clock });
  const [questions, failures, gate] = [[] as Question[], [] as unknown[], new Gate()];
  const agent: Agent = (question) => {
    questions.push(question);
    return script(question, { gate, fileStore });
  };
  const service = held(createService({
    agent,
    fileStore,
    apiKeys: [KEY, OTHER_KEY],
    clock,
    newId,
    onFailure: (error) => void failures.push(error),
    ...settings,
  }));
  return { service, questions, gate, failures, fileStore };
}

async function* script(
  question: Question,
  { gate, fileStore }: { readonly gate: Gate; readonly fileStore: FileStore },
): AsyncGenerator<Step, void, undefined> {
  const { input, signal, files } = question;
  if (input === "fail") throw new Error("secret path /home/someone/key");
  if (input === "bad date") throw new QuestionError("Cannot use as_of 2099: it is not a day of the data");
  if (input === "unknown") return yield { kind: "conclusion", conclusion: UNKNOWN };
  if (input === "nothing") {
    return yield { kind: "conclusion", conclusion: { kind: "no_subject", message: "Cannot see a company in this" } };
  }
  if (input.startsWith("wait")) yield* waiting(gate, { signal, isFirst: input === "wait first" });
  if (input === "no conclusion") return;
  yield* stepsOf().slice(0, 2);
  if (input === "late failure") throw new Error("secret path /home/someone/key");
  if (files) {
    yield* programOf([
      await fileStore.put({ filename: "AAPL.csv", mediaType: "text/csv", bytes: bytesOf("a,b\n1,2\n") }),
    ]);
  }
  yield* stepsOf().slice(5);
}

async function* waiting(
  gate: Gate,
  { signal, isFirst }: { readonly signal: AbortSignal; readonly isFirst: boolean },
): AsyncGenerator<Step, void, undefined> {
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {});
  signal.addEventListener("abort", () => {
    gate.aborted.resolve(signal.reason);
    aborted.reject(signal.reason);
  });
  try {
    if (!isFirst) yield* stepsOf().slice(0, 2);
    gate.waiting.resolve();
    await Promise.race([gate.open.promise, aborted.promise]);
  } finally {
    gate.left.resolve();
  }
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** How a request in a test differs from the usual one. */
export interface PostOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A POST as a client sends it; the path is below `base`. */
export function post(url: string, body: unknown, { key = KEY, headers = {}, signal }: PostOptions = {}): Request {
  return new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}`, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}
