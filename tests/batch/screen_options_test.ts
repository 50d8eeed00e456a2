import { equal, ok, rejects } from "../assert.ts";
import {
  openRun,
  type OpenRunOptions,
  previewScreen,
  type ResearchPort,
  screen,
  type ScreenInput,
} from "conviction/batch";
import type { ScreenOptions } from "conviction/batch";
import { FakeResearch } from "./fake_research.ts";
import { FakeVerifier } from "./fake_verifier.ts";
import { testMachine } from "./test_machine.ts";

/** What a notebook may pass: it never checks types. */
const any = <T>(value: unknown) => value as T;
const ROWS = [{ ticker: "AAPL" }];

const REFUSED: readonly (readonly [unknown, string])[] = [
  [{ maxcost: 5 }, "Cannot screen: there is no option maxcost; did you mean maxCost?"],
  [{ "as-of": "2017-12-29" }, "Cannot screen: there is no option as-of; did you mean asOf?"],
  [{ maxRequests: "5" }, "Cannot screen: maxRequests must be a number, not a text"],
  [{ concurrency: "8" }, 'Cannot screen: concurrency must be a number or "auto", not a text'],
  [{ rate: "5/s" }, "Cannot screen: rate must be a list like [{ count: 5, perMs: 1000 }], not a text"],
  [{ until: "06:30" }, "Cannot screen: until must be a valid Date, not a text"],
  [{ until: new Date("06:30") }, "Cannot screen: until must be a valid Date, not a Date"],
  [
    { prompt: { file: "prompt.txt" } },
    "Cannot screen: prompt must be a text, read from its file if it has one, not an object",
  ],
  [{ formats: ["pdf"] }, 'Cannot screen: formats must be a list of "xlsx", "parquet" and "report", not a list'],
  [{ formats: "xlsx" }, 'Cannot screen: formats must be a list of "xlsx", "parquet" and "report", not a text'],
  [{ files: "all" }, 'Cannot screen: files must be "auto" or "none", not another text'],
  [{ maxFailures: 5 }, "Cannot screen: maxFailures must be like { count: 5 } or { share: 0.1 }, not 5"],
  [{ verify: "prices" }, "Cannot screen: verify must be a verifier, like openVerifier() returns, not a text"],
  [{ service: "desk" }, 'Cannot screen: service must be an object like { name: "desk" }, not a text'],
  [{ startNew: "yes" }, "Cannot screen: startNew must be true or false, not a text"],
  [{ stop: new AbortController() }, "Cannot screen: stop must be an AbortSignal, not an object"],
  ["runs/desk", "Cannot screen: its options must be an object, not a text"],
];

for (const [options, message] of REFUSED) {
  Deno.test(`screen() and previewScreen() send nothing: ${message}`, async () => {
    const research = new FakeResearch();
    const refused = { name: "InputError", message };
    await rejects(() => Array.fromAsync(screen(ROWS, research, any<ScreenOptions>(options))), refused);
    await rejects(() => previewScreen(ROWS, any<ScreenOptions>(options)), refused);
    equal(research.asked.length, 0);
  });
}

const LISTS: readonly (readonly [unknown, string])[] = [
  [["AAPL"], 'Cannot read row 1: it must be like { ticker: "AAPL" }, not a text'],
  [[{ ticker: "AAPL" }, ["IBM"]], 'Cannot read row 2: it must be like { ticker: "AAPL" }, not a list'],
  [[{ ticker: "AAPL", weight: 5 }], "Cannot read row 1: weight must be a text, not 5"],
  [{ ticker: "AAPL" }, 'Cannot read the list: it must be a path, or rows like { ticker: "AAPL" }, not an object'],
  [undefined, 'Cannot read the list: it must be a path, or rows like { ticker: "AAPL" }, not undefined'],
];

for (const [input, message] of LISTS) {
  Deno.test(`a screen says what a list is: ${message}`, async () => {
    await rejects(() => previewScreen(any<ScreenInput>(input)), { name: "InputError", message });
  });
}

Deno.test("a screen without a service says what its second argument is", async () => {
  const message = "Cannot screen: the second argument must be the service, like connect() returns";
  for (const research of [undefined, { folder: "out" }]) {
    await rejects(() => Array.fromAsync(screen(ROWS, any<ResearchPort>(research))), { name: "InputError", message });
  }
});

Deno.test("openRun() refuses an unknown option, and what is no name of a run", async () => {
  const message = "Cannot open a run: there is no option folder; there are base";
  await rejects(() => openRun("latest", any<OpenRunOptions>({ folder: "runs" })), { name: "InputError", message });
  await rejects(() => openRun(any<string>({ folder: "runs" })), {
    name: "InputError",
    message: "Cannot open a run: give its folder, or latest, not an object",
  });
});

const SPAN = { first: "2017-01-03", last: "2017-12-29" };

Deno.test("a screen takes every option that it documents", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const never = new AbortController().signal;
    const options: Required<ScreenOptions> = {
      ...{ prompt: "Analyse {{ticker}}", promptColumn: "question", asOf: "2017-12-29", model: "m", files: "none" },
      body: { input: "{{prompt}}", as_of: "{{as_of}}", model: "{{model}}" },
      ...{ concurrency: "auto", rate: [{ count: 50, perMs: 1000 }], attemptMs: 1e5, requestMs: 1e6, stallMs: 1e6 },
      ...{ until: new Date("2100-01-01"), maxRequests: 5, price: 0.25, maxCost: 5, maxFailures: { share: 0.5 } },
      brake: "off",
      ...{
        folder: "out",
        startNew: false,
        retryFailed: false,
        readAgain: false,
        resendInDoubt: 0,
        tickerColumn: "ticker",
      },
      ...{ reuseWithinMs: 1000, onlyNew: false, limit: 5, repeats: "once", formats: ["report"], since: "none" },
      ...{ select: [{ name: "signal_too", pointer: "/agent_thesis/signal" }], group: "question" },
      languageModel: undefined, // a service that is handed in may have one
      ...{ own: undefined, verify: new FakeVerifier() }, // a body of the caller's own takes its place
      data: { notice: "", names: 1, files: { found: 1, read: 1 }, ...SPAN, problems: [], more_problems: 0 },
      ...{ service: { name: "test" }, given: {}, stop: never, signal: never, onEvent: () => {} },
      machine: testMachine({ folder }),
    };
    const rows = [{ ticker: "AAPL", question: "Analyse AAPL", score: "1.5" }];
    for (const one of [options, { ...options, folder: "own", body: undefined, own: ["score"] }]) {
      const outcomes = await Array.fromAsync(screen(rows, new FakeResearch(), one));
      ok(outcomes.every(({ status }) => status === "done"));
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
