import { deepEqual, equal, ok, rejects } from "../assert.ts";
import { InputError, openRun, screen, type ScreenEvent, type ScreenOptions } from "conviction/batch";
import { callError, type FakeBehaviour, FakeResearch } from "./fake_research.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const CSV = "ticker\nAAPL\nIBM\nXRX\n";

interface Night extends ScreenOptions {
  readonly day: string;
  readonly csv?: string;
  /** Stops after this many answers. */
  readonly stopAfter?: number;
  readonly behaviour?: FakeBehaviour;
}

/** One call in the same folder: its run, and the number of requests sent. */
async function night(folder: string, { day, csv = CSV, stopAfter, behaviour = {}, ...options }: Night) {
  const stop = new AbortController();
  const research: FakeResearch = new FakeResearch({
    ...behaviour,
    onReason: (request, call) => {
      if (research.asked.length === stopAfter) stop.abort();
      return behaviour.onReason?.(request, call);
    },
  });
  let begun: ScreenEvent | undefined;
  const rows = screen(writeCsv(folder, csv), research, {
    ...{ concurrency: 1, ...options, stop: stop.signal },
    machine: testMachine({ folder, day }),
    onEvent: (event) => event.type === "begun" ? begun = event : undefined,
  });
  await Array.fromAsync(rows);
  ok(begun?.type === "begun");
  return { run: begun.folder.slice(folder.length + 1), state: begun.state, asked: research.asked.length };
}

const SENTENCES: readonly {
  readonly that: string;
  readonly nights: readonly (Night & { readonly is: readonly [run: string, state: string, asked: number] })[];
}[] = [
  {
    that: "without a folder creates one named after the input and the local date",
    nights: [{ day: "2024-03-01", is: ["runs/tickers/2024-03-01", "new", 3] }],
  },
  {
    that: "asks again on the second night",
    nights: [
      { day: "2024-03-01", is: ["runs/tickers/2024-03-01", "new", 3] },
      { day: "2024-03-02", is: ["runs/tickers/2024-03-02", "new", 3] },
    ],
  },
  {
    that: "appends -2 when the folder exists",
    nights: [
      { day: "2024-03-01", is: ["runs/tickers/2024-03-01", "new", 3] },
      { day: "2024-03-01", is: ["runs/tickers/2024-03-01-2", "new", 3] },
    ],
  },
  {
    that: "resumes an unfinished run, whatever its date",
    nights: [
      { day: "2024-03-01", stopAfter: 1, is: ["runs/tickers/2024-03-01", "new", 1] },
      { day: "2024-03-02", is: ["runs/tickers/2024-03-01", "continued", 2] },
      { day: "2024-03-03", is: ["runs/tickers/2024-03-03", "new", 3] },
    ],
  },
  {
    that: "resumes the newest of several unfinished runs",
    nights: [
      { day: "2024-03-01", stopAfter: 1, is: ["runs/tickers/2024-03-01", "new", 1] },
      { day: "2024-03-02", startNew: true, stopAfter: 2, is: ["runs/tickers/2024-03-02", "new", 2] },
      { day: "2024-03-03", is: ["runs/tickers/2024-03-02", "continued", 1] },
    ],
  },
  ...([
    { what: "input", change: { csv: `${CSV}MSFT\n` }, asked: 4 },
    { what: "prompt", change: { prompt: "Judge {{ticker}}" }, asked: 3 },
    { what: "model", change: { model: "other" }, asked: 3 },
    { what: "as-of", change: { asOf: "2017-12-29" }, asked: 3 },
    { what: "service", change: { service: { name: "http://other" } }, asked: 3 },
    { what: "files", change: { files: "none" as const }, asked: 3 },
  ].map(({ what, change, asked }) => ({
    that: `does not resume a run with another ${what}`,
    nights: [
      { day: "2024-03-01", stopAfter: 1, is: ["runs/tickers/2024-03-01", "new", 1] as const },
      { day: "2024-03-01", ...change, is: ["runs/tickers/2024-03-01-2", "new", asked] as const },
    ],
  }))),
  {
    that: "with a folder resumes the unfinished run there",
    nights: [
      { day: "2024-03-01", folder: "out", stopAfter: 1, is: ["out", "new", 1] },
      { day: "2024-03-02", folder: "out", is: ["out", "continued", 2] },
    ],
  },
  {
    that: "with the folder of a finished run sends nothing",
    nights: [
      { day: "2024-03-01", folder: "out", is: ["out", "new", 3] },
      { day: "2024-03-02", folder: "out", is: ["out", "finished", 0] },
    ],
  },
  {
    that: "asks again with startNew",
    nights: [
      { day: "2024-03-01", stopAfter: 1, is: ["runs/tickers/2024-03-01", "new", 1] },
      { day: "2024-03-01", startNew: true, is: ["runs/tickers/2024-03-01-2", "new", 3] },
      { day: "2024-03-01", folder: "out", is: ["out", "new", 3] },
      { day: "2024-03-01", folder: "out", startNew: true, is: ["out-2", "new", 3] },
    ],
  },
  {
    that: "resumes beyond a limit, and asks again within it",
    nights: [
      { day: "2024-03-01", limit: 2, is: ["runs/tickers/2024-03-01", "new", 2] },
      { day: "2024-03-02", limit: 2, is: ["runs/tickers/2024-03-02", "new", 2] },
      { day: "2024-03-03", is: ["runs/tickers/2024-03-02", "continued", 1] },
      { day: "2024-03-03", folder: "out", limit: 1, is: ["out", "new", 1] },
      { day: "2024-03-03", folder: "out", limit: 1, is: ["out", "finished", 0] },
      { day: "2024-03-03", folder: "out", limit: 2, is: ["out", "continued", 1] },
    ],
  },
];
for (const { that, nights } of SENTENCES) {
  Deno.test(`screen() ${that}`, async () => {
    const folder = await Deno.makeTempDir();
    for (const { is: [run, state, asked], ...options } of nights) {
      deepEqual(await night(folder, options), { run, state, asked });
    }
  });
}

