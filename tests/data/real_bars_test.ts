import { columnsOf } from "../../src/agent/domains/columns.ts";
import { soundnessOf } from "../../src/agent/domains/soundness.ts";
import { lackOfWindow } from "../../src/agent/domains/window.ts";
import { openPriceFile } from "../../src/data/folder/folder.ts";
import { causeIn, soundOf } from "../../src/verify/domains/soundness.ts";
import type { PriceSeries } from "../../src/data/dataset.ts";
import { dayAt } from "../../src/data/series.ts";
import { deepEqual, equal, ok } from "../assert.ts";
import { IS_WHOLE } from "../lanes.ts";
import { missingShared, sharedPath, testOnShared } from "../needs.ts";
import { once } from "../once.ts";
import { sweep } from "../sweeps.ts";

const FILE = "prices/sp500_daily_2013-2018.csv.gz";

/** The file, opened once for all tests here. */
const opened = once(() => openPriceFile(sharedPath(FILE)));

async function readAll() {
  const dataset = await opened();
  const view = dataset.at(dataset.asOf);
  return view.companies.flatMap(({ ticker }) => view.prices(ticker));
}

/** Unadjusted spin-offs (A, BAX, EBAY, HPE, NI, YUM), a special dividend (BHGE) and splits (DISCA, DISCK). */
const UNADJUSTED = [
  ...["A 2014-11-03", "BAX 2015-07-01", "BHGE 2017-07-05", "DISCA 2014-08-07", "DISCK 2014-08-07"],
  ...["EBAY 2015-07-20", "HPE 2017-04-03", "NI 2015-07-02", "YUM 2016-11-01"],
];
/** Rows of another price: those of 14 September 2017 and LNT's. */
const WRONG = [
  ...["COP 2017-09-14", "FLR 2017-09-14", "LNT 2016-05-19", "MPC 2017-09-14", "MRO 2017-09-14", "NWL 2017-09-14"],
];

/** What the limits of `data/metrics/soundness.ts` find; spikes come first here. */
const FOUND = {
  spikes: WRONG,
  splits: UNADJUSTED,
  jumps: ["AMD 2016-04-22", "VRTX 2013-04-19", "VRTX 2014-06-24"],
  impossible: [
    ...["AOS 2014-05-19", "BBY 2016-03-14", "CHK 2014-06-30", "IP 2014-07-01", "O 2014-08-27", "SPG 2014-05-28"],
    ...["UA 2016-06-10", "WRK 2016-05-13"],
  ],
};
/** Windows that a found move lies in abstain; nothing else does: no window spans another time, nothing is dead. */
const STOPPED = { split: UNADJUSTED.map((one) => one.slice(0, -" YYYY-MM-DD".length)) };

testOnShared(
  missingShared(FILE),
  "in 619,040 real bars either room finds 9 moves that no figure crosses, 6 spikes, 3 real jumps and 8 impossible bars",
  async () => {
    const all = await readAll();
    equal(all.reduce((sum, { close }) => sum + close.length, 0), 619_040);
    const [own, verified] = [
      { spikes: [], splits: [], jumps: [], impossible: [] },
      { spikes: [], splits: [], jumps: [], impossible: [] },
    ] as Record<string, string[]>[];
    for (const series of all) {
      const sound = soundnessOf(series);
      for (const kind of ["spikes", "splits", "jumps", "impossible"] as const) {
        own?.[kind]?.push(...sound[kind].map(({ day }) => `${series.ticker} ${day}`));
      }
      const kinds = { spike: "spikes", split: "splits", jump: "jumps", bars: "impossible" } as const;
      for (const { doubt, day } of soundOf(series).doubtful) verified?.[kinds[doubt]]?.push(`${series.ticker} ${day}`);
    }
    for (const found of [own, verified]) {
      deepEqual(Object.fromEntries(Object.entries(found ?? {}).map(([kind, list]) => [kind, list.toSorted()])), FOUND);
    }
  },
);

testOnShared(
  missingShared(FILE),
  "of windows of 21, 60, 200 and 252 real bars, one a week, only those across the 9 moves cannot carry a figure",
  async () => {
    const [own, verified] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
    let windows = 0;
    const chosen = sweep("data/real_bars", await readAll());
    for (const given of chosen) {
      const columns = columnsOf({ series: given, mixed: false });
      const { series } = soundOf(given);
      for (const closes of [22, 61, 60, 200, 252, 253]) {
        for (let at = closes - 1; at < series.close.length; at += 5) {
          windows++;
          note(own, lackOfWindow(columns, closes, at)?.cause, series.ticker);
          note(verified, causeIn(series, at - closes + 1, at), series.ticker);
        }
      }
    }
    if (IS_WHOLE) equal(windows > 600_000, true);
    const stopped = STOPPED.split.filter((ticker) => chosen.some((one) => one.ticker === ticker));
    for (const found of [own, verified]) {
      deepEqual([...found.keys()].filter((cause) => cause !== "split"), []);
      deepEqual([...found.get("split") ?? []].toSorted(), stopped);
    }
  },
);

function note(found: Map<string, Set<string>>, cause: string | undefined, ticker: string): void {
  if (cause !== undefined) found.set(cause, (found.get(cause) ?? new Set()).add(ticker));
}

