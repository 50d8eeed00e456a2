// deno-lint-ignore-file no-console -- it prints for the test
/**
 * What a program does with the client and with runs. Deno and Node run it, each with its own build of `conviction`, and
 * must print the same; `package_test.ts` prepares the scene and compares.
 */
import process from "node:process";
import {
  AnswerError,
  connect,
  type ConnectOptions,
  openPrices,
  openVerifier,
  type PricePort,
  recordTape,
  replayTape,
  type Research,
  ResearchError,
} from "conviction";
import {
  changeWords,
  compareRuns,
  filesOf,
  hasThesis,
  openRun,
  previewScreen,
  scoreTheses,
  screen,
  tapesOf,
  toCsv,
  toParquet,
} from "conviction/batch";

/** Addresses of services, and folders. */
interface Scene {
  readonly key: string;
  /** A service that answers. */
  readonly service: string;
  /** The same, over connections that break in the middle of a stream. */
  readonly cutting: string;
  /** Breaks off every answer. */
  readonly broken: string;
  /** Closes a kept connection instead of answering the second request. */
  readonly closing: string;
  /** Has a certificate of an unknown authority. */
  readonly untrusted: string;
  /** Nothing listens there. */
  readonly nobody: string;
  /** A port that no runtime asks. */
  readonly blocked: string;
  /** For what is downloaded. */
  readonly folder: string;
  /** Two runs of one list. */
  readonly runs: readonly [string, string];
}

type Case = (scene: Scene) => Promise<unknown>;

const to = (baseUrl: string, { key }: Scene, options: ConnectOptions = {}): Research =>
  connect({ baseUrl, apiKey: key, ...options });

/** Prices of nobody. */
const NO_PRICES: PricePort = { benchmark: undefined, tickerOf: (ticker) => ticker, closesOf: () => [] };