const REFUSED: readonly { readonly when: string; readonly then: Partial<Night>; readonly says: RegExp }[] = [
  {
    when: "the folder's run has another question",
    then: { prompt: "Judge {{ticker}}" },
    says: /: its run differs: .*; choose another folder, or start a new run with startNew$/,
  },
  {
    when: "the folder contains files that no run wrote",
    then: { folder: "foreign" },
    says: /already holds a theses.csv that no run wrote/,
  },
  { when: "there is no run to retry", then: { folder: "none", retryFailed: true }, says: /no run of this question/ },
  { when: "there is no run to retry anywhere", then: { folder: undefined, retryFailed: true }, says: /under .*runs/ },
];
for (const { when, then, says } of REFUSED) {
  Deno.test(`screen() throws an InputError and sends nothing when ${when}`, async () => {
    const folder = await Deno.makeTempDir();
    await night(folder, { day: "2024-03-01", folder: "out" });
    await Deno.mkdir(`${folder}/foreign`);
    await Deno.writeTextFile(`${folder}/foreign/theses.csv`, "mine");
    const asked: string[] = [];
    const behaviour = { onReason: ({ input }: { input: string }) => void asked.push(input) };
    await rejects(
      night(folder, { day: "2024-03-01", folder: "out", behaviour, ...then }),
      (error) => error instanceof InputError && says.test(error.message),
    );
    deepEqual(asked, []);
    equal(await Deno.readTextFile(`${folder}/foreign/theses.csv`), "mine");
  });
}

const OTHERWISE: readonly { readonly then: Partial<Night>; readonly says: string }[] = [
  { then: { prompt: "Judge {{ticker}}" }, says: 'the prompt was not set, and is "Judge {{ticker}}"' },
  { then: { promptColumn: "note" }, says: 'the prompt column was not set, and is "note"' },
  { then: { own: ["score"] }, says: 'the choice of own columns was not set, and is "[\\"score\\"]"' },
  { then: { asOf: "2024-01-31" }, says: 'the as-of day was not set, and is "2024-01-31"' },
  { then: { model: "smart" }, says: 'the model was not set, and is "smart"' },
  { then: { files: "none" }, says: 'the choice of files was "auto", and is "none"' },
  { then: { tickerColumn: "ticker" }, says: 'the ticker column was not set, and is "ticker"' },
  { then: { repeats: "each" }, says: 'the choice of repeats was not set, and is "each"' },
  { then: { body: { q: "{{ticker}}" } }, says: 'the body was not set, and is "{\\"q\\":\\"{{ticker}}\\"}"' },
  { then: { service: { name: "https://a.example" } }, says: 'the service was "unnamed", and is "https://a.example"' },
  { then: { service: { name: "unnamed", dataDigest: "b" } }, says: "the data of the service has changed" },
  {
    then: { files: "none", model: "smart" },
    says: 'the choice of files was "auto", and is "none"; the model was not set, and is "smart"',
  },
];
const NOTED = "ticker,note,score\nAAPL,What of AAPL?,1\nIBM,What of IBM?,2\n";
for (const { then, says } of OTHERWISE) {
  Deno.test(`a folder whose run asked something else is refused with the difference: ${says}`, async () => {
    const folder = await Deno.makeTempDir();
    await night(folder, { day: "2024-03-01", folder: "out", csv: NOTED });
    await rejects(night(folder, { day: "2024-03-01", folder: "out", csv: NOTED, ...then }), {
      name: "InputError",
      message: `Cannot resume ${folder}/out: its run differs: ${says}; ` +
        "choose another folder, or start a new run with startNew",
    });
  });
}

