/** The service under load: what it adds to the analyst's own work, and to the HTTP server below it, in one run. */
import { openFolder } from "../../src/data/folder/folder.ts";
import { ROUTES } from "../../src/protocol/route.ts";
import { type Asking, LoadClient, type Timed } from "./load_client.ts";
import { KEY } from "./load_child.ts";
import { Server } from "./load_server.ts";
import { missingSp500, sp500Folder } from "./sp500_folder.ts";

/** What is demanded, printed beside what was measured. */
const GOAL = { ofBare: 0.25, ofAnalyst: 1.2, healthMs: 50, refusedMs: 100, residentMiB: 256 } as const;
const AT_ONCE = 64;
const ROUNDS = 5;
const ASKED = 2_000;
const CHARTS_MS = 10_000;
const BURST = 300;
/** As `serve` has it on this machine. */
const THREADS = Math.min(4, navigator.hardwareConcurrency);

type Print = (line: string) => void;

/** Prints every figure, or that the data is missing. */
export async function benchLoad(print: Print): Promise<void> {
  const missing = missingSp500();
  if (missing !== undefined) return print(`Load: NOT RUN, ${missing} is missing`);
  await using folder = await sp500Folder();
  const dataset = await openFolder(folder.path);
  const tickers = dataset.at(dataset.asOf).companies.map(({ ticker }) => ticker);
  print(`Load: serve with ${THREADS} threads over ${tickers.length} names, ${AT_ONCE} clients at once`);
  await benchReasoning(print, { folder: folder.path, tickers });
  await benchCharts(print, { folder: folder.path, tickers });
  await benchBurst(print);
}

interface Data {
  readonly folder: string;
  readonly tickers: readonly string[];
}

/** The half of the names that warms a process up, and the half that is measured. */
function halves(tickers: readonly string[]): [warm: readonly string[], cold: readonly string[]] {
  return [tickers.filter((_, at) => at % 2 === 0), tickers.filter((_, at) => at % 2 === 1)];
}

/** The analyst alone, the service over distinct companies, and over remembered ones beside bare node:http. */
async function benchReasoning(print: Print, { folder, tickers }: Data): Promise<void> {
  const [warm, cold] = halves(tickers);
  await using alone = await Server.start("analyst", folder);
  await using served = await Server.start("serve", folder, String(THREADS));
  await using bare = await Server.start("bare", "4096");
  await alone.spentOn(() => alone.tell(warm));
  await served.spentOn(() => askAll(served, warm.map(analyse)));
  const own = await alone.spentOn(() => alone.tell(cold));
  const all = await served.spentOn(() => askAll(served, cold.map(analyse)));
  const [ownMs, allMs] = [own, all].map(({ cpuMs }) => cpuMs / cold.length);
  print(`  asked for the first time, processor time a thesis: the analyst alone ${figure(ownMs)} ms,`);
  print(`    the whole service ${figure(allMs)} ms, ratio ${ratio(allMs, ownMs)} (at most ${GOAL.ofAnalyst})`);
  const known = cold.slice(-AT_ONCE).map(analyse);
  const asked = Array.from({ length: ASKED }, (_, at) => known[at % known.length] ?? analyse("AAPL"));
  const rounds: { readonly elapsed: number; readonly cpu: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [below, ours] = [
      await bare.spentOn(() => askAll(bare, asked)),
      await served.spentOn(() => askAll(served, asked)),
    ];
    rounds.push({ elapsed: below.elapsedMs / ours.elapsedMs, cpu: below.cpuMs / ours.cpuMs });
  }
  print(`  from memory, of what bare node:http answers: ${spread(rounds.map(({ elapsed }) => elapsed))} by the clock,`);
  print(`    ${spread(rounds.map(({ cpu }) => cpu))} by processor time (at least ${GOAL.ofBare})`);
}

