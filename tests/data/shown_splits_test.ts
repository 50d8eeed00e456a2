import { longDay } from "../../src/calendar/day.ts";
import { barsOf } from "../../src/data/series.ts";
import type { LoadedDataset, PriceSeries } from "../../src/data/dataset.ts";
import { type MadeStock, madeStock, sessionsFrom } from "../connect/made_market.ts";
import type { RowColumns } from "../../src/data/prices/row_columns.ts";
import { shownSplits } from "../../src/data/prices/shown_splits.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { SEED } from "../lanes.ts";
import { xorshift } from "../xorshift.ts";
import { inFolder } from "./in_folder.ts";
import { openEveryWay } from "./open_every_way.ts";

const DAYS = sessionsFrom("2024-01-02", 300);
const TO = DAYS.at(-1) ?? "";
/** The wanderings of the made stock; a split would be far more. */
const MOST = 0.03;

const SERVICES: readonly (readonly [name: string, text: (stock: MadeStock) => string])[] = [
  ["Tiingo", (stock) => stock.tiingo({ to: TO })],
  ["Alpha Vantage", (stock) => stock.alphaVantage({ to: TO })],
  ["EODHD", (stock) => stock.eodhd({ to: TO })],
];
const SPLITS = [4, 1.5, 20, 0.1, 1.25];

function open(files: Readonly<Record<string, string>>): Promise<LoadedDataset> {
  return inFolder(files, (folder) => openEveryWay(folder));
}

function largestMove({ close }: PriceSeries): number {
  return Math.max(...Array.from(close.subarray(1), (value, at) => Math.abs(value / (close[at] ?? NaN) - 1)));
}

function seriesOf(data: LoadedDataset, basis: PriceSeries["basis"]): PriceSeries {
  const found = data.at(data.asOf).prices("ACME").find((one) => one.basis === basis);
  ok(found, `no series of ${basis}`);
  return found;
}

