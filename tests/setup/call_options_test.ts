import { rejects, throws } from "../assert.ts";
import {
  type CallOptions,
  connect,
  type DownloadOptions,
  recordTape,
  type ReplayOptions,
  replayTape,
} from "conviction";
import { type ScoreOptions, scoreTheses } from "conviction/batch";

/** What a notebook may pass: it never checks types. */
const any = <T>(value: unknown) => value as T;

const CALLS: readonly (readonly [unknown, string])[] = [
  [{ limit: {} }, "there is no option limit; did you mean limits?"],
  [{ retries: "3" }, "retries must be a number, not a text"],
  [{ signal: new AbortController() }, "signal must be an AbortSignal, not an object"],
  ["high", "its options must be an object, not a text"],
];

const research = connect({ baseUrl: "http://127.0.0.1:1" });

for (const [options, state] of CALLS) {
  Deno.test(`a call says before it asks: ${state}`, async () => {
    const refusal = (action: string) => ({ name: "InputError", message: `Cannot ${action}: ${state}` });
    await rejects(async () => await research.reason("x", any<CallOptions>(options)), refusal("get thesis"));
    throws(() => research.stream("x", any<CallOptions>(options)), refusal("get answer"));
    await rejects(async () => await research.file({ file_id: "f" }, any<CallOptions>(options)), refusal("get file"));
  });
}

Deno.test("a question has an option more than a file, its own rows", async () => {
  const options = any<CallOptions>({ timeout: 5 });
  const names = "there are signal, idempotencyKey, limits, retries";
  await rejects(async () => await research.reason("x", options), {
    message: `Cannot get thesis: there is no option timeout; ${names}, own`,
  });
  throws(() => research.stream("x", options), {
    message: `Cannot get answer: there is no option timeout; ${names}, own`,
  });
  await rejects(async () => await research.file({ file_id: "f" }, options), {
    message: `Cannot get file: there is no option timeout; ${names}`,
  });
});

Deno.test("a download has an option more, its name", async () => {
  const download = async (options: unknown) =>
    await research.download({ file_id: "f" }, "nowhere", any<DownloadOptions>(options));
  await rejects(() => download({ names: "a.png" }), {
    message: "Cannot get file: there is no option names; did you mean name?",
  });
  await rejects(() => download({ name: 5 }), { message: "Cannot get file: name must be a text, not 5" });
});

const FILES: readonly (readonly [unknown, unknown, string])[] = [
  [undefined, "out", ': it must be like { file_id: "file_1" }, not undefined'],
  ["file_1", "out", ': it must be like { file_id: "file_1" }, not a text'],
  [{}, "out", ': it must be like { file_id: "file_1" }, not an object without file_id'],
  [{ file_id: "f" }, undefined, " f: its folder must be a text, not undefined"],
];

for (const [file, folder, state] of FILES) {
  Deno.test(`a download says before it asks${state}`, async () => {
    const refusal = { name: "InputError", message: `Cannot get file${state}` };
    await rejects(async () => await research.download(any(file), any(folder)), refusal);
    if (folder === "out") await rejects(async () => await research.file(any(file)), refusal);
  });
}

Deno.test("limits have names and are numbers", async () => {
  const ask = async (limits: unknown) => await research.reason("x", any<CallOptions>({ limits }));
  await rejects(() => ask({ totalMS: 5 }), {
    name: "InputError",
    message: "Cannot use limits: there is no option totalMS; did you mean totalMs?",
  });
  await rejects(() => ask({ totalMs: "5s" }), { message: "Cannot use limits: totalMs must be a number, not a text" });
});

Deno.test("recordTape(), replayTape() and scoreTheses() refuse an option that there is not", () => {
  throws(() => recordTape(() => {}, any({ baseURL: "http://127.0.0.1:1" })), {
    name: "SettingsError",
    message: "Cannot connect: there is no option baseURL; did you mean baseUrl?",
  });
  throws(() => replayTape([], any<ReplayOptions>({ pace: "slow" })), {
    name: "InputError",
    message: 'Cannot replay: pace must be "at_once" or "recorded", not another text',
  });
  const prices = { benchmark: undefined, resolve: () => undefined, closesOf: () => [] };
  throws(() => scoreTheses([], any(prices), any<ScoreOptions>({ horizon: [21] })), {
    name: "InputError",
    message: "Cannot score theses: there is no option horizon; did you mean horizons?",
  });
  throws(() => scoreTheses([], any(prices), { horizons: [0.5] }), {
    message: "Cannot score theses: horizons must be a list of whole numbers from 1, like [21, 63], not a list",
  });
});
