import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import {
  InputError,
  LockedError,
  openRun,
  type Outcome,
  screen,
  type ScreenEvent,
  type ScreenOptions,
} from "conviction/batch";
import { parse } from "../../src/text/csv_read.ts";
import { callError, FakeResearch } from "./fake_research.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const THREE = "ticker,company\nAAPL,Apple Inc.\nIBM,\nXRX,Xerox Corp.\n";

async function statuses(outcomes: AsyncIterable<Outcome>): Promise<string[]> {
  const rows = await Array.fromAsync(outcomes);
  return rows.toSorted((a, b) => a.input.row - b.input.row).map(({ status }) => status);
}

async function screenInto(folder: string, csv: string, research: FakeResearch, options: ScreenOptions = {}) {
  return await statuses(
    screen(writeCsv(folder, csv), research, { folder: "out", ...options, machine: testMachine({ folder }) }),
  );
}

function read(folder: string, name: string): string {
  return Deno.readTextFileSync(`${folder}/out/${name}`);
}

/** The named cells of theses.csv, by row. */
function cells(folder: string, ...names: string[]): string[][] {
  const [header, ...rows] = parse(read(folder, "theses.csv"));
  return rows.map((row) => names.map((name) => row.cells[header?.cells.indexOf(name) ?? -1] ?? "?"));
}

const FAILURES = [
  {
    when: "the service refuses it with a code",
    thrown: callError({ name: "HttpError", status: 422, code: "unknown_company", delivery: "answered" }),
    status: "failed",
    code: "unknown_company",
  },
  {
    when: "the service fails without a code",
    thrown: callError({ name: "HttpError", status: 500, delivery: "answered" }),
    status: "failed",
    code: "http_500",
  },
  {
    when: "the answer is not a thesis",
    thrown: callError({ name: "ProtocolError", excerpt: "<html>" }),
    status: "failed",
    code: "protocol",
  },
  {
    when: "it was certainly not sent",
    thrown: callError({ name: "ConnectionError", delivery: "not_sent" }),
    status: "failed",
    code: "connection",
  },
  {
    when: "it may have been sent",
    thrown: callError({ name: "TimeoutError", delivery: "maybe_sent" }),
    status: "in_doubt",
    code: "timeout",
  },
  { when: "it is unknown whether it was sent", thrown: new Error("odd"), status: "in_doubt", code: "unknown" },
];
for (const { when, thrown, status, code } of FAILURES) {
  Deno.test(`screen() gives a row the status ${status} when ${when}, and continues`, async () => {
    const folder = await Deno.makeTempDir();
    const research = new FakeResearch({
      onReason: ({ input }) => input.includes("IBM") ? Promise.reject(thrown) : undefined,
    });
    deepEqual(await screenInto(folder, THREE, research), ["done", status, "done"]);
    deepEqual(cells(folder, "ticker", "status", "error_code", "signal"), [
      ["AAPL", "done", "", "neutral"],
      ["IBM", status, code, ""],
      ["XRX", "done", "", "neutral"],
    ]);
    match(read(folder, "failures.csv"), new RegExp(`^IBM,,2,${status},${code},`, "m"));
  });
}

Deno.test("screen() resumes a run whose only open rows are in doubt, when they are to be resent", async () => {
  const folder = await Deno.makeTempDir();
  const silent = new FakeResearch({
    onReason: ({ input }) => {
      if (String(input).includes("IBM")) throw callError({ name: "TimeoutError", delivery: "maybe_sent" });
    },
  });
  const path = writeCsv(folder, THREE);
  const at = { machine: testMachine({ folder }) };
  deepEqual(await statuses(screen(path, silent, at)), ["done", "in_doubt", "done"]);
  const second = new FakeResearch();
  deepEqual(await statuses(screen(path, second, { ...at, resendInDoubt: 9 })), ["done", "done", "done"]);
  deepEqual([second.asked.length, silent.keys.includes(second.keys[0] ?? "")], [1, true]);
});