/** How soon a small request is answered while clients ask for charts all the time. */
async function benchCharts(print: Print, { folder, tickers }: Data): Promise<void> {
  await using served = await Server.start("serve", folder, String(THREADS));
  await using prober = await Server.start("probe");
  await askAll(served, tickers.slice(0, 4).map(analyse));
  const health = async (forMs: number) => (await prober.tell({ address: served.address, forMs })).times ?? [];
  const before = await health(1_000);
  const endMs = performance.now() + CHARTS_MS;
  let at = 0;
  const charts: Timed[] = [];
  const client = async () => {
    using one = await LoadClient.open(served.address, KEY);
    while (performance.now() < endMs) {
      const reply = await one.ask(withCharts(tickers[at++ % tickers.length] ?? ""));
      charts.push(reply);
      await pause(reply.retrySeconds * 1_000);
    }
  };
  const [during] = await Promise.all([health(CHARTS_MS), ...Array.from({ length: AT_ONCE }, client)]);
  const whole = charts.filter(({ status }) => status === 200);
  print(
    `  while ${AT_ONCE} clients ask for chart answers (${whole.length} answered, ${
      charts.length - whole.length
    } refused),`,
  );
  print(
    `    GET ${ROUTES.getLimits.path}: ${times(during)} (99% below ${GOAL.healthMs} ms)`,
  );
  print(`    before: ${times(before)}`);
  print(`    refused: ${times(charts.filter(({ status }) => status === 429).map(({ wholeMs }) => wholeMs))}`);
}

/** What becomes of 300 questions for charts at once by one key, over the sample. */
async function benchBurst(print: Print): Promise<void> {
  await using served = await Server.start("serve", "", String(THREADS));
  await askAll(served, ["AAPL", "MSFT"].map(analyse));
  const { residentMiB } = await served.spent();
  const tickers = ["AAPL", "AMZN", "GOOGL", "IBM", "JPM", "MSFT", "NVDA", "WMT"];
  const years = Array.from(
    { length: BURST },
    (_, at) => `${tickers[at % 8]} as of 20${10 + at % 7}-0${1 + at % 9}-1${at % 9}`,
  );
  const clients = await Promise.all(years.map(() => LoadClient.open(served.address, KEY)));
  const replies = await Promise.all(clients.map((client, at) => client.ask(withCharts(years[at] ?? ""))));
  for (const client of clients) client[Symbol.dispose]();
  const after = await served.spent();
  const [taken, refused] = [
    replies.filter(({ status }) => status === 200),
    replies.filter(({ status }) => status === 429),
  ];
  print(
    `  ${BURST} chart answers at once of one key, the sample: ${taken.length} taken, ${refused.length} refused (429)`,
  );
  print(`    taken: to the first byte ${times(taken.map(({ firstMs }) => firstMs))} (promise 10 s)`);
  print(
    `    refused: ${
      times(refused.map(({ wholeMs }) => wholeMs))
    } (at most ${GOAL.refusedMs} ms), all asked to come back`,
  );
  print(`    after ${Math.max(0, ...refused.map(({ retrySeconds }) => retrySeconds))} s at most`);
  print(
    `    resident ${Math.round(residentMiB)} MiB before, ${
      Math.round(after.residentMiB)
    } after (goal ${GOAL.residentMiB})`,
  );
}

const analyse = (ticker: string): Asking => ({
  ...ROUTES.reason,
  body: { input: `Analyse ${ticker}` },
});

const withCharts = (input: string): Asking => ({ ...ROUTES.createResponse, body: { input, stream: true } });

/** Asks everything, with as many clients as there are; refused questions are asked again when the reply says so. */
async function askAll(server: Server, asked: readonly Asking[]): Promise<void> {
  let at = 0;
  const client = async () => {
    using one = await LoadClient.open(server.address, KEY);
    for (let next = asked[at++]; next !== undefined; next = asked[at++]) {
      for (;;) {
        const { status, retrySeconds } = await one.ask(next);
        if (status === 200) break;
        if (status !== 429) throw new Error(`Cannot measure: ${next.path} was answered with ${status}`);
        await pause(retrySeconds * 1_000);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, asked.length) }, client));
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function times(all: readonly number[]): string {
  const sorted = all.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? NaN);
  return `median ${at(0.5)}, 99% within ${at(0.99)}, longest ${at(1)} ms`;
}

function spread(all: readonly number[]): string {
  const [least = NaN, ...rest] = all.toSorted((one, other) => one - other);
  const most = rest.at(-1) ?? NaN;
  return `${(rest[Math.floor(all.length / 2) - 1] ?? NaN).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

function figure(ms = NaN): string {
  return ms.toFixed(1);
}

function ratio(value = NaN, whole = NaN): string {
  return (value / whole).toFixed(2);
}

if (import.meta.main) {
  // deno-lint-ignore no-console -- a benchmark prints
  await benchLoad((line) => console.log(line));
}
