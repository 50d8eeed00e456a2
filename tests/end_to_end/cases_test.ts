/** A caller sees the same in process and over a port: one table, run on both. */
import { deepEqual, equal, ok, rejects } from "../assert.ts";
import type { Agent, Step } from "conviction/service";
import { createService, MemoryFileStore } from "conviction/service";
import { HttpError, type Research } from "conviction";
import { createClient } from "../../src/client/client.ts";
import type { Fetch } from "../../src/client/send.ts";
import { inProcessFetch } from "../../src/setup/in_process.ts";
import { listen } from "../../src/door/listen.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { cuttingFetch } from "../fixtures/cutting_fetch.ts";
import { newId } from "../../src/setup/host.ts";

const KEY = "sk-end-to-end";
const VERIFICATION = { confidence: 1, claims_total: 1, claims_verified: 1 };
const RESULT = {
  agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "Calm." },
  key_drivers: ["d"],
  risks: ["r"],
  metadata: { subject: "AAPL", score: 0.1 },
};

/** The agent's side of one case: its number of runs, and when its work stopped. */
interface Office {
  /** Number of runs of the agent. */
  readonly asked: number;
  readonly agent: Agent;
  readonly started: Promise<void>;
  readonly stopped: Promise<unknown>;
}

function openOffice(fileStore: MemoryFileStore): Office {
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<unknown>();
  let asked = 0;
  async function* agent({ input, signal }: Parameters<Agent>[0]): AsyncGenerator<Step, void, undefined> {
    asked++;
    signal.addEventListener("abort", () => stopped.resolve(signal.reason));
    started.resolve();
    if (input === "throw") throw new Error("secret of the service");
    if (input === "unknown") {
      yield { kind: "text", delta: "ZZZZ is not a company this data knows." };
      const message = "ZZZZ is not a company this data knows";
      yield { kind: "conclusion", conclusion: { kind: "unknown_company", message, nearest: ["Zoetis (ZTS)"] } };
      return;
    }
    if (input === "wait first") await stopped.promise;
    yield { kind: "tool_call", name: "price_history", arguments: { ticker: "AAPL" } };
    yield { kind: "tool_output", output: { bars: 3 } };
    if (input === "throw late") throw new Error("secret of the service");
    if (input === "wait") await stopped.promise;
    signal.throwIfAborted();
    const bytes = new TextEncoder().encode("date,close\n");
    const file = await fileStore.put({ filename: "AAPL.csv", mediaType: "text/csv", bytes });
    yield { kind: "code", name: "series", code: "export default 1;\n" };
    yield { kind: "code_started" };
    yield { kind: "code_output", stdout: "3 rows\n", stderr: "", return_code: 0, files: [file] };
    yield { kind: "verification_started" };
    yield { kind: "verification_done", verification: VERIFICATION };
    yield { kind: "text", delta: "Calm" };
    yield { kind: "text", delta: "." };
    yield { kind: "conclusion", conclusion: { kind: "thesis", result: RESULT } };
  }
  return {
    agent,
    started: started.promise,
    stopped: stopped.promise,
    get asked() {
      return asked;
    },
  };
}

interface Scene {
  readonly research: Research;
  /** A caller with a key the service does not know. */
  readonly stranger: Research;
  readonly office: Office;
  /** A caller whose successive connections are cut after these numbers of bytes. */
  dropping(cuts: readonly number[]): Research;
}

type Case = (scene: Scene) => Promise<void>;