Deno.test("screen() settles requests in doubt as soon as the service reports that it runs a repeated key once", async () => {
  const folder = await Deno.makeTempDir();
  const giveUp = new AbortController();
  const first = new FakeResearch({
    onReason: () => {
      giveUp.abort();
      return Promise.reject(callError({ name: "AbortedError", delivery: "maybe_sent" }));
    },
  });
  const options = { concurrency: 1, signal: giveUp.signal };
  deepEqual(await screenInto(folder, THREE, first, options), ["in_doubt", "pending", "pending"]);
  const second = new FakeResearch({ isIdempotent: true });
  deepEqual(await screenInto(folder, THREE, second), ["done", "done", "done"]);
  deepEqual([second.asked.length, second.keys.includes(first.keys[0] ?? "")], [3, true]);
});

Deno.test("screen() keeps a body that is not a thesis", async () => {
  const folder = await Deno.makeTempDir();
  const thrown = callError({ name: "ProtocolError", excerpt: "<html>sorry" });
  await screenInto(folder, "ticker\nIBM\n", new FakeResearch({ onReason: () => Promise.reject(thrown) }));
  equal(JSON.parse(read(folder, "theses.jsonl")).error.body, "<html>sorry");
});

Deno.test("screen() keeps the thesis of a row whose file cannot be downloaded, as partial", async () => {
  const folder = await Deno.makeTempDir();
  const research = new FakeResearch({
    files: () => [{ file_id: "a", filename: "a.csv" }, { file_id: "b", filename: "b.csv" }],
    onDownload: ({ filename }) =>
      filename === "a.csv" ? Promise.reject(callError({ status: 404, message: "Cannot get a.csv" })) : undefined,
  });
  deepEqual(await screenInto(folder, "ticker\nIBM\n", research), ["partial"]);
  deepEqual(cells(folder, "signal", "files", "error_code", "error"), [
    ["neutral", "files/1_IBM/b.csv", "http_404", "Cannot get a.csv"],
  ]);
});

Deno.test("screen() asks identical rows once and writes the answer to each", async () => {
  const folder = await Deno.makeTempDir();
  const research = new FakeResearch({ files: () => [{ file_id: "x" }] });
  const csv = "ticker,weight_pct\nAAPL,1\nIBM,2\nAAPL,3\n";
  deepEqual(await screenInto(folder, csv, research), ["done", "done", "done"]);
  deepEqual(research.asked.slice(2), ["Held in these weights, how risky is the portfolio? AAPL 4%, IBM 2%"]);
  equal(research.downloads, 2);
  deepEqual(cells(folder, "row", "files", "in_weight_pct"), [
    ["1", "files/1_AAPL/file-1", "1"],
    ["2", "files/2_IBM/file-1", "2"],
    ["3", "files/1_AAPL/file-1", "3"],
  ]);
});

Deno.test("screen() sends a request for each row with repeats: each", async () => {
  const folder = await Deno.makeTempDir();
  const research = new FakeResearch();
  const csv = "ticker\nAAPL\nIBM\nAAPL\n";
  deepEqual(await screenInto(folder, csv, research, { repeats: "each" }), ["done", "done", "done"]);
  deepEqual([research.asked.length, new Set(research.keys).size], [3, 3]);
});

Deno.test("screen() requests no files with files: none", async () => {
  const folder = await Deno.makeTempDir();
  const research = new FakeResearch({ files: () => [{ file_id: "x" }] });
  await screenInto(folder, "ticker\nIBM\n", research, { files: "none" });
  equal(research.downloads, 0);
  deepEqual(JSON.parse(read(folder, "theses.jsonl")).request.include, ["verification"]);
});

Deno.test("screen() writes rows in input order, whatever the order of the answers", async () => {
  const folder = await Deno.makeTempDir();
  const gates = new Map(["AAPL", "IBM", "XRX"].map((ticker) => [ticker, Promise.withResolvers<void>()]));
  const research = new FakeResearch({ onReason: ({ input }) => gates.get(/"(\w+)"/.exec(input)?.[1] ?? "")?.promise });
  const rows = screen(writeCsv(folder, THREE), research, { folder: "out", machine: testMachine({ folder }) });
  const seen: string[] = [];
  for (const ticker of ["XRX", "IBM", "AAPL"]) {
    const next = rows.next();
    gates.get(ticker)?.resolve();
    const { value } = await next;
    if (value) seen.push(value.input.ticker);
  }
  await rows.next();
  deepEqual(seen, ["XRX", "IBM", "AAPL"]);
  deepEqual(cells(folder, "row", "ticker"), [["1", "AAPL"], ["2", "IBM"], ["3", "XRX"]]);
});