testOnShared(
  missingShared(FILE),
  "a close far outside low to high is not believed on its day, and left out once the next bar is back",
  async () => {
    const dataset = await opened();
    const [that] = dataset.at("2016-05-19").prices("LNT");
    const [next] = dataset.at("2016-05-20").prices("LNT");
    if (that === undefined || next === undefined) throw new TypeError("LNT has no prices");
    for (const closes of [1, 22, 253]) {
      const columns = columnsOf({ series: that, mixed: false });
      equal(lackOfWindow(columns, closes, that.close.length - 1)?.cause, "bars");
      equal(causeIn(that, that.close.length - closes, that.close.length - 1), "bars");
    }
    deepEqual(soundnessOf(next).spikes.map(({ day }) => day), ["2016-05-19"]);
    deepEqual(soundOf(next).doubtful.map(({ doubt, day }) => `${doubt} ${day}`), ["spike 2016-05-19"]);
  },
);

/** Further prices: closes and adjusted ones of 88 names, and 20 names of adjusted closes alone. */
const OTHERS = [
  "prices/stocknet_88_daily_adj_2012-2017.csv.gz",
  "prices/pypi_skfolio_20_names_adjclose_1990-2022.csv.gz",
];
/** Beside {@linkcode UNADJUSTED} and {@linkcode WRONG}: the way back from a wrong row. */
const BACK = ["FLR 2017-09-15", "LNT 2016-05-20", "MPC 2017-09-15", "MRO 2017-09-15", "NWL 2017-09-15"];
/** Real, of closes without a volume: nothing in the file explains them. */
const HELD_BACK = [
  ...["AAPL 2000-09-29", "AMD 2002-10-03", "AMD 2016-04-22", "BBY 1991-12-19", "RRC 1990-04-10", "RRC 1998-10-19"],
];

testOnShared(
  missingShared(FILE, ...OTHERS),
  "of 480 real moves beyond 15% at most 2% are held back, by either program the same",
  async () => {
    const known = new Set([...UNADJUSTED, ...WRONG, ...BACK]);
    let moves = 0;
    const held = new Map<string, string[]>([["own", []], ["verified", []]]);
    const files = await Promise.all(OTHERS.map((file) => openPriceFile(sharedPath(file))));
    for (const dataset of [await opened(), ...files]) {
      const view = dataset.at(dataset.asOf);
      const tickers = [...view.companies.map(({ ticker }) => ticker), view.benchmark ?? ""];
      for (const series of tickers.flatMap((ticker) => view.prices(ticker))) {
        const days = movesBeyond(series, 0.15).filter((day) => !known.has(`${series.ticker} ${day}`));
        const { splits, spikes } = soundnessOf(series);
        const doubted = soundOf(series).doubtful.filter(({ doubt }) => doubt === "split" || doubt === "spike");
        moves += days.length;
        for (const [who, marks] of [["own", [...splits, ...spikes]], ["verified", doubted]] as const) {
          const among = new Set(marks.map(({ day }) => day));
          held.get(who)?.push(...days.filter((day) => among.has(day)).map((day) => `${series.ticker} ${day}`));
        }
      }
    }
    ok(moves >= 480, `${moves} moves`);
    for (const found of held.values()) {
      deepEqual(found.toSorted(), HELD_BACK);
      ok(found.length <= 0.02 * moves, `${found.length} of ${moves}`);
    }
  },
);

/** Month-ends beyond 1.8 times the one before: real ones, and those of {@linkcode UNADJUSTED}. */
const FAR_MONTHS = [
  ...["AAPL 2000-09", "BAC 2009-01", "BBY 1991-12", "BBY 2000-11", "RRC 1999-03", "RRC 2000-05", "RRC 2020-04"],
  ...["DISCA 2014-08", "DISCK 2014-08", "EBAY 2015-07", "NI 2015-07"],
];

testOnShared(
  missingShared(FILE, ...OTHERS),
  "of 42,588 real months eleven move as nothing explains, four of them by what is not adjusted, and no figure crosses them",
  async () => {
    let months = 0;
    const [own, verified]: [string[], string[]] = [[], []];
    for (
      const dataset of [
        await opened(),
        ...await Promise.all(OTHERS.map((file) => openPriceFile(sharedPath(file)))),
      ]
    ) {
      const view = dataset.at(dataset.asOf);
      for (const [daily] of view.companies.map(({ ticker }) => view.prices(ticker))) {
        if (daily === undefined) continue;
        const isEnd = (_: number, at: number) => dayAt(daily, at).slice(0, 7) !== dayAt(daily, at + 1).slice(0, 7);
        const { ticker, basis, currency, source, days, close } = daily;
        const name = { ticker, basis, currency, source, frequency: "monthly" } as const;
        const series: PriceSeries = { ...name, days: days.filter(isEnd), close: close.filter(isEnd) };
        months += series.close.length - 1;
        own.push(...soundnessOf(series).splits.map(({ day }) => `${ticker} ${day.slice(0, 7)}`));
        verified.push(...soundOf(series).doubtful.map(({ day }) => `${ticker} ${day.slice(0, 7)}`));
      }
    }
    equal(months, 42_588);
    deepEqual(own.toSorted(), FAR_MONTHS.toSorted());
    deepEqual(verified.toSorted(), FAR_MONTHS.toSorted());
  },
);

function movesBeyond(series: PriceSeries, least: number): readonly string[] {
  const { close } = series;
  return Array.from(close.keys()).filter((at) => Math.abs((close[at] ?? NaN) / (close[at - 1] ?? NaN) - 1) > least)
    .map((at) => dayAt(series, at));
}