for (const [csv, says] of [[CSV.replaceAll("\n", "\r\n"), ", its rows have not"], [`${CSV}KO\n`, ""]] as const) {
  Deno.test(`a folder of another list (${JSON.stringify(csv)}) is refused, and the way to keep what is paid works`, async () => {
    const folder = await Deno.makeTempDir();
    await night(folder, { day: "2024-03-01", folder: "out" });
    const again = { day: "2024-03-01", folder: "out", csv } as const;
    await rejects(night(folder, again), {
      message: `Cannot resume ${folder}/out: its run differs: the bytes of the list have changed${says}; ` +
        "choose another folder, or start a new run with startNew; with reuseWithinMs it reuses the answers already paid for",
    });
    const kept = await night(folder, { ...again, startNew: true, reuseWithinMs: 86_400_000 });
    deepEqual(kept, { run: "out-2", state: "new", asked: csv.includes("KO") ? 1 : 0 });
  });
}

Deno.test("screen() retries the rows of the newest run that failed, with a new key, and those in doubt", async () => {
  const folder = await Deno.makeTempDir();
  const keys = new Map<string, string[]>();
  const failing = (message: string): FakeBehaviour => ({
    onReason: ({ input }) => {
      if (input.includes("IBM") && message !== "") return Promise.reject(callError({ status: 500, message }));
      if (input.includes("XRX") && message !== "") return Promise.reject(callError({ delivery: "maybe_sent" }));
    },
  });
  deepEqual(await night(folder, { day: "2024-03-01", behaviour: failing("no") }), {
    ...{ run: "runs/tickers/2024-03-01", state: "new", asked: 3 },
  });
  const noteKeys = async () => {
    for (const outcome of (await openRun(`${folder}/runs/tickers/2024-03-01`)).outcomes) {
      if (outcome.status === "invalid") continue;
      keys.set(outcome.input.ticker, [...keys.get(outcome.input.ticker) ?? [], outcome.asked.idempotencyKey]);
    }
  };
  await noteKeys();
  deepEqual(await night(folder, { day: "2024-03-02", retryFailed: true }), {
    ...{ run: "runs/tickers/2024-03-01", state: "continued", asked: 2 },
  });
  await noteKeys();
  const isSame = (ticker: string) => keys.get(ticker)?.[0] === keys.get(ticker)?.[1];
  deepEqual([isSame("AAPL"), isSame("IBM"), isSame("XRX")], [true, false, true]);
});

Deno.test("screen() downloads the files of a partial row again without asking again", async () => {
  const folder = await Deno.makeTempDir();
  const files = () => [{ file_id: "a", filename: "a.csv" }];
  const onDownload = () => Promise.reject(callError({ status: 503 }));
  await night(folder, { day: "2024-03-01", folder: "out", behaviour: { files, onDownload } });
  const again = await night(folder, { day: "2024-03-01", folder: "out", retryFailed: true, behaviour: { files } });
  equal(again.asked, 0);
  const { outcomes, manifest } = await openRun("out", { base: folder });
  deepEqual(outcomes.map(({ status }) => status), ["done", "done", "done"]);
  equal(manifest.state, "finished");
});

Deno.test("openRun() finds the last finished run", async () => {
  const folder = await Deno.makeTempDir();
  await rejects(openRun("latest", { base: folder }), InputError);
  await night(folder, { day: "2024-03-01" });
  await night(folder, { day: "2024-03-02", stopAfter: 1 });
  const { folder: latest, outcomes } = await openRun("latest", { base: folder });
  equal(latest, `${folder}/runs/tickers/2024-03-01`);
  equal(outcomes.length, 3);
});