Deno.test("screen() never has more requests under way than the concurrency", async () => {
  const folder = await Deno.makeTempDir();
  const research = new FakeResearch({ onReason: () => new Promise((resolve) => setTimeout(resolve, 0)) });
  const csv = `ticker\n${Array.from({ length: 40 }, (_, at) => `T${at}\n`).join("")}`;
  await screenInto(folder, csv, research, { concurrency: 3 });
  equal(research.mostInFlight, 3);
});

Deno.test("screen() writes files with pending rows before the first answer, and again each minute", async () => {
  const folder = await Deno.makeTempDir();
  const machine = testMachine({ folder });
  const second = Promise.withResolvers<void>();
  const research = new FakeResearch({ onReason: ({ input }) => input.includes("XRX") ? second.promise : undefined });
  const rows = screen(writeCsv(folder, THREE), research, { folder: "out", machine, concurrency: 1 });
  await rows.next();
  await rows.next();
  deepEqual(cells(folder, "status"), [["pending"], ["pending"], ["pending"]]);
  equal(JSON.parse(read(folder, "manifest.json")).state, "running");
  machine.clock.advance(60_000);
  while (cells(folder, "status")[0]?.[0] === "pending") await new Promise((resolve) => setTimeout(resolve, 1));
  deepEqual(cells(folder, "status"), [["done"], ["done"], ["pending"]]);
  second.resolve();
  deepEqual((await Array.fromAsync(rows)).map(({ status }) => status), ["done"]);
  deepEqual(cells(folder, "status"), [["done"], ["done"], ["done"]]);
  deepEqual(machine.clock.pending(), []);
});

Deno.test("screen() awaits requests under way when it is stopped, and the same call resumes", async () => {
  const folder = await Deno.makeTempDir();
  const stop = new AbortController();
  const first = new FakeResearch({ onReason: () => stop.abort() });
  const options = { concurrency: 1, stop: stop.signal };
  deepEqual(await screenInto(folder, THREE, first, options), ["done", "pending", "pending"]);
  const second = new FakeResearch();
  deepEqual(await screenInto(folder, THREE, second), ["done", "done", "done"]);
  deepEqual([first.asked.length, second.asked.length], [1, 2]);
});

for (
  const { isIdempotent, status } of [{ isIdempotent: false, status: "in_doubt" }, {
    isIdempotent: true,
    status: "pending",
  }]
) {
  Deno.test(`screen() that is given up leaves requests under way ${status} ${isIdempotent ? "with" : "without"} idempotency`, async () => {
    const folder = await Deno.makeTempDir();
    const giveUp = new AbortController();
    const research = new FakeResearch({
      isIdempotent,
      onReason: () => {
        giveUp.abort();
        return Promise.reject(callError({ name: "AbortedError", delivery: "maybe_sent" }));
      },
    });
    const options = { concurrency: 1, signal: giveUp.signal };
    deepEqual(await screenInto(folder, THREE, research, options), [status, "pending", "pending"]);
  });
}

Deno.test("screen() reports events: begun, started, outcome, ended", async () => {
  const folder = await Deno.makeTempDir();
  const events: ScreenEvent[] = [];
  await screenInto(folder, "ticker\nIBM\n\n", new FakeResearch(), { onEvent: (event) => events.push(event) });
  deepEqual(events.map(({ type }) => type), ["begun", "started", "outcome", "ended"]);
  const [begun, , , ended] = events;
  ok(begun?.type === "begun" && ended?.type === "ended");
  deepEqual([begun.state, begun.sentColumns, begun.progress.rows], ["new", ["ticker"], 1]);
  equal(ended.manifest.counts.statuses.done, 1);
});

Deno.test("an event as JSON contains the progress at that time", async () => {
  const folder = await Deno.makeTempDir();
  const lines: string[] = [];
  await screenInto(folder, "ticker\nIBM\n", new FakeResearch(), {
    onEvent: (event) => lines.push(JSON.stringify(event)),
  });
  const events = lines.map((line): ScreenEvent => JSON.parse(line));
  deepEqual(events.map(({ type, progress }) => [type, progress.inFlight, progress.statuses.done]), [
    ["begun", 0, 0],
    ["started", 1, 0],
    ["outcome", 0, 1],
    ["ended", 0, 1],
  ]);
});

