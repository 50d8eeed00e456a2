/** Twenty companies with the sources as a person names them, EDGAR and Tiingo together, against made services. */
import { EDGAR } from "../../src/connect/edgar.ts";
import { fetchFiles, type FetchReport } from "../../src/connect/fetch_files.ts";
import { FETCH_LIMITS } from "../../src/connect/fetch_limits.ts";
import { TIINGO } from "../../src/connect/price_services.ts";
import { deepEqual, equal, ok } from "../assert.ts";
import { inFolder } from "../data/in_folder.ts";
import { CONTACT, type MadeFiler, published } from "./made_edgar.ts";
import { madeStock, sessionsFrom } from "./made_market.ts";
import { priceReply } from "./price_routes.ts";
import { quickClock } from "./quick_clock.ts";

const KEY = "a-secret-key-0123456789";
const DAYS = sessionsFrom("2024-01-02", 725);
const LAST = DAYS.at(-1) ?? "";
const NUMBERS = Array.from({ length: 20 }, (_, at) => at + 1);
const tickerOf = (number: number) => `MA${String.fromCharCode(64 + number)}`;
const FILERS = NUMBERS.map((number): MadeFiler => ({
  ...{ cik: number, tickers: [tickerOf(number)], name: `MADE ${number} INC` },
  filings: ["4", "4", "10-K"].map((form, at) => ({
    ...{ accession: `00000000${String(number).padStart(2, "0")}-26-00000${at}`, form, filed: LAST },
    ...{ document: form === "4" ? "xslF345X05/form4.xml" : "made.htm", isXBRL: form === "4" ? 0 : 1 },
  })),
  facts: [{
    ...{ start: "2025-01-01", end: "2025-12-31", accession: `00000000${String(number).padStart(2, "0")}-26-000002` },
    ...{ filed: LAST, value: 5_000_000_000 },
  }],
}));
const STOCK = madeStock(DAYS);
const STOCKS = Object.fromEntries(["SPY", ...NUMBERS.map(tickerOf)].map((ticker) => [ticker, STOCK]));
/** Of any span of that length; EDGAR's rule is 8 a second over both hosts, Tiingo's free key has 50 an hour. */
const RATES = [{ host: "sec.gov", most: 8, perMs: 1_000 }, { host: "tiingo.com", most: 50, perMs: 3_600_000 }];

interface Start {
  readonly host: string;
  readonly atMs: number;
}

/** One start of the same command. */
function fetchInto(folder: string, now: string): Promise<FetchReport> {
  const clock = quickClock(now);
  const options = { env: (name: string) => name === "CONVICTION_CONTACT" ? CONTACT : KEY, wantsDocuments: false };
  const sources = [EDGAR.make(undefined, options), TIINGO.make(undefined, { ...options, since: "2024-01-01" })];
  const filed = published(FILERS);
  return fetchFiles({ sources, companies: NUMBERS.map((number) => ({ ticker: tickerOf(number) })) }, {
    ...{ folder, clock, secrets: [KEY, CONTACT], random: () => 0.5 },
    limits: { ...FETCH_LIMITS, headersMs: Infinity, silenceMs: Infinity, totalMs: Infinity },
    run: () => Promise.reject(new Error("no program is run")),
    fetch(address, { headers }) {
      const url = new URL(address);
      const priced = priceReply(url, new Headers(headers), { stocks: STOCKS, to: LAST, key: KEY });
      const { status = 200, body } = priced ?? filed.get(address) ?? { status: 404, body: "" };
      const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
      return Promise.resolve(new Response(bytes, { status, headers: { "content-length": String(bytes.length) } }));
    },
  });
}

function bytesOf({ sources }: FetchReport): number {
  return sources.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** When each request left its queue: on the made clock, time may jump before its reply comes. */
async function startsIn(folder: string): Promise<readonly Start[]> {
  const lines = (await Deno.readTextFile(`${folder}/.conviction/fetch.jsonl`)).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line)).filter((line) => line.do === "ask")
    .flatMap(({ host, starts }) => starts.map(([atMs]: readonly number[]) => ({ host, atMs })));
}

/** The most requests of a host within a span. */
function mostWithin(
  starts: readonly Start[],
  { host, perMs }: { readonly host: string; readonly perMs: number },
): number {
  const times = starts.filter((one) => one.host.endsWith(host)).map(({ atMs }) => atMs).toSorted((a, b) => a - b);
  return Math.max(...times.map((time) => times.filter((other) => other >= time && other < time + perMs).length));
}

Deno.test("twenty companies from EDGAR and Tiingo: all come within the rates, and at once again nothing is transferred", async () => {
  await inFolder({}, async (folder) => {
    const first = await fetchInto(folder, `${LAST}T23:00:00Z`);
    deepEqual(first.sources.map(({ name, files }) => [name, files.new, files.refused]), [
      ["edgar", 1 + 20 * 4, 0], // the table of tickers; of each company list, figures and two forms
      ["tiingo", 21, 0],
    ]);
    const starts = await startsIn(folder);
    equal(starts.length, first.sources.reduce((sum, { requests }) => sum + requests, 0));
    for (const { most, ...rate } of RATES) {
      const found = mostWithin(starts, rate);
      ok(found > 1 && found <= most, `${found} requests of ${rate.host} within ${rate.perMs} ms`);
    }
    const again = await fetchInto(folder, `${LAST}T23:30:00Z`);
    equal(again.sources.reduce((sum, { files }) => sum + files.refused, 0), 0);
    ok(bytesOf(again) < 0.01 * bytesOf(first), `${bytesOf(again)} of ${bytesOf(first)} bytes`);
  });
});
