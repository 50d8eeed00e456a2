import { deepEqual, equal, match, ok } from "../../assert.ts";
import fc from "../../fast_check.ts";
import type { LoadedDataset } from "../../../src/data/dataset.ts";
import { openFolder } from "../../../src/data/folder/folder.ts";
import { barsOf as rowsOf } from "../../../src/data/series.ts";
import { parse } from "../../../src/text/csv_read.ts";
import { missingShared, sharedPath, testOnShared } from "../../needs.ts";
import { inFolder } from "../in_folder.ts";
import { readGzip } from "../support.ts";
import { BAR_FORMS, type BarForm, type MadeBar, madeBars, sessionOfBars } from "./made_bars.ts";
import { figuresOf, furthest, MADE_DAYS, type MadeDay, madeTrades, varianceOf } from "./made_trades.ts";
import { clockOf, fileOf, TRADE_FORMS } from "./trade_forms.ts";

const SEED = 7_041_776;
const EXACT = 1e-12;
const open = (files: Record<string, string | Uint8Array<ArrayBuffer>>): Promise<LoadedDataset> =>
  inFolder(files, (folder) => openFolder(folder));
const problems = (data: LoadedDataset) =>
  data.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`).join("\n");
const barsOf = (form: Pick<BarForm, "minutes" | "isExtended">, days = MADE_DAYS) =>
  new Map(days.map((day, at) => [day, madeBars(day, { ...form, seed: SEED + at })]));

for (const form of BAR_FORMS) {
  Deno.test(`the sessions of made bars equal an independent computation, from ${form.form}`, async () => {
    const days = barsOf(form);
    const data = await open({ [form.file]: form.write(days) });
    deepEqual(data.problems.filter(({ kind }) => kind !== "remark"), []);
    const sessions = data.at("2025-01-01").sessions("AAPL");
    deepEqual(sessions.map(({ day }) => day), MADE_DAYS.map(({ day }) => day));
    for (const [at, day] of MADE_DAYS.entries()) {
      const [session, expected] = [sessions[at], sessionOfBars(days.get(day) ?? [], day, form)];
      ok(session);
      ok(furthest(figuresOf(session), expected) < EXACT, `${day.day}: ${JSON.stringify([session, expected])}`);
      deepEqual([session.isPartial, session.from, session.stepMinutes], [false, "bars", Math.max(5, form.minutes)]);
    }
  });
}

const HEADER = "time,open,high,low,close,volume";
const hourly = (bars: readonly MadeBar[], time: (ms: number) => string) =>
  [HEADER, ...bars.map((bar) => [time(bar.ms), bar.open, bar.high, bar.low, bar.close, bar.volume].join(",")), ""].join(
    "\n",
  );
const [FIRST, SECOND] = MADE_DAYS as readonly [MadeDay, MadeDay, ...MadeDay[]];
const MINUTES = { minutes: 1, isExtended: false };
const naive = (behind: number) => (ms: number) => clockOf(ms, behind).slice(0, 19);

const REFUSALS: readonly { readonly when: string; readonly text: string; readonly says: RegExp }[] = [
  {
    when: "times without a zone are UTC's",
    text: hourly(barsOf(MINUTES).get(FIRST) ?? [], naive(0)),
    says:
      /^AAPL\.csv:2:1 Cannot tell the time zone: "2024-03-08T14:30:00" has none, and the rows read as a clock 5 hours ahead of New York's, not as New York's; write times as 2025-11-03T14:30:00Z or 2025-11-03T09:30:00-05:00, or name the column time_et$/,
  },
  {
    when: "times without a zone are Chicago's",
    text: hourly(barsOf(MINUTES).get(FIRST) ?? [], naive(6)),
    says: /the rows read as a clock 1 hour behind New York's/,
  },
  {
    when: "rows without a zone are of a morning only, which several clocks explain",
    text: hourly((barsOf(MINUTES).get(FIRST) ?? []).slice(0, 100), naive(5)),
    says: /the rows do not prove New York's: the bulk of their volume is not in 09:30 to 16:00 by exactly one clock/,
  },
  {
    when: "the order of day and month is open",
    text: hourly(barsOf(MINUTES).get(FIRST) ?? [], (ms) => `03/08/2024 ${naive(5)(ms).slice(11)}`),
    says:
      /^AAPL\.csv:2:1 Cannot tell the day from the month: "03\/08\/2024 09:30:00" is 2024-08-03 or 2024-03-08, .*; write days/,
  },
  {
    when: "a zone is unknown",
    text: hourly(barsOf(MINUTES).get(FIRST) ?? [], (ms) => `${naive(0)(ms)} Europe/Berlin`),
    says: /^AAPL\.csv:2:1 Cannot read the time zone "Europe\/Berlin": write times as /,
  },
  {
    when: "some rows have a zone and others none",
    text: hourly(barsOf(MINUTES).get(FIRST) ?? [], (ms) => ms % 120_000 === 0 ? `${naive(0)(ms)}Z` : naive(0)(ms)),
    says: /has no time zone, other rows have one: write all times with it/,
  },
  {
    when: "rows are quotes",
    text: "time,bid,ask,bid_size,ask_size\n" +
      [0, 1, 2, 3, 4].map((second) => `2024-03-08T15:00:0${second}Z,9.${second},10,100,100\n`).join(""),
    says: /^AAPL\.csv:1:1 Quotes, not trades: .*; add a file with the columns time, price and size$/,
  },
];

const ZONES: readonly (readonly [column: string, behind: number])[] = [
  ["time_utc", 0],
  ["Timestamp (GMT)", 0],
  ["time_et", 5],
  ["date_newyork", 5],
];
for (const [column, behind] of ZONES) {
  Deno.test(`times of the column ${column} are ${behind === 0 ? "UTC's" : "New York's"}, whatever the rows prove`, async () => {
    const morning = (barsOf(MINUTES).get(FIRST) ?? []).slice(0, 100);
    const data = await open({
      "AAPL.csv": hourly(morning, naive(behind)).replace(/^time/, column),
      "KO.csv": "date,close\n2024-03-08,1\n2024-03-11,1\n",
    });
    const [session] = data.at("2025-01-01").sessions("AAPL");
    deepEqual([session?.day, session?.open, session?.close], [FIRST.day, morning[0]?.open, morning.at(-1)?.close]);
  });
}

for (const { when, text, says } of REFUSALS) {
  Deno.test(`an intraday file is refused with a reason when ${when}`, async () => {
    const data = await open({ "AAPL.csv": text, "KO.csv": "date,close\n2024-03-08,1\n2024-03-11,1\n" });
    deepEqual(data.at("2025-01-01").sessions("AAPL"), []);
    deepEqual(data.at("2025-01-01").prices("AAPL"), []);
    match(problems(data), says);
    match(data.at("2025-01-01").unread("AAPL")?.message ?? "", /./);
    deepEqual(data.problems.map(({ kind }) => kind), ["refused"]);
  });
}

Deno.test("of times without a zone, days before the first that proves New York's are skipped, and days unlike it", async () => {
  const days = barsOf(MINUTES);
  const text = hourly(
    MADE_DAYS.flatMap((day, at) => (days.get(day) ?? []).slice(0, at === 0 ? 60 : undefined)),
    (ms) =>
      naive(
        ms < Date.parse("2024-03-20")
          ? (ms < Date.parse("2024-03-10") ? 5 : 4)
          : ms < Date.parse("2024-08")
          ? 0
          : ms < Date.parse("2024-11-03")
          ? 4
          : 5,
      )(ms),
  );
  const data = await open({ "AAPL.csv": text });
  deepEqual(
    data.at("2025-01-01").sessions("AAPL").map(({ day }) => day),
    MADE_DAYS.map(({ day }) => day).filter((_, at) => ![0, 2].includes(at)),
  );
  match(problems(data), /Skipped 8 Mar 2024: its rows do not prove which clock its times are of; write times as/);
  match(problems(data), /Skipped 3 Jul 2024: most is traded outside 09:30 to 16:00, unlike on the days before;/);
});

Deno.test("bars of clock hours reach over the open: there is no session, and that is said", async () => {
  const { open: opens } = { open: Date.parse("2024-03-08T14:00:00Z") };
  const bars = Array.from({ length: 8 }, (_, at) => `${opens + at * 3_600_000},1,1,1,1,${100 + at}`);
  const data = await open({ "AAPL.csv": [HEADER, ...bars, ""].join("\n"), "KO.csv": "date,close\n2024-03-08,1\n" });
  deepEqual(data.at("2025-01-01").sessions("AAPL"), []);
  match(problems(data), /No session of AAPL on 8 Mar 2024: its bars of 60 minutes reach over the open at 09:30/);
});

Deno.test("rows that say the same of a day at several times are the day's bar, as in a daily file", async () => {
  const rows = ["2024-03-08", "2024-03-11"].flatMap((day, at) =>
    ["10", "15"].map((hour) => `${day}T${hour}:00:00Z,1,2,1,${at + 1},7`)
  );
  const data = await open({ "AAPL.csv": [HEADER, ...rows, ""].join("\n") });
  deepEqual(data.at("2025-01-01").sessions("AAPL"), []);
  const [series] = data.at("2025-01-01").prices("AAPL");
  deepEqual([series && rowsOf(series).map(({ date, close }) => `${date} ${close}`), series?.source, data.skippedRows], [
    ["2024-03-08 1", "2024-03-11 2"],
    "AAPL.csv",
    2,
  ]);
});

Deno.test("an impossible bar is left out and reported with its line", async () => {
  const lines = [
    "14:30:00Z,10,11,9,10,100",
    "14:31:00Z,10,11,9,12,100",
    "14:32:00Z,10,9,11,10,100",
    "20:59:00Z,10,11,9,9.5,100",
  ];
  const data = await open({ "AAPL.csv": [HEADER, ...lines.map((line) => `2024-03-08T${line}`), ""].join("\n") });
  const [session] = data.at("2024-03-08").sessions("AAPL");
  deepEqual([session?.close, session?.high, session?.volume, session?.rows], [9.5, 11, 200, 2]);
  match(problems(data), /^AAPL\.csv:3:\d+ The bar cannot be: its close 12 .*\nAAPL\.csv:4:\d+ The bar cannot be/m);
});

Deno.test("of two bars of one time that with more shares counts, in any order", async () => {
  const form = BAR_FORMS.find((one) => one.form === "Yahoo's offsets");
  ok(form);
  const days = barsOf({ ...MINUTES }, [FIRST, SECOND]);
  const [header = "", ...lines] = String(form.write(days)).trimEnd().split("\n");
  const early = lines.slice(0, 90).map((line) => line.replace(/,(\d+)$/, ",1"));
  const whole = JSON.stringify(
    (await open({ "AAPL.csv": [header, ...lines].join("\n") })).at("2025-01-01").sessions("AAPL"),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...lines, ...early], { minLength: lines.length + early.length }),
      async (mixed) => {
        const data = await open({ "AAPL.csv": [header, ...mixed].join("\n") });
        equal(JSON.stringify(data.at("2025-01-01").sessions("AAPL")), whole);
        match(problems(data), /90 repeated/);
      },
    ),
    { numRuns: 8 },
  );
});

Deno.test("of several files the one with trades, then the one with shorter bars serves a day; others are told", async () => {
  const [yahoo] = BAR_FORMS.filter(({ form }) => form === "Yahoo's offsets");
  ok(yahoo);
  const file = (minutes: number, days: readonly MadeDay[]) =>
    String(yahoo.write(barsOf({ ...MINUTES, minutes }, days)));
  const data = await open({ "a/AAPL.csv": file(30, [FIRST, SECOND]), "b/AAPL.csv": file(5, [SECOND]) });
  deepEqual(data.at("2025-01-01").sessions("AAPL").map(({ source, stepMinutes }) => [source, stepMinutes]), [
    ["a/AAPL.csv", 30],
    ["b/AAPL.csv", 5],
  ]);
  match(problems(data), /^a\/AAPL\.csv:1:1 Ignored 1 session: other files have better ones of the same days$/m);
});

Deno.test("a complete session serves before a partial one, and one of trades before one of bars", async () => {
  const [yahoo] = BAR_FORMS.filter(({ form }) => form === "Yahoo's offsets");
  const [plain] = TRADE_FORMS;
  ok(yahoo && plain);
  const made = barsOf(MINUTES, [FIRST, SECOND]);
  const morning = new Map([...made].map(([day, bars]) => [day, day === FIRST ? bars.slice(0, 99) : bars]));
  const halfHours = String(yahoo.write(barsOf({ ...MINUTES, minutes: 30 }, [FIRST])));
  const trades = fileOf(plain, new Map([[SECOND, madeTrades(SECOND, SEED)]]));
  for (const names of [["a", "b", "c"], ["c", "b", "a"]]) {
    const texts = [String(yahoo.write(morning)), halfHours, trades];
    const data = await open(Object.fromEntries(names.map((name, at) => [`${name}/AAPL.csv`, texts[at] ?? ""])));
    deepEqual(
      data.at("2025-01-01").sessions("AAPL").map(({ day, from, stepMinutes }) => [day, from, stepMinutes]),
      [[FIRST.day, "bars", 30], [SECOND.day, "trades", 5]],
    );
  }
});

Deno.test("a running bar beside the grid of the others does not complete its session", async () => {
  const [yahoo] = BAR_FORMS.filter(({ form }) => form === "Yahoo's offsets");
  ok(yahoo);
  const halves = madeBars(FIRST, { ...MINUTES, minutes: 30, seed: 3 });
  const last = halves.at(-1);
  ok(last);
  const running = [...halves.slice(0, -1), { ...last, ms: last.ms + 17 * 60_000 + 12_000 }]; // 15:47:12
  for (const [bars, isPartial] of [[halves, false], [running, true]] as const) {
    const data = await open({
      "AAPL.csv": String(yahoo.write(new Map([[FIRST, bars]]))),
      "KO.csv": "date,close\n2024-03-08,1\n",
    });
    deepEqual(data.at("2025-01-01").sessions("AAPL").map((one) => one.isPartial), [isPartial]);
  }
});

const REAL = "prices/intraday_30min_russell1000_2025-11-03_04.csv.gz";
testOnShared(missingShared(REAL), "2,012 real sessions of 1,006 names equal an independent computation", async () => {
  const bytes = await Deno.readFile(sharedPath(REAL));
  const data = await open({ "all.csv.gz": bytes });
  const rows = parse(await readGzip(sharedPath(REAL))).slice(1).map(({ cells }) => ({
    at: cells[0] ?? "",
    name: cells[6] ?? "",
    cells,
  }));
  let count = 0;
  for (const [key, own] of Map.groupBy(rows, ({ at, name }) => `${name} ${at.slice(0, 10)}`)) {
    const [name = "", day = ""] = key.split(" ");
    const times = own.map(({ at }) => Date.parse(at.replace(" ", "T")));
    const column = (place: number) => own.map(({ cells }) => Number(cells[place]));
    const [closes, highs, lows, opens, volumes] = [1, 2, 3, 4, 5].map(column) as [
      number[],
      number[],
      number[],
      number[],
      number[],
    ];
    const volume = volumes.reduce((sum, one) => sum + one, 0);
    const tradedValue = volumes.reduce(
      (sum, one, at) => sum + one * ((highs[at] ?? 0) + (lows[at] ?? 0) + (closes[at] ?? 0)) / 3,
      0,
    );
    const [from, to] = [Date.parse(`${day}T14:30:00Z`), Date.parse(`${day}T21:00:00Z`)];
    const half = 30 * 60_000;
    const prices = [opens[0] ?? 0, ...closes];
    const variance = varianceOf(
      [times[0] ?? 0, ...times.map((time) => time + half)],
      prices,
      { open: from, close: to },
      half,
    );
    const [session, ...others] = data.at(day).sessions(name.replace("-", ".")).filter((one) => one.day === day);
    ok(session, key);
    const expected = {
      ...{ open: opens[0], high: Math.max(...highs), low: Math.min(...lows), close: closes.at(-1) },
      ...{ volume, tradedValue, vwap: tradedValue / volume, volatility: variance ** 0.5, count: own.length },
    };
    ok(furthest(figuresOf(session), expected) < EXACT, `${key}: ${JSON.stringify([session, expected])}`);
    deepEqual([session.isPartial, others.length], [false, 0]);
    count++;
  }
  equal(count, 2012);
});