const CASES: Readonly<Record<string, Case>> = {
  "a streamed answer has text, calls, code, files and verification": async ({ research }) => {
    const { text, calls, executions, files, verification, thesis, state } = await research.stream("answer").final();
    deepEqual([state, text], ["completed", "Calm."]);
    deepEqual(calls.map(({ name, arguments: given, output }) => [name, given, output]), [
      ["price_history", '{"ticker":"AAPL"}', '{"bars":3}'],
    ]);
    deepEqual(executions.map(({ name, input, stdout, return_code }) => [name, input, stdout, return_code]), [
      ["series", "export default 1;\n", "3 rows\n", 0],
    ]);
    deepEqual(files.map(({ filename }) => filename), ["AAPL.csv"]);
    equal(verification?.confidence, 1);
    equal(thesis?.agent_thesis.signal, "neutral");
  },
  "only its owner can download a file of an answer": async ({ research, stranger }) => {
    const [file] = (await research.stream("answer").final()).files;
    ok(file);
    const blob = await research.file(file);
    deepEqual([await blob.text(), blob.type], ["date,close\n", "text/csv"]);
    await rejects(stranger.file(file), { name: "HttpError", status: 401 });
  },
  "a thesis includes what was requested": async ({ research }) => {
    const result = await research.reason("answer");
    deepEqual(result.agent_thesis, RESULT.agent_thesis);
    deepEqual([result.metadata?.files, result.metadata?.verification], [undefined, undefined]);
  },
  "leaving the loop stops the work": async ({ research, office }) => {
    for await (const { type } of research.stream("wait")) if (type === "response.output_item.done") break;
    await office.stopped;
  },
  "an abort stops the work and reaches the reader with its reason": async ({ research, office }) => {
    const stop = new AbortController();
    const answer = research.stream("wait", { signal: stop.signal });
    await rejects(async () => {
      for await (const { type } of answer) if (type === "response.output_item.done") stop.abort("enough");
    }, { name: "AnswerAbortedError", cause: "enough" });
    await office.stopped;
  },
  "a dropped background answer resumes": async ({ dropping, office }) => {
    const cuts = [1500, 0, 1500, 1500]; // the first event alone is shorter than 1,500 bytes, and so is every other
    const answer = dropping(cuts).stream({ input: "answer", background: true });
    const events = await Array.fromAsync(answer);
    deepEqual(events.map((event) => "sequence_number" in event && event.sequence_number), [...events.keys()]);
    const { state, text, files } = answer.snapshot;
    deepEqual([state, text, files.length, office.asked], ["completed", "Calm.", 1, 1]);
  },
  "a dropped answer without background stops the work and is truncated": async (scene) => {
    const answer = scene.dropping([2500]).stream("wait");
    await rejects(answer.final(), { name: "AnswerTruncatedError" });
    await scene.office.stopped;
    equal(scene.office.asked, 1);
  },
  "leaving the loop over a background answer stops the work": async ({ research, office }) => {
    const answer = research.stream({ input: "wait", background: true });
    for await (const { type } of answer) if (type === "response.output_item.done") break;
    await office.stopped;
  },
  "an abort of a background answer stops the work": async ({ research, office }) => {
    const stop = new AbortController();
    const answer = research.stream({ input: "wait", background: true }, { signal: stop.signal });
    await rejects(async () => {
      for await (const { type } of answer) if (type === "response.output_item.done") stop.abort("enough");
    }, { name: "AnswerAbortedError", cause: "enough" });
    await office.stopped;
  },
  "leaving before the reply begins stops the work, also in the background": async ({ research, office }) => {
    const reader = research.stream({ input: "wait first", background: true })[Symbol.asyncIterator]();
    const first = reader.next();
    await office.started;
    await Promise.all([reader.return?.(), rejects(first, { name: "AnswerAbortedError" })]);
    await office.stopped;
  },
  "a time limit stops the work and reaches the reader": async ({ research, office }) => {
    const answer = research.stream("wait", { limits: { silenceMs: 50 } });
    await rejects(answer.final(), { name: "AnswerTimedOutError" });
    await office.stopped;
  },
  "an abort of a thesis stops the work": async ({ research, office }) => {
    const stop = new AbortController();
    void office.started.then(() => stop.abort("enough"));
    const reasoning = research.reason("wait", { signal: stop.signal });
    await rejects(reasoning, { name: "AbortedError", cause: "enough" });
    await office.stopped;
  },
  "a service that fails answers 500 and reveals nothing internal": async ({ research }) => {
    await rejects(
      research.reason("throw"),
      (error) =>
        error instanceof Error && /service answered 500/.test(error.message) && !/secret/.test(Deno.inspect(error)),
    );
  },
  "a service that fails during a stream ends it with an error event": async ({ research }) => {
    await rejects(
      research.stream("throw late").final(),
      (error) => error instanceof Error && error.name === "AnswerFailedError" && !/secret/.test(Deno.inspect(error)),
    );
  },
  "an unknown company is 422 with the nearest names": async ({ research }) => {
    await rejects(research.reason("unknown"), (error) => {
      ok(error instanceof HttpError);
      deepEqual([error.code, error.status], ["unknown_company", 422]);
      return /ZZZZ is not/.test(error.message) && /Zoetis \(ZTS\)/.test(error.body);
    });
  },
  "an unknown company is an answer without a thesis in a stream": async ({ research }) => {
    const { text, thesis, state } = await research.stream("unknown").final();
    deepEqual([text, thesis, state], ["ZZZZ is not a company this data knows.", undefined, "completed"]);
  },
  "a wrong key is 401 on every operation": async ({ stranger }) => {
    const refused = { name: "HttpError", status: 401, code: "invalid_api_key" };
    await rejects(stranger.reason("answer"), refused);
    await rejects(stranger.stream("answer").final(), refused);
    await rejects(stranger.file({ file_id: "file_1" }), refused);
  },
  "an empty question is 400 and names the field": async ({ research }) => {
    await rejects(research.reason(""), (error) => error instanceof Error && /400: .*input/.test(error.message));
  },
};

function serviceOf({ agent }: Office, fileStore: MemoryFileStore) {
  return createService({ agent, fileStore, apiKeys: [KEY], clock: systemClock, newId });
}

for (const transport of ["in process", "over a port"] as const) {
  for (const [name, run] of Object.entries(CASES)) {
    Deno.test(`${transport}: ${name}`, async () => {
      const fileStore = new MemoryFileStore({ newId });
      const office = openOffice(fileStore);
      const service = serviceOf(office, fileStore);
      const sceneOf = (fetch: Fetch, baseUrl: string): Scene => {
        const client = (apiKey: string, over = fetch) =>
          createClient({ baseUrl, apiKey, fetch: over, clock: systemClock, newId, random: () => 0 });
        const dropping = (cuts: readonly number[]) => client(KEY, cuttingFetch(fetch, cuts));
        return { research: client(KEY), stranger: client("sk-nobody-knows"), office, dropping };
      };
      if (transport === "in process") return await run(sceneOf(inProcessFetch(service), "http://embedded.invalid"));
      const listener = await listen(service, { port: 0, limits: { graceMs: 1000 } });
      const http = Deno.createHttpClient({ poolMaxIdlePerHost: 0 }); // a pooled connection would outlive the test
      try {
        await run(sceneOf((url, init) => fetch(url, { ...init, client: http }), listener.url));
      } finally {
        http.close();
        await listener.close();
      }
    });
  }
}
