/** Splits of any ratio, whatever else the day brings: no return across one leaves as a figure, by either program. */
import { columnsOf } from "../../src/agent/domains/columns.ts";
import { soundnessOf } from "../../src/agent/domains/soundness.ts";
import { lackOfWindow } from "../../src/agent/domains/window.ts";
import type { Bar, PriceSeries } from "../../src/data/dataset.ts";
import { dayAt, seriesOf } from "../../src/data/series.ts";
import { causeIn, soundOf } from "../../src/verify/domains/soundness.ts";
import { deepEqual, equal, ok } from "../assert.ts";
import { SEED } from "../lanes.ts";
import { countOf } from "../sweeps.ts";
import { tradingDays } from "../trading_days.ts";
import { xorshift } from "../xorshift.ts";

const RATIOS = [1.5, 5 / 3, 1.75, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 50];
const DAYS = tradingDays("2020-01-02", 150);
/** The first day in new shares. */
const SPLIT = 110;
/** Largest move of that day beside the split, and times the usual volume that it may trade: real ones have 0.6 to 3. */
const MOVE = 0.15;
const BUSIEST = 3;
const WHOLE = 2000;

type Columns = "open, high, low, close, volume" | "close, volume" | "close";

/** What happens to the shares of a made series. */
interface Happening {
  readonly random: () => number;
  /** New shares for an old one; 1 for no split. */
  readonly ratio: number;
  /** Whether single days before the split are adjusted already. */
  readonly isHalf?: boolean;
}

interface Made {
  /** As the file has them. */
  readonly bars: readonly Bar[];
  /** Closes in the shares of the last day, by day. */
  readonly real: ReadonlyMap<string, number>;
  /** The moves of its closes where shares change from old to new, or back. */
  readonly steps: readonly number[];
}

function made({ random, ratio, isHalf = false }: Happening): Made {
  const shock = Math.log(1 + MOVE * (2 * random() - 1));
  const overnight = shock * random();
  const isNew = (at: number) => at >= SPLIT || half.has(at);
  const half = new Set(isHalf ? [1, 2, 3].map(() => SPLIT - 2 - Math.floor(20 * random())) : []);
  let last = 50 * (1 + random());
  const real = new Map<string, number>();
  const bars = DAYS.map((date, at): Bar => {
    const isDay = at === SPLIT;
    const open = last * Math.exp(isDay ? overnight : 0.006 * (random() - 0.5));
    const close = open * Math.exp(isDay ? shock - overnight : 0.04 * (random() - 0.5));
    const [high, low] = [
      Math.max(open, close) * (1 + 0.004 * random()),
      Math.min(open, close) * (1 - 0.004 * random()),
    ];
    const traded = 1e6 * (isDay ? 1 + (BUSIEST - 1) * random() : Math.exp(random() - 0.5));
    last = close;
    real.set(date, close);
    const scale = isNew(at) ? 1 : ratio;
    const isNewVolume = at >= SPLIT || half.has(at) && random() < 0.5;
    const volume = Math.round(isNewVolume ? traded : traded / ratio);
    return { date, open: open * scale, high: high * scale, low: low * scale, close: close * scale, volume };
  });
  const steps = bars.flatMap(({ close }, at) =>
    at > 0 && isNew(at) !== isNew(at - 1) ? [close / (bars[at - 1]?.close ?? NaN) - 1] : []
  );
  return { bars, real, steps };
}

function held(bars: readonly Bar[], columns: Columns): PriceSeries {
  const name = { ticker: "ACME", frequency: "daily", basis: "price", currency: "USD", source: "made" } as const;
  return seriesOf(
    name,
    bars.map(({ date, close, volume, ...others }) => ({
      date,
      close,
      ...columns !== "close" && volume !== undefined && { volume },
      ...columns.startsWith("open") && others,
    })),
  );
}