const CASES: Readonly<Record<string, Case>> = {
  "reason() gives a thesis": async (scene) => await to(scene.service, scene).reason("Analyse AAPL"),
  "the address and the key come from the environment": async () =>
    (await connect().reason("Analyse AAPL")).agent_thesis,
  "stream() gives typed events": async (scene) => {
    const types: string[] = [];
    for await (const event of to(scene.service, scene).stream("Analyse AAPL")) types.push(event.type);
    return types;
  },
  "textStream() and final() give text, thesis and verification": async (scene) => {
    const chunks = await Array.fromAsync(to(scene.service, scene).stream("Analyse AAPL").textStream());
    const { state, text, thesis, verification } = await to(scene.service, scene).stream("Analyse AAPL").final();
    return { chunks, state, text, thesis, verification };
  },
  "a background answer resumes after its connection broke": async (scene) => {
    const events = await Array.fromAsync(to(scene.cutting, scene).stream({ input: "Analyse AAPL", background: true }));
    return events.map(({ type }) => type);
  },
  "download() saves a file once under its name": async (scene) => {
    const research = to(scene.service, scene);
    const [file] = (await research.stream("Analyse AAPL").final()).files;
    if (file === undefined) throw new Error("no file");
    const saved = [await research.download(file, scene.folder), await research.download(file, scene.folder)];
    return [
      saved.map((one) => ({ ...one, path: one.path.slice(scene.folder.length) })),
      await (await research.file(file)).text(),
    ];
  },
  "a folder that cannot be written names the reason": async (scene) => {
    const research = to(scene.service, scene);
    const [file] = (await research.stream("Analyse AAPL").final()).files;
    return file && await research.download(file, `${scene.folder}/AAPL.csv`);
  },
  "a tape plays the same answer again": async (scene) => {
    const tapes: string[] = [];
    const taped = recordTape((tape) => void tapes.push(tape), { baseUrl: scene.service, apiKey: scene.key });
    const { text } = await taped.stream("Analyse AAPL").final();
    return [text, (await replayTape(tapes).stream("Analyse AAPL").final()).text];
  },
  "a refusal is an HttpError": (scene) => to(scene.service, scene).reason("unknown"),
  "a wrong key is an HttpError": (scene) =>
    to(scene.service, { ...scene, key: "sk-of-a-stranger" }).reason("Analyse AAPL"),
  "an address where nothing listens is a ConnectionError": (scene) => to(scene.nobody, scene).reason("Analyse AAPL"),
  "an unknown host is a ConnectionError": (scene) => to("http://nobody.invalid", scene).reason("Analyse AAPL"),
  "a blocked port is a ConnectionError": (scene) => to(scene.blocked, scene).reason("Analyse AAPL"),
  "a certificate that is not trusted is a ConnectionError": (scene) =>
    to(scene.untrusted, scene).reason("Analyse AAPL"),
  "an answer that breaks off is an error with what came": async (scene) =>
    await to(scene.broken, scene).stream("Analyse AAPL").final(),
  "a request whose reply never came is not sent twice": async (scene) => {
    const research = to(scene.closing, scene);
    return [await research.reason("first"), await research.reason("second").catch(wordsOf)];
  },
  "a limit of time ends an answer": (scene) =>
    to(scene.service, scene).stream("wait", { limits: { totalMs: 200 } }).final(),
  "an abort ends an answer with its reason": async (scene) => {
    const stop = new AbortController();
    const answer = to(scene.service, scene).stream("wait", { signal: stop.signal });
    for await (const { type } of answer) if (type === "response.output_item.done") stop.abort("enough");
  },
  "leaving the loop ends the request": async (scene) => {
    for await (const { type } of to(scene.service, scene).stream("wait")) if (type === "response.created") return type;
  },
  "an unknown option is an error": () => Promise.resolve().then(() => connect({ baseURL: "x" } as ConnectOptions)),
  "openRun() reads manifest, rows, files and tapes": async ({ runs: [folder] }) => {
    const run = await openRun(folder);
    const { manifest, outcomes, rows } = run;
    return [
      manifest,
      outcomes.map((one) => hasThesis(one) ? one.result : one.status),
      rows,
      filesOf(run),
      tapesOf(run),
    ];
  },
  "openRun() of a folder without a run is an error": ({ folder }) => openRun(folder),
  "two runs are compared": async ({ runs: [before, after] }) => {
    const { changes } = compareRuns(await openRun(before), await openRun(after));
    return [changes, changes.map((change) => changeWords(change))];
  },
  "theses are scored with prices of one's own": async ({ runs: [folder] }) =>
    scoreTheses((await openRun(folder)).rows, NO_PRICES),
  "rows are written as CSV and Parquet": async ({ runs: [folder] }) => {
    const { rows } = await openRun(folder);
    return [toCsv(rows), [...await toParquet(rows)]];
  },
};

/** What the package refuses. */
const NEED_DENO: Readonly<Record<string, () => Promise<unknown>>> = {
  "connect() without an address": () => Promise.resolve().then(() => connect()),
  "openPrices()": () => openPrices(),
  "openVerifier()": () => openVerifier(),
  "screen()": () => Promise.resolve().then(() => screen([{ ticker: "AAPL" }], connect({ baseUrl: "http://a.test" }))),
  "previewScreen()": () =>
    Promise.resolve().then(() => previewScreen([{ ticker: "AAPL" }], { isEmbedded: false } as never)),
};

/** An error as its reader needs it. */
function wordsOf(error: unknown): unknown {
  if (!(error instanceof Error)) return { thrown: error };
  const { name, message } = error;
  const more = Object.entries(error).filter(([key]) =>
    ["status", "code", "delivery", "attempts", "path"].includes(key)
  );
  const snapshot = error instanceof AnswerError
    ? { text: error.snapshot.text, state: error.snapshot.state }
    : undefined;
  return { name, message, isOurs: error instanceof ResearchError, ...Object.fromEntries(more), snapshot };
}

const [scene, isRefused] = JSON.parse(process.argv[2] ?? "") as [Scene, boolean];
if (isRefused) { for (const name of ["CONVICTION_BASE_URL", "CONVICTION_API_KEY"]) delete process.env[name]; }
const found: Record<string, unknown> = {};
for (const [name, run] of Object.entries(isRefused ? NEED_DENO : CASES)) {
  found[name] = await run(scene).catch((error: unknown) => ({ error: wordsOf(error) }));
}
console.log(JSON.stringify(found));
