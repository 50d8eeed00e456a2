import { longDay } from "../../src/calendar/day.ts";
import type { Source, SourceMaker } from "../../src/connect/source.ts";
import { ALPHAVANTAGE, EODHD, TIINGO } from "../../src/connect/price_services.ts";
import { deepEqual, equal, match, ok, throws } from "../assert.ts";
import { type MadeEvents, madeStock, sessionsFrom } from "./made_market.ts";
import { MadePort, type MadeReply } from "./made_port.ts";
import { priceReply } from "./price_routes.ts";
import { sweep } from "../sweeps.ts";

const KEY = "a-secret-key-0123456789";
const DAYS = sessionsFrom("2024-01-02", 600);
/** The session on whose evening everything is fetched first. */
const FIRST = 540;

interface Case {
  readonly maker: SourceMaker;
  readonly what?: string;
  readonly folder: string;
  /** Rows of a first fetch, where the service gives no more. */
  readonly rows: number;
}
const CASES: readonly Case[] = [
  { maker: TIINGO, folder: "tiingo", rows: FIRST + 1 },
  { maker: ALPHAVANTAGE, folder: "alphavantage", rows: FIRST + 1 },
  { maker: ALPHAVANTAGE, what: "daily", folder: "alphavantage_daily", rows: 100 },
  { maker: EODHD, folder: "eodhd", rows: FIRST + 1 },
];
const ADJUSTED = CASES.filter(({ what }) => what === undefined);

function sourceOf(
  { maker, what }: { readonly maker: SourceMaker; readonly what?: string | undefined },
  benchmark?: string,
): Source {
  return maker.make(what, { env: () => KEY, wantsDocuments: false, since: "2024-01-01", benchmark });
}

/** The evening after a session, in New York. */
function evening(session: number): string {
  return `${DAYS[session]}T23:30:00Z`;
}

/** A port and a night's work: a fetch of `ACME` after a session. */
function world(events: MadeEvents = {}) {
  const stocks = { ACME: madeStock(DAYS, events), SPY: madeStock(DAYS) };
  let to = "";
  const port = new MadePort((url, headers) => priceReply(url, headers, { stocks, to, key: KEY }) ?? NOT_FOUND);
  const night = async (one: Case, session: number) => {
    to = DAYS[session] ?? "";
    const before = port.asked.length;
    await sourceOf(one).collect({ ticker: "ACME" }, port.at(evening(session)));
    return port.asked.slice(before);
  };
  return { port, night };
}
const NOT_FOUND: MadeReply = { status: 404, body: "" };

function rowsIn(text: string): number {
  return text.trim().split(/\r?\n/).length - 1;
}