/** Returns over windows that a figure would stand on, by either program, and that differ from the real one by 10% or more. */
function wrongReturns({ bars, real }: Made, columns: Columns): readonly string[] {
  const given = held(bars, columns);
  const laid = columnsOf({ series: given, mixed: false });
  const { series } = soundOf(given);
  deepEqual(soundnessOf(given).series.days, series.days, "the two programs leave out the same bars");
  return Array.from(series.days).flatMap((_, at) =>
    [2, 22, 61].flatMap((closes) => {
      const first = at - closes + 1;
      if (first < 0) return [];
      const [from, to] = [first, at].map((one) => ({
        close: series.close[one] ?? NaN,
        real: real.get(dayAt(series, one)),
      }));
      const told = (to?.close ?? NaN) / (from?.close ?? NaN) / ((to?.real ?? NaN) / (from?.real ?? NaN));
      if (Math.abs(Math.log(told)) < 0.1) return [];
      const said = [lackOfWindow(laid, closes, at)?.cause, causeIn(given, first, at)];
      return said.every((cause) => cause !== undefined) ? [] : [`${closes} closes to ${at}: ${told}, ${said}`];
    })
  );
}

/** The day's share of the cases, ratio after ratio, as traded and half applied. */
const CASES = Array.from({ length: countOf("data/split_series", WHOLE) }, (_, at) => ({
  ratio: RATIOS[(at >> 1) % RATIOS.length] ?? NaN,
  isHalf: at % 2 === 1,
  random: xorshift(SEED + at + 1),
}));

Deno.test(`of ${WHOLE} splits with opens and volumes none gives a return across, as traded or half applied`, () => {
  for (const one of CASES) {
    deepEqual(
      wrongReturns(made(one), "open, high, low, close, volume"),
      [],
      `${one.ratio}, seed ${SEED}`,
    );
  }
});

for (const columns of ["close, volume", "close"] as const) {
  Deno.test(`with ${columns} alone a split gives a return across only where it moves less than a jump`, () => {
    for (const one of CASES) {
      const series = made(one);
      if (series.steps.some((move) => Math.abs(move) <= 0.4)) continue;
      deepEqual(wrongReturns(series, columns), [], `${one.ratio}, seed ${SEED}`);
    }
  });
}

Deno.test("a consolidation from 1 for 2 on gives no return across", () => {
  for (const one of CASES.filter(({ ratio }) => ratio >= 2)) {
    deepEqual(wrongReturns(made({ ...one, ratio: 1 / one.ratio }), "close"), [], `1 / ${one.ratio}, seed ${SEED}`);
  }
});

Deno.test("a day that moves by up to 15% without a split is not doubted", () => {
  for (const columns of ["open, high, low, close, volume", "close"] as const) {
    for (const { random } of CASES) {
      const { splits, jumps, spikes } = soundnessOf(held(made({ ratio: 1, random }).bars, columns));
      equal(splits.length + jumps.length + spikes.length, 0, `seed ${SEED}`);
    }
  }
});

const CRASH = 0.55;
for (
  const { when, times, doubted } of [
    { when: "trades fifteen times as much as usual", times: 15, doubted: [] },
    { when: "trades as usual", times: 1, doubted: [DAYS[SPLIT]] },
    { when: "trades as usual in money, and more shares", times: 1 / CRASH, doubted: [DAYS[SPLIT]] },
  ]
) {
  Deno.test(`a fall of 45% on a day that ${when} is ${doubted.length === 0 ? "read" : "doubted"}`, () => {
    const bars = made({ ratio: 1, random: xorshift(7) }).bars.map(({ date, volume = NaN, ...prices }, at): Bar => {
      const [open = 0, high = 0, low = 0] = [prices.open, prices.high, prices.low];
      const scale = at < SPLIT ? 1 : CRASH;
      const traded = at === SPLIT ? 1_000_000 * times : volume;
      return {
        date,
        open: open * scale,
        high: high * scale,
        low: low * scale,
        close: prices.close * scale,
        volume: traded,
      };
    });
    const series = held(bars, "open, high, low, close, volume");
    const { splits, jumps } = soundnessOf(series);
    deepEqual(splits.map(({ day }) => day), doubted);
    deepEqual(soundOf(series).doubtful.map(({ doubt }) => doubt), [doubted.length === 0 ? "jump" : "split"]);
    ok(jumps.length + splits.length === 1);
  });
}
