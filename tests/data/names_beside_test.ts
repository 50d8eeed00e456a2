/** What the series of several names say of each other: a day of wrong rows, and one series under two names. */
import { columnsOf } from "../../src/agent/domains/columns.ts";
import { PRICE_READERS } from "../../src/agent/domains/evaluate.ts";
import { soundnessOf } from "../../src/agent/domains/soundness.ts";
import { chooseSeries } from "../../src/data/choose_series.ts";
import type { LoadedDataset } from "../../src/data/dataset.ts";
import { PRICE_READERS as VERIFIED } from "../../src/verify/domains/evaluate.ts";
import { soundOf } from "../../src/verify/domains/soundness.ts";
import { subjectOf } from "../../src/verify/domains/subject.ts";
import { deepEqual, ok } from "../assert.ts";
import { sessionsFrom } from "../connect/made_market.ts";
import { inFolder } from "./in_folder.ts";
import { openEveryWay } from "./open_every_way.ts";

const DAYS = sessionsFrom("2024-01-02", 120);
const AT = 90;
const ON = DAYS[AT] ?? "";
const NEXT = DAYS[AT + 1] ?? "";

interface Likeness {
  readonly level: number;
  /** What its close of the day is multiplied with. */
  readonly times?: number;
  readonly volume?: number;
  readonly count?: number;
}

function bars({ level, times = 1, volume = 1000, count = DAYS.length }: Likeness): string {
  const rows = DAYS.slice(0, count).map((day, at) => {
    const close = level * (1 + 0.0005 * (at * 7 % 31)) * (at === AT ? times : 1);
    return `${day},${close},${at === AT ? volume : 1000 + at % 5}`;
  });
  return `Date,Close,Volume\n${rows.join("\n")}\n`;
}

function opened<T>(names: Readonly<Record<string, Likeness>>, use: (data: LoadedDataset) => T): Promise<T> {
  const files = Object.entries(names).map(([ticker, likeness]) => [`${ticker}.csv`, bars(likeness)] as const);
  return inFolder(Object.fromEntries(files), async (folder) => use(await openEveryWay(folder)));
}

/** The days that either program leaves out of each name, as of a day. */
function leftOut(data: LoadedDataset, asOf: string): readonly string[] {
  const view = data.at(asOf);
  return view.companies.flatMap(({ ticker }) =>
    view.prices(ticker).flatMap((series) => {
      const own = soundnessOf(series).spikes.map(({ day }) => `${ticker} ${day}`);
      const verified = soundOf(series).doubtful.filter(({ doubt }) => doubt === "spike").map(({ day }) =>
        `${ticker} ${day}`
      );
      deepEqual(verified, own, "both programs leave out the same");
      return own;
    })
  );
}

const THREE = { AAA: { level: 50, times: 1.2 }, BBB: { level: 70, times: 0.8 }, CCC: { level: 90, times: 1.3 } };

Deno.test("a day that three names turn back from is left out of each, from the next bar on", async () => {
  await opened({ ...THREE, DDD: { level: 20 } }, (data) => {
    deepEqual(leftOut(data, data.asOf), [`AAA ${ON}`, `BBB ${ON}`, `CCC ${ON}`]);
    deepEqual(leftOut(data, NEXT), [`AAA ${ON}`, `BBB ${ON}`, `CCC ${ON}`]);
    deepEqual(leftOut(data, ON), []);
  });
});

/** Closes as of a month later: of a name with the bar left out, and of one without a move on that day. */
for (const metric of ["return_1m", "volatility_recent"] as const) {
  Deno.test(`${metric} over a bar left out reaches as far back as over one that repeats the close before`, async () => {
    const still = (1 + 0.0005 * ((AT - 1) * 7 % 31)) / (1 + 0.0005 * (AT * 7 % 31));
    await opened({ ...THREE, DDD: { level: 20, times: still } }, (data) => {
      const view = data.at(DAYS[AT + 10] ?? "");
      const [out, kept] = ["AAA", "DDD"].map((ticker) => {
        const pair = chooseSeries(view, ticker);
        const subject = subjectOf(view, ticker);
        if (pair === undefined || subject === undefined) throw new TypeError(`${ticker} has no prices`);
        const columns = columnsOf(pair);
        const read = PRICE_READERS[metric]?.(columns, columns.days.length - 1);
        const value = read !== undefined && "value" in read ? read.value : NaN;
        const again = VERIFIED[metric]?.(subject, subject.series.days.length - 1);
        ok(Math.abs(Number(again) - value) < 1e-9, `${value} against ${again}`);
        return value;
      });
      ok(Math.abs((out ?? NaN) - (kept ?? NaN)) < 1e-9, `${out} against ${kept}`);
    });
  });
}

Deno.test("a name that trades more on that day keeps it, as in a crash", async () => {
  await opened({ ...THREE, DDD: { level: 20, times: 0.8, volume: 4000 } }, (data) => {
    deepEqual(leftOut(data, data.asOf), [`AAA ${ON}`, `BBB ${ON}`, `CCC ${ON}`]);
  });
});

Deno.test("a day that two names turn back from is read", async () => {
  await opened({ AAA: THREE.AAA, BBB: THREE.BBB, CCC: { level: 90 } }, (data) => {
    deepEqual(leftOut(data, data.asOf), []);
  });
});

/** The names that each name's bars are those of. */
function twins(data: LoadedDataset, asOf: string): readonly string[] {
  const view = data.at(asOf);
  return view.companies.flatMap(({ ticker }) =>
    view.prices(ticker).flatMap((series) => series.twins === undefined ? [] : [`${ticker} is ${series.twins.join()}`])
  );
}

const TWINS = [
  { when: "the days and closes of two names are the same", other: {}, asOf: undefined, found: true },
  {
    when: "they differ on a later day than the one asked about",
    other: { times: 1.01 },
    asOf: DAYS[AT - 1],
    found: true,
  },
  { when: "they differ on one day", other: { times: 1.01 }, asOf: undefined, found: false },
  { when: "one ends long before, as a former name does", other: { count: 100 }, asOf: undefined, found: false },
  { when: "there are few bars yet", other: {}, asOf: DAYS[50], found: false },
];
for (const { when, other, asOf, found } of TWINS) {
  Deno.test(`two names are ${found ? "" : "not "}one series where ${when}`, async () => {
    await opened({ KO: { level: 50 }, PEP: { level: 50, ...other }, XOM: { level: 90 } }, (data) => {
      deepEqual(twins(data, asOf ?? data.asOf), found ? ["KO is PEP", "PEP is KO"] : []);
    });
  });
}

Deno.test("an index under two names is no doubt", async () => {
  await opened({ SPY: { level: 400 }, "^GSPC": { level: 400 }, XOM: { level: 90 } }, (data) => {
    deepEqual(twins(data, data.asOf), []);
  });
});