for (const one of CASES) {
  const name = [one.maker.name, ...one.what === undefined ? [] : [one.what]].join(":");
  const path = `prices/${one.folder}/ACME.csv`;

  Deno.test(`${name}: increments over 30 nights give the same file as one whole fetch, a row asked for a night`, async () => {
    const { port, night } = world();
    await night(one, FIRST);
    equal(rowsIn(port.text(path)), one.rows);
    for (let session = FIRST + 1; session <= FIRST + 30; session++) equal((await night(one, session)).length, 1);
    const fresh = world();
    await fresh.night(one, FIRST + 30);
    const [kept, whole] = [port.text(path), fresh.port.text(path)];
    if (one.what === undefined) equal(kept, whole);
    else equal(kept.startsWith(whole.trimEnd()), true); // the newest 100 rows come first, and older ones are kept
    deepEqual([...port.reports, ...port.refusals], []);
  });

  Deno.test(`${name}: a second fetch on the same night asks for nothing`, async () => {
    const { night } = world();
    equal((await night(one, FIRST)).length, 1);
    deepEqual(await night(one, FIRST), []);
  });

  Deno.test(`${name}: a session that its file does not have yet is asked for again`, async () => {
    const { port, night } = world();
    await night(one, FIRST);
    const late = new MadePort((url, headers) =>
      priceReply(url, headers, { stocks: { ACME: madeStock(DAYS) }, to: DAYS[FIRST] ?? "", key: KEY }) ?? NOT_FOUND
    );
    for (const [file, body] of port.files) late.files.set(file, body);
    await sourceOf(one).collect({ ticker: "ACME" }, late.at(evening(FIRST + 1)));
    await sourceOf(one).collect({ ticker: "ACME" }, late.at(evening(FIRST + 1)));
    equal(late.asked.length, 2);
  });

  Deno.test(`${name}: a bar of a day that has not ended is not kept`, async () => {
    const { port } = world();
    const stocks = { ACME: madeStock(DAYS) };
    const open = new MadePort((url, headers) =>
      priceReply(url, headers, { stocks, to: DAYS[FIRST] ?? "", key: KEY }) ?? NOT_FOUND
    );
    await sourceOf(one).collect({ ticker: "ACME" }, open.at(`${DAYS[FIRST]}T15:00:00Z`));
    equal(open.text(path).includes(DAYS[FIRST - 1] ?? "?"), true);
    equal(open.text(path).includes(DAYS[FIRST] ?? "?"), false);
    deepEqual(port.reports, []);
  });

  Deno.test(`${name}: a name that trades no more is asked for once a session, and that is said`, async () => {
    const port = new MadePort((url, headers) =>
      priceReply(url, headers, { stocks: { ACME: madeStock(DAYS) }, to: DAYS[50] ?? "", key: KEY }) ?? NOT_FOUND
    );
    for (let again = 0; again < 3; again++) {
      await sourceOf(one).collect({ ticker: "ACME" }, port.at(evening(FIRST)));
    }
    equal(port.asked.length, 1);
    match(port.notes.join(), new RegExp(`ACME: its last bar at .* is of ${longDay(DAYS[50])}`));
  });

  Deno.test(`${name}: the benchmark is fetched too, once, unless it is in the list or another is named`, async () => {
    const { port } = world();
    const made = new MadePort((url, headers) =>
      priceReply(url, headers, {
        stocks: { SPY: madeStock(DAYS), QQQ: madeStock(DAYS) },
        to: "2026-01-01",
        key: KEY,
      }) ??
        NOT_FOUND
    );
    await sourceOf(one).begin?.([{ ticker: "ACME" }], made.at(evening(FIRST)));
    await sourceOf(one).begin?.([{ ticker: "SPY" }], made.at(evening(FIRST)));
    await sourceOf(one, "QQQ").begin?.([{ ticker: "ACME" }], made.at(evening(FIRST)));
    deepEqual([...made.files.keys()], ["SPY", "QQQ"].map((ticker) => `prices/${one.folder}/${ticker}.csv`));
    deepEqual(port.asked, []);
  });

  Deno.test(`${name}: no address that is shown or kept has the key, and without a key it says what to set`, async () => {
    const { port, night } = world();
    await night(one, FIRST);
    equal(port.asked.join().includes(KEY), false);
    throws(
      () => one.maker.make(one.what, { env: () => undefined, wantsDocuments: false }),
      new RegExp(`set ${one.maker.needs[0]}`),
    );
  });
}

for (const one of ADJUSTED) {
  const path = `prices/${one.folder}/ACME.csv`;
  for (
    const [when, events] of [
      ["a split", { splits: { [FIRST + 12]: 4 } }],
      ["a dividend", { dividends: { [FIRST + 12]: 0.5 } }],
    ] as const
  ) {
    Deno.test(`${one.maker.name}: ${when} on night 12 leads to one whole fetch, and the file is as if fetched whole`, async () => {
      const { port, night } = world(events);
      await night(one, FIRST);
      const requests: number[] = [];
      for (let session = FIRST + 1; session <= FIRST + 20; session++) requests.push((await night(one, session)).length);
      deepEqual(requests.map((count, at) => count === 2 ? at + 1 : 0).filter((at) => at > 0), [12]);
      const fresh = world(events);
      await fresh.night(one, FIRST + 20);
      equal(port.text(path), fresh.port.text(path));
    });
  }
}

const HEADERS = {
  tiingo: "date,close,high,low,open,volume,adjClose,adjHigh,adjLow,adjOpen,adjVolume,divCash,splitFactor",
  alphavantage: "timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient",
  eodhd: "Date,Open,High,Low,Close,Adjusted_close,Volume",
};
const HOUR = 3_600_000;