Deno.test("screen() accepts rows in memory, also one by one", async () => {
  async function* rows() {
    yield { symbol: "IBM", name: "IBM" };
    yield await Promise.resolve({ symbol: "", name: "Nobody" });
  }
  const machine = testMachine();
  const research = new FakeResearch();
  deepEqual(await statuses(screen(rows(), research, { folder: "out", machine })), ["done", "invalid"]);
  deepEqual(research.asked, ['Analyse the company listed under ticker "IBM"']);
});

Deno.test("screen() finds the tickers of rows in memory by their notation, as it does in a file", async () => {
  const rows = [{ Security: "IBM US Equity", Name: "IBM" }, { Security: "XRX US Equity", Name: "" }];
  const research = new FakeResearch();
  deepEqual(await statuses(screen(rows, research, { folder: "out", machine: testMachine() })), ["done", "done"]);
  deepEqual(research.asked, [
    'Analyse the company listed under ticker "IBM US Equity" (IBM)',
    'Analyse the company listed under ticker "XRX US Equity"',
  ]);
});

Deno.test("screen() throws a LockedError when another process works in the folder, and sends nothing", async () => {
  const folder = await Deno.makeTempDir();
  const machine = testMachine({ folder });
  const gate = Promise.withResolvers<void>();
  const path = writeCsv(folder, THREE);
  const first = screen(path, new FakeResearch({ onReason: () => gate.promise }), { folder: "out", machine });
  const one = first.next();
  const second = new FakeResearch();
  while (machine.clock.pending().length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  await rejects(Array.fromAsync(screen(path, second, { folder: "out", machine })), LockedError);
  equal(second.asked.length, 0);
  gate.resolve();
  await one;
  await first.return();
});

Deno.test("screen() whose loop is left gives up requests under way and writes the known outcomes", async () => {
  const folder = await Deno.makeTempDir();
  const aborted: string[] = [];
  const research = new FakeResearch({
    onReason: ({ input }, { signal }) =>
      input.includes("AAPL") ? undefined : new Promise((_, reject) =>
        signal.addEventListener("abort", () => {
          aborted.push(input);
          reject(callError({ name: "AbortedError", delivery: "maybe_sent" }));
        })
      ),
  });
  const options = { folder: "out", machine: testMachine({ folder }) };
  for await (const _first of screen(writeCsv(folder, THREE), research, options)) break;
  equal(aborted.length, 2);
  deepEqual(cells(folder, "status"), [["done"], ["in_doubt"], ["in_doubt"]]);
});

Deno.test("screen() deletes the files of an earlier attempt in a row's folder", async () => {
  const folder = await Deno.makeTempDir();
  const giveUp = new AbortController();
  const first = new FakeResearch({
    files: () => [{ file_id: "a", filename: "old.csv" }, { file_id: "b", filename: "cut.csv" }],
    onDownload: ({ filename }) => filename === "cut.csv" ? giveUp.abort() : undefined,
  });
  const options = { signal: giveUp.signal };
  deepEqual(await screenInto(folder, "ticker\nIBM\n", first, options), ["pending"]);
  const second = new FakeResearch();
  deepEqual(await screenInto(folder, "ticker\nIBM\n", second), ["done"]);
  deepEqual([second.asked.length, second.downloads], [0, 2]);
  const names = await Array.fromAsync(Deno.readDir(`${folder}/out/files/1_IBM`), ({ name }) => name);
  deepEqual(names.toSorted(), ["cut.csv", "old.csv"]);
});

Deno.test("screen() verifies the files of each answer at the end, and the row of one that has changed is partial", async () => {
  const folder = await Deno.makeTempDir();
  const research = new FakeResearch({ files: () => [{ file_id: "a", filename: "a.csv" }] });
  const download: FakeResearch["download"] = async (file, into) => ({
    ...await research.download(file, into),
    sha256: "0".repeat(64),
  });
  const broken = { reason: research.reason.bind(research), download };
  await Array.fromAsync(screen([{ ticker: "IBM" }], broken, { folder: "out", machine: testMachine({ folder }) }));
  const { manifest: { counts: { statuses } }, rows } = await openRun(`${folder}/out`);
  deepEqual([statuses.done, statuses.partial], [0, 1]);
  match(rows[0]?.warnings.join() ?? "", /a\.csv: it was removed or changed after it was saved/);
});

const WRONG = [
  { when: "there is no such file", csv: undefined, says: /no such file/ },
  { when: "the file is empty", csv: "", says: /it is empty/ },
  {
    when: "no column contains tickers",
    csv: "name,weight\nA,1\n",
    says:
      /is "name", "weight"; name the column with tickerColumn, "column 1" for the first of a file without a header$/,
  },
  { when: "two columns have one name", csv: "ticker,w,w\nA,1,2\n", says: /two columns are named "w"/ },
  { when: "the file is blank", csv: " \n\t\n", says: /tickers\.csv: it is empty$/ },
  { when: "the header is broken", csv: 'ticker,"a"b\nA,1\n', says: /header.*line 1, column 1\d/ },
  { when: "the prompt names a missing column", csv: THREE, prompt: "Ask {{isin}}", says: /names {{isin}}/ },
  { when: "the prompt is empty", csv: THREE, prompt: " ", says: /it is empty/ },
  { when: "the prompt column is missing", csv: THREE, promptColumn: "question", says: /prompt column "question"/ },
  { when: "the ticker column is missing", csv: THREE, tickerColumn: "isin", says: /column "isin"/ },
  { when: "the day is invalid", csv: THREE, asOf: "2017-02-30", says: /neither a day/ },
  { when: "the limit is 0", csv: THREE, limit: 0, says: /^Cannot use 0 as limit: it is not a whole number from 1$/ },
  { when: "the concurrency is a fraction", csv: THREE, concurrency: 0.5, says: /^Cannot use 0.5 as concurrency: / },
  { when: "no request may be sent", csv: THREE, maxRequests: 0, says: /^Cannot use 0 as maxRequests: / },
  { when: "the price is 0", csv: THREE, price: 0, says: /^Cannot use 0 as price: it is not a number above 0$/ },
  {
    when: "not one request may be paid",
    ...{ csv: THREE, price: 0.25, maxCost: 0.1 },
    says: /^Cannot use maxCost 0\.1: one request costs 0\.25, so none could be sent$/,
  },
  { when: "a cost has no price", csv: THREE, maxCost: 5, says: /^Cannot use maxCost 5: it needs price$/ },
  { when: "a share is too large", csv: THREE, maxFailures: { share: 2 }, says: /a share of 2 as maxFailures: / },
  { when: "a count is negative", csv: THREE, maxFailures: { count: -1 }, says: /^Cannot use -1 as maxFailures: / },
];
for (const { when, csv, says, ...options } of WRONG) {
  Deno.test(`screen() throws an InputError, sends nothing and writes nothing when ${when}`, async () => {
    const folder = await Deno.makeTempDir();
    const path = csv === undefined ? "nope.csv" : writeCsv(folder, csv);
    const research = new FakeResearch();
    const rows = screen(path, research, { ...options, folder: "out", machine: testMachine({ folder }) });
    await rejects(Array.fromAsync(rows), (error) => error instanceof InputError && says.test(error.message));
    equal(research.asked.length, 0);
    await rejects(Deno.stat(`${folder}/out`), Deno.errors.NotFound);
  });
}

Deno.test("a yielded outcome equals the one in the run's folder", async () => {
  const folder = await Deno.makeTempDir();
  const research = new FakeResearch({
    files: ({ input }) => String(input).includes("C") ? [{ file_id: "a", filename: "a.csv" }] : [],
    onReason: ({ input }) => {
      if (String(input).includes("D")) throw callError({ name: "HttpError", status: 422, code: "unknown_company" });
      if (String(input).includes("E")) throw callError({ name: "TimeoutError", delivery: "maybe_sent" });
    },
    onDownload: () => Promise.reject(callError({ status: 404, message: "Cannot get a.csv" })),
  });
  const rows = screen(writeCsv(folder, "ticker,n\nA,1\nB,2\nA,3\nC,4\nD,5\nE,6\n,7\n"), research, {
    folder: "out",
    machine: testMachine({ folder }),
  });
  const yielded = (await Array.fromAsync(rows)).toSorted((a, b) => a.input.row - b.input.row);
  deepEqual(yielded.map(({ status }) => status), ["done", "done", "done", "partial", "failed", "in_doubt", "invalid"]);
  deepEqual(yielded, [...(await openRun(`${folder}/out`)).outcomes]);
});