for (const [service, text] of SERVICES) {
  for (const ratio of SPLITS) {
    Deno.test(`closes of ${service} before a split of ${ratio} are read as adjusted for it, and that is told`, async () => {
      const data = await open({
        "ACME.csv": text(madeStock(DAYS, { splits: { 200: ratio }, dividends: { 120: 0.4 } })),
      });
      const price = seriesOf(data, "price");
      ok(largestMove(price) < MOST, `a move of ${largestMove(price)}`);
      const [first, last] = [price.close[0] ?? NaN, price.close.at(-1) ?? NaN];
      ok(Math.abs(first * ratio / 100 - 1) < MOST && last * ratio > 80, `${first} to ${last}`);
      ok(largestMove(seriesOf(data, "total_return")) < MOST);
      const volume = barsOf(price)[0]?.volume ?? NaN;
      ok(Math.abs(volume / (1_000_000 * ratio) - 1) < 1e-6, `volume ${volume}`);
      match(
        data.problems.map(({ kind, message }) => `${kind} ${message}`).join(),
        /^remark Closes are as they were traded: .*\(ACME .* on \d+ Oct 2024/,
      );
    });
  }

  Deno.test(`a dividend of a quarter of the price is no split in a file of ${service}`, async () => {
    const data = await open({ "ACME.csv": text(madeStock(DAYS, { dividends: { 200: 25.03 } })) });
    ok(largestMove(seriesOf(data, "price")) > 0.2);
    ok(largestMove(seriesOf(data, "total_return")) < 0.05);
    deepEqual(data.problems, []);
  });

  Deno.test(`returns on closes of ${service} leave dividends out, and those on adjusted closes have them`, async () => {
    const data = await open({ "ACME.csv": text(madeStock(DAYS, { dividends: { 100: 1, 200: 1 } })) });
    const growth = ({ close }: PriceSeries) => (close.at(-1) ?? NaN) / (close[0] ?? NaN);
    const gained = growth(seriesOf(data, "total_return")) / growth(seriesOf(data, "price"));
    ok(gained > 1.018 && gained < 1.023, String(gained));
  });
}

Deno.test("the three services give the same closes, volumes and splits of one stock", async () => {
  const stock = madeStock(DAYS, { splits: { 50: 2, 200: 0.1 } });
  const [first, ...others] = await Promise.all(
    SERVICES.map(async ([, text]) => seriesOf(await open({ "ACME.csv": text(stock) }), "price")),
  );
  ok(first);
  for (const other of others) {
    deepEqual(other.days, first.days);
    deepEqual(
      Array.from(other.close, (value) => value.toFixed(6)),
      Array.from(first.close, (value) => value.toFixed(6)),
    );
    deepEqual(other.volume?.map(Math.round), first.volume?.map(Math.round));
  }
});

/** Closes of two decimals beside adjusted ones of four, with a dividend of a share of the price, as EODHD has them. */
function withDividend(price: number, share: number): RowColumns {
  const after = Math.round(price * (1 - share) * 100) / 100;
  const factor = 1 - (Math.round(price * share * 1000) / 1000) / price;
  const rows = Array.from(
    { length: 60 },
    (_, at) => ({ close: at < 30 ? price : after, factor: at < 30 ? factor : 1 }),
  );
  return {
    days: Int32Array.from(rows, (_, at) => 19_000 + at),
    values: {
      close: Float64Array.from(rows, ({ close }) => close),
      adjusted: Float64Array.from(rows, ({ close, factor }) => Number((close * factor).toFixed(4))),
    },
  };
}

Deno.test("of 1,000 special dividends of 17 to 49% of a price of 2 to 20 dollars hardly one is read as a split", () => {
  const random = xorshift(SEED);
  const read = Array.from({ length: 1000 }, () => {
    const price = Math.round(100 * (2 + 18 * random())) / 100;
    return shownSplits(withDividend(price, 0.17 + 0.32 * random())).length;
  });
  ok(read.filter((splits) => splits > 0).length <= 10, `${read.filter((splits) => splits > 0).length}, seed ${SEED}`);
});

Deno.test("closes that are adjusted for the splits of their column stay as they are", async () => {
  const rows = DAYS.map((day, at) => `${day},${100 + at % 3},${99 + at % 3},1000,0.0,${at === 200 ? "4.0" : "0.0"}`);
  const data = await open({
    "ACME.csv": ["Date,Close,Adj Close,Volume,Dividends,Stock Splits", ...rows, ""].join("\n"),
  });
  equal(seriesOf(data, "price").close[0], 100);
  deepEqual(data.problems, []);
});

Deno.test("prices as traded without a column of splits keep the move of a split", async () => {
  const data = await open({
    "ACME.csv": madeStock(DAYS, { splits: { 200: 4 } }).alphaVantage({ to: TO, isRaw: true }),
  });
  ok(largestMove(seriesOf(data, "price")) > 0.7);
});

Deno.test("one remark tells of all files whose closes are as traded", async () => {
  const stock = madeStock(DAYS, { splits: { 200: 4 } });
  const names = ["A", "B", "C", "D", "E"];
  const data = await open(Object.fromEntries(names.map((name) => [`${name}.csv`, stock.tiingo({ to: TO })])));
  deepEqual(data.problems.map(({ file, message }) => `${file}: ${message}`), [
    "A.csv: Closes are as they were traded: those before a split are read as adjusted for it " +
    `(${["A", "B", "C"].map((name) => `${name} 4 for 1 on ${longDay(DAYS[200])}`).join(", ")} and 2 more)`,
  ]);
});

const FACTS = "ticker,tag,unit,start,end,value,form,accession,filed\n" +
  "ACME,EntityCommonStockSharesOutstanding,shares,,2024-03-28,1000000,10-Q,0000000001-24-000001,2024-04-25\n";

for (const [service, text] of SERVICES) {
  Deno.test(`a split that ${service} shows is among the splits of a company with facts, once, and its closes hold it`, async () => {
    const stock = madeStock(DAYS, { splits: { 200: 4 } });
    const data = await open({
      "prices/one/ACME.csv": text(stock),
      "prices/two/ACME.csv": text(stock),
      "facts.csv": FACTS,
    });
    const splits = data.at(data.asOf).records("ACME").splits;
    deepEqual(splits.map(({ day, ratio, known }) => [day, ratio, known]), [[DAYS[200], 4, DAYS[200]]]);
    const before = data.at(DAYS[150] ?? "");
    deepEqual(before.records("ACME").splits, []);
    const [price] = before.prices("ACME");
    ok(price);
    deepEqual(before.splitsHeld(price).map(({ ratio }) => ratio), [4]);
  });
}

Deno.test("rows without a close or a volume are skipped or read without it, and a file without rows is a problem", async () => {
  const header = "date,close,high,low,open,volume,adjClose,adjHigh,adjLow,adjOpen,adjVolume,divCash,splitFactor";
  const rows = DAYS.map((day, at) => {
    if (at === 7) return `${day},,,,,0,,,,,0,0.0,1.0`;
    return `${day},10,10,10,10,${at === 8 ? "" : 0},10,10,10,10,0,0.0,1.0`;
  });
  const data = await open({ "ACME.csv": [header, ...rows, ""].join("\n"), "NONE.csv": `${header}\n` });
  equal(seriesOf(data, "price").days.length, DAYS.length - 1);
  equal(data.skippedRows, 1);
  deepEqual(data.problems.map(({ file, kind, message }) => `${file} ${kind}: ${message}`), [
    "NONE.csv refused: No rows below the header",
  ]);
});