interface BadReply {
  readonly from: "tiingo" | "alphavantage" | "eodhd";
  readonly when: string;
  readonly status?: number;
  readonly body: string;
  readonly says: RegExp;
  /** For how long nothing is asked. */
  readonly pause?: number;
}

/** As the services answer; the texts are those that their users quote. */
const BAD: readonly BadReply[] = [
  ...(["tiingo", "alphavantage", "eodhd"] as const).flatMap((from): BadReply[] => [
    { from, when: "a page", body: "<!DOCTYPE html><title>Just a moment...</title>", says: /a page: "Just a moment/ },
    { from, when: "nothing", body: "", says: /empty/ },
    { from, when: "only the header", body: `${HEADERS[from]}\n`, says: /no rows/ },
    { from, when: "half a row", body: `${HEADERS[from]}\n2024-01-02,1,1,`, says: /breaks off: line 2 has 4 cells/ },
    { from, when: "half a header", body: HEADERS[from].slice(0, 20), says: /not the header/ },
    {
      from,
      when: "no figures",
      body: `${HEADERS[from]}\n2024-01-02${",x".repeat(HEADERS[from].split(",").length - 1)}`,
      says: /not a row of prices/,
    },
  ]),
  {
    from: "tiingo",
    when: "an unknown ticker",
    status: 404,
    body: `{"detail":"Error: Ticker 'ACME' not found"}`,
    says: /Ticker 'ACME' not found/,
  },
  { from: "tiingo", when: "None", body: "None", says: /answered "None"/ },
  { from: "tiingo", when: "an empty list", body: "[]", says: /answered: \[\]/ },
  {
    from: "tiingo",
    when: "its limit, with status 200",
    body: `{"detail":"Error: You have run over your hourly request allocation."}`,
    says: /hourly request allocation/,
    pause: HOUR,
  },
  {
    from: "tiingo",
    when: "its limit",
    status: 429,
    body: `{"detail":"Error: You have run over your 500 symbol lookup for this month"}`,
    says: /500 symbol/,
    pause: HOUR,
  },
  {
    from: "tiingo",
    when: "a key it does not know",
    status: 401,
    body: `{"detail":"Invalid token."}`,
    says: /Invalid token/,
    pause: Infinity,
  },
  {
    from: "alphavantage",
    when: "an unknown ticker",
    body: `{"Error Message": "Invalid API call. Please retry or visit the documentation"}`,
    says: /Invalid API call/,
  },
  {
    from: "alphavantage",
    when: "its limit of a day, with the key",
    body:
      `{"Information": "We have detected your API key as ${KEY} and our standard API rate limit is 25 requests per day."}`,
    says: /API key as \[redacted\] and/,
    pause: 24 * HOUR,
  },
  {
    from: "alphavantage",
    when: "its limit of a second",
    body:
      `{"Information": "Please consider spreading out your free API requests more sparingly (1 request per second) ... lift the free key rate limit (25 requests per day)"}`,
    says: /spreading out/,
    pause: 2_000,
  },
  {
    from: "alphavantage",
    when: "that it is for others",
    body: `{"Information": "Thank you for using Alpha Vantage! This is a premium endpoint."}`,
    says: /premium/,
    pause: Infinity,
  },
  {
    from: "alphavantage",
    when: "a key it does not know",
    body: `{"Error Message": "the parameter apikey is invalid or missing."}`,
    says: /apikey is invalid/,
    pause: Infinity,
  },
  { from: "eodhd", when: "an unknown ticker", status: 404, body: "Ticker Not Found.", says: /Ticker Not Found/ },
  {
    from: "eodhd",
    when: "its limit of a day",
    status: 402,
    body: "You exceeded your daily API requests limit.",
    says: /daily API requests/,
    pause: 24 * HOUR,
  },
  {
    from: "eodhd",
    when: "the same with status 200",
    body: "You exceeded your daily API requests limit.  Please contact support",
    says: /daily API requests/,
    pause: 24 * HOUR,
  },
  {
    from: "eodhd",
    when: "a key it does not know",
    status: 401,
    body: "Unauthenticated",
    says: /Unauthenticated/,
    pause: Infinity,
  },
  {
    from: "eodhd",
    when: "what the plan does not have",
    status: 403,
    body: "Forbidden. Please contact support@eodhd.com",
    says: /Forbidden/,
  },
  {
    from: "eodhd",
    when: "years that the plan leaves out",
    body: "Value\nData is limited by one year as you have free subscription",
    says: /not the header/,
  },
];
for (const { from, when, status = 200, body, says, pause } of BAD) {
  Deno.test(`${from}: ${when} is refused with the service's reason, and what was kept stays`, async () => {
    const one = CASES.find(({ folder }) => folder === from) ?? CASES[0];
    ok(one);
    const { port, night } = world();
    await night(one, FIRST);
    const before = port.text(`prices/${from}/ACME.csv`);
    const broken = new MadePort(() => ({ status, body }));
    broken.files.set(`prices/${from}/ACME.csv`, new TextEncoder().encode(before));
    await sourceOf(one).collect({ ticker: "ACME" }, broken.at(evening(FIRST + 1)));
    const [refusal] = broken.refusals;
    match(refusal?.text ?? "", says);
    equal(refusal?.pauseMs, pause);
    equal(JSON.stringify(broken.refusals).includes(KEY), false);
    equal(broken.text(`prices/${from}/ACME.csv`), before);
  });
}

Deno.test("a limit of the plan below the rows is said, and is no row", async () => {
  const stock = madeStock(DAYS);
  const body = stock.eodhd({ to: DAYS[10] ?? "" }) +
    "Value\nData is limited by one year as you have free subscription\n";
  const port = new MadePort(() => ({ status: 200, body }));
  await sourceOf({ maker: EODHD }).collect({ ticker: "ACME" }, port.at(evening(10)));
  equal(port.text("prices/eodhd/ACME.csv"), stock.eodhd({ to: DAYS[10] ?? "" }));
  deepEqual(port.notes, ["ACME: Data is limited by one year as you have free subscription"]);
});

Deno.test("a reply that ends before the kept file is an old one, and the kept file stays", async () => {
  const stock = madeStock(DAYS);
  let to = DAYS[100] ?? "";
  const port = new MadePort(() => ({ status: 200, body: stock.tiingo({ to }) }));
  await sourceOf({ maker: TIINGO }).collect({ ticker: "ACME" }, port.at(evening(100)));
  to = DAYS[90] ?? "";
  await sourceOf({ maker: TIINGO }).collect({ ticker: "ACME" }, port.at(evening(101)));
  equal(port.text("prices/tiingo/ACME.csv"), stock.tiingo({ to: DAYS[100] ?? "" }));
  match(port.reports.join(), /the reply ends on .*, the kept file on/);
});

Deno.test("a figure that was corrected the next day is taken over without a whole fetch", async () => {
  const stock = madeStock(DAYS);
  let isFirst = true;
  const port = new MadePort((url) => {
    const from = url.searchParams.get("startDate") ?? "";
    const early = stock.tiingo({ from, to: DAYS[100] ?? "" }).replace(/,\d+,0\.0,1\.0\n$/, ",7,0.0,1.0\n");
    const body = isFirst ? early : stock.tiingo({ from, to: DAYS[101] ?? "" });
    isFirst = false;
    return { status: 200, body };
  });
  await sourceOf({ maker: TIINGO }).collect({ ticker: "ACME" }, port.at(evening(100)));
  await sourceOf({ maker: TIINGO }).collect({ ticker: "ACME" }, port.at(evening(101)));
  equal(port.asked.length, 2);
  equal(port.text("prices/tiingo/ACME.csv"), stock.tiingo({ to: DAYS[101] ?? "" }));
});

Deno.test("a name is as fresh as the exchange it is listed on: London's holiday is no missing session", async () => {
  const stock = madeStock(["2026-12-21", "2026-12-22", "2026-12-23", "2026-12-24"]);
  const port = new MadePort(() => ({ status: 200, body: stock.eodhd({ to: "2026-12-28" }) }));
  for (let again = 0; again < 2; again++) {
    await sourceOf({ maker: EODHD }).collect({ ticker: "VOD.L" }, port.at("2026-12-28T23:30:00Z"));
  }
  equal(port.asked.length, 1);
});

for (const one of sweep("connect/broken_replies", ADJUSTED)) {
  Deno.test(`${one.maker.name}: a first reply that breaks off at any byte is refused, or is whole after the next night`, async () => {
    const stocks = { ACME: madeStock(DAYS.slice(0, 40)) };
    const path = `prices/${one.folder}/ACME.csv`;
    const reply = (url: URL, headers: Headers, session: number) =>
      priceReply(url, headers, { stocks, to: DAYS[session] ?? "", key: KEY }) ?? NOT_FOUND;
    let length = Infinity;
    for (let cut = 1; cut < length; cut += 5) {
      let isFirst = true;
      const port = new MadePort((url, headers) => {
        const { status, body } = reply(url, headers, isFirst ? 30 : 31);
        if (isFirst) length = body.length;
        return { status, body: isFirst ? body.slice(0, cut) : body };
      });
      await sourceOf(one).collect({ ticker: "ACME" }, port.at(evening(30)));
      isFirst = false;
      await sourceOf(one).collect({ ticker: "ACME" }, port.at(evening(31)));
      const fresh = new MadePort((url, headers) => reply(url, headers, 31));
      await sourceOf(one).collect({ ticker: "ACME" }, fresh.at(evening(31)));
      equal(port.text(path), fresh.text(path), `cut at ${cut}`);
    }
  });
}

const RATES = [
  { maker: TIINGO, what: undefined, rate: [{ count: 50, perMs: 3_600_000 }] },
  { maker: TIINGO, what: "5000/hour", rate: [{ count: 5_000, perMs: 3_600_000 }] },
  { maker: ALPHAVANTAGE, what: undefined, rate: [{ count: 75, perMs: 60_000 }] },
  { maker: ALPHAVANTAGE, what: "daily", rate: [{ count: 1, perMs: 1_000 }, { count: 25, perMs: 86_400_000 }] },
  { maker: EODHD, what: undefined, rate: [{ count: 20, perMs: 86_400_000 }] },
  { maker: EODHD, what: "1000/minute", rate: [{ count: 1_000, perMs: 60_000 }] },
  { maker: EODHD, what: "fast", rate: undefined },
  { maker: TIINGO, what: "0/hour", rate: undefined },
  { maker: ALPHAVANTAGE, what: "5/week", rate: undefined },
] as const;
for (const { maker, what, rate } of RATES) {
  const name = [maker.name, ...what === undefined ? [] : [what]].join(":");
  Deno.test(`${name} ${rate === undefined ? "is wrong usage, and says how a rate is written" : "has its rate"}`, () => {
    if (rate === undefined) throws(() => sourceOf({ maker, what }), /the rate of your plan, like .*:1000\/hour/);
    else deepEqual(sourceOf({ maker, what }).rate, [...rate]);
  });
}

const SYMBOLS = [
  { ticker: "BRK.B", tiingo: "/BRK-B/", alphavantage: "symbol=BRK.B&", eodhd: "/BRK-B.US?" },
  { ticker: "VOD.L", tiingo: undefined, alphavantage: "symbol=VOD.LON&", eodhd: "/VOD.LSE?" },
  { ticker: "SAP.DE", tiingo: undefined, alphavantage: "symbol=SAP.DEX&", eodhd: "/SAP.XETRA?" },
  { ticker: "^GSPC", tiingo: undefined, alphavantage: undefined, eodhd: "/GSPC.INDX?" },
  { ticker: "../../X", tiingo: undefined, alphavantage: undefined, eodhd: undefined },
] as const;
for (const { ticker, ...spelled } of SYMBOLS) {
  for (const one of ADJUSTED) {
    const expected = Object.entries(spelled).find(([name]) => name === one.maker.name)?.[1];
    Deno.test(`${one.maker.name} ${expected === undefined ? "has no symbol for" : "spells its own way"} ${ticker}`, async () => {
      const port = new MadePort(() => NOT_FOUND);
      await sourceOf(one).collect({ ticker }, port.at(evening(FIRST)));
      if (expected === undefined) match(port.reports.join(), /has no symbol like it/);
      else equal(port.asked[0]?.includes(expected), true, port.asked[0]);
      equal(port.asked.length, expected === undefined ? 0 : 1);
    });
  }
}
