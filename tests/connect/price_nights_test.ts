import { fetchFiles, type FetchReport } from "../../src/connect/fetch_files.ts";
import type { SourceMaker } from "../../src/connect/source.ts";
import { ALPHAVANTAGE, EODHD, TIINGO } from "../../src/connect/price_services.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import type { Clock } from "../../src/pace/clock.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { deepEqual, equal, ok } from "../assert.ts";
import { inFolder } from "../data/in_folder.ts";
import { madeStock, sessionsFrom } from "./made_market.ts";
import { priceReply } from "./price_routes.ts";
import { sweep } from "../sweeps.ts";

const KEY = "a-secret-key-0123456789";
/** Ten years, as a first fetch asks for. */
const DAYS = sessionsFrom("2016-01-04", 2_600);
const FIRST = 2_540;
const NIGHTS = 30;
const SPLIT = FIRST + 12;
const STOCKS = {
  ACME: madeStock(DAYS, { splits: { [SPLIT]: 4 } }),
  BETA: madeStock(DAYS, { dividends: { [FIRST + 20]: 0.6 } }),
  SPY: madeStock(DAYS),
};
const COMPANIES = ["ACME", "BETA"].map((ticker) => ({ ticker }));

/** One evening's fetch into a folder. */
async function night(folder: string, maker: SourceMaker, session: number): Promise<FetchReport["sources"][number]> {
  const started = systemClock.now().getTime();
  const evening = Date.parse(`${DAYS[session]}T23:30:00Z`);
  const clock: Clock = { ...systemClock, now: () => new Date(evening + systemClock.now().getTime() - started) };
  const world = { stocks: STOCKS, to: DAYS[session] ?? "", key: KEY };
  const made = maker.make(undefined, { env: () => KEY, wantsDocuments: false, since: "2016-01-01" });
  const { sources: [tally] } = await fetchFiles({ sources: [{ ...made, rate: [] }], companies: COMPANIES }, {
    ...{ folder, clock, random: () => 0.5, secrets: [KEY] },
    fetch(url, { headers }) {
      const { status, body } = priceReply(new URL(url), new Headers(headers), world) ?? { status: 404, body: "" };
      const bytes = new TextEncoder().encode(body);
      return Promise.resolve(new Response(bytes, { status, headers: { "content-length": String(bytes.length) } }));
    },
    run: () => Promise.reject(new Error("no program is run")),
  });
  ok(tally);
  deepEqual(tally.refusals, []);
  return tally;
}

for (const maker of sweep("connect/price_nights", [TIINGO, ALPHAVANTAGE, EODHD])) {
  Deno.test(`${maker.name}: thirty nights of data fetch give the files of one whole fetch, read without a crash at the split`, async () => {
    await inFolder({}, async (folder) => {
      const first = await night(folder, maker, FIRST);
      equal(first.requests, 3);
      let [quiet, bytes] = [0, 0];
      for (let session = FIRST + 1; session <= FIRST + NIGHTS; session++) {
        const tally = await night(folder, maker, session);
        const isEvent = session === SPLIT || session === FIRST + 20;
        equal(tally.requests, isEvent ? 4 : 3);
        if (!isEvent) [quiet, bytes] = [quiet + 1, bytes + tally.bytes];
      }
      const again = await night(folder, maker, FIRST + NIGHTS);
      deepEqual([again.requests, again.bytes, again.files.fresh], [0, 0, 3]);
      ok(bytes / quiet < 0.1 * first.bytes, `${bytes / quiet} of ${first.bytes} bytes a night`);
      await inFolder({}, async (other) => {
        await night(other, maker, FIRST + NIGHTS);
        for (const ticker of Object.keys(STOCKS)) {
          const path = `prices/${maker.name}/${ticker}.csv`;
          equal(await Deno.readTextFile(`${folder}/${path}`), await Deno.readTextFile(`${other}/${path}`));
        }
      });
      const data = await openFolder(folder);
      const { close } = data.at(data.asOf).prices("ACME").find(({ basis }) => basis === "price") ?? { close: [] };
      equal(data.at(data.asOf).benchmark, "SPY");
      equal(close.length, FIRST + NIGHTS + 1);
      ok(Array.from(close).every((value, at) => at === 0 || Math.abs(value / (close[at - 1] ?? NaN) - 1) < 0.05));
      equal((await Deno.readTextFile(`${folder}/.conviction/fetch.jsonl`)).includes(KEY), false);
    });
  });
}
