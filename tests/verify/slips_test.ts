/** Slips put into one evaluator of the measures of prices: each shows as a reading that differs from the other's. */
import { deepEqual, ok } from "../assert.ts";
import { type Columns, columnsOf } from "../../src/agent/domains/columns.ts";
import type { Readers as AnalystsReaders } from "../../src/agent/domains/reading.ts";
import { chooseSeries } from "../../src/data/choose_series.ts";
import type { DatasetView } from "../../src/data/dataset.ts";
import { PRICE_ROWS } from "../../src/data/metrics/price_rows.ts";
import { openSample } from "../../src/data/prices/sample.ts";
import type { Readers as VerifiersReaders } from "../../src/verify/domains/reader.ts";
import { type Subject, subjectOf } from "../../src/verify/domains/subject.ts";
import { DAY, HAS_PROGRAMS } from "../lanes.ts";
import { once } from "../once.ts";
import { slice } from "../sweeps.ts";
import { madeWorld } from "./made_world.ts";

interface Slip {
  readonly slip: string;
  readonly file: "agent" | "verify";
  readonly from: string;
  readonly to: string;
}

const inAgent = (slip: string, from: string, to: string): Slip => ({ slip, file: "agent", from, to });
const inVerify = (slip: string, from: string, to: string): Slip => ({ slip, file: "verify", from, to });

const SLIPS: readonly Slip[] = [
  inAgent(
    "a window a bar longer",
    "Math.min(most, Math.max(position, least))",
    "Math.min(most, Math.max(position, least)) + 1",
  ),
  inAgent("a window a bar shorter", "return Math.min(most", "return -1 + Math.min(most"),
  inAgent("too few bars where all are asked for", "Math.max(position, least)", "position"),
  inAgent("values a bar too old", "count + more, position);", "count + more, position - 1);"),
  inAgent("a close left out of a mean", "count + more, position);", "count, position);"),
  inAgent(
    "a close too few in a drawdown",
    "lastOf(columns[COLUMNS[of]], count + more",
    "lastOf(columns[COLUMNS[of]], count + Math.min(0, more)",
  ),
  inAgent(
    "money of the bar before",
    "const money = lastOf(columns.traded, count, position);",
    "const money = lastOf(columns.traded, count, position - 1);",
  ),
  inAgent("the sign of a return kept in an impact", "Math.abs(one) / ", "one / "),
  inAgent(
    "a day without trades taken as nothing",
    "found.every(Number.isFinite) ? found : NO_VOLUME",
    "found.map((one) => Number.isFinite(one) ? one : 0)",
  ),
  inAgent("a drawdown from the first close", "highest = Math.max(highest, close);", "highest ||= close;"),
  inAgent("a drawdown to the last close", "fall = Math.min(fall, close / highest - 1);", "fall = close / highest - 1;"),
  inAgent("the last close for the highest", "Math.max(...values)", "values.at(-1) ?? NaN"),
  inAgent("a mean for a median", "  median,\n", "  median: mean,\n"),
  inAgent("simple returns for log returns", 'log: "logReturns"', 'log: "returns"'),
  inAgent("log returns for simple ones", 'return: "returns"', 'return: "logReturns"'),
  inAgent(
    "a year of another number of bars",
    "LENGTHS[frequency].year.most : () => value",
    "LENGTHS[frequency].year.most - 1 : () => value",
  ),
  inAgent(
    "a year of daily bars for months",
    "({ frequency }) => LENGTHS[frequency].year.most",
    "() => LENGTHS.daily.year.most",
  ),
  inAgent("a look at the bar to come", "columns.closes[position - back]", "columns.closes[position - back + 1]"),
  inAgent(
    "a lag of a bar too few",
    "columns.closes[position - back]",
    "columns.closes[position - Math.max(0, back - 1)]",
  ),
  inAgent(
    "a variance for a deviation",
    "withValue(own(columns, position), Math.sqrt)",
    "withValue(own(columns, position), Number)",
  ),
  inAgent("the tail a day too long", "Math.ceil(share * values.length)", "Math.ceil(share * values.length) + 1"),
  inAgent("the tail rounded down", "Math.ceil(share * values.length)", "Math.floor(share * values.length)"),
  inAgent("the best days for the worst", "values.toSorted().slice(0,", "values.toSorted().reverse().slice(0,"),
  inAgent("what is divided turned round", "above / below", "below / above"),
  inAgent("a difference turned round", "one - other,", "other - one,"),
  inAgent("the market over a bar less", "days[position - bars]", "days[position - bars + 1]"),
  inAgent(
    "the market's slope on the company",
    "slope(own, others.filter(isPaired))",
    "slope(others.filter(isPaired), own)",
  ),
  inAgent(
    "pairs that slip by a bar",
    "lastOf(marketReturns, bars, position)",
    "lastOf(marketReturns, bars, position - 1)",
  ),
  inAgent("money in no currency", 'if (isMoney && columns.sound.series.currency === "") return NO_UNIT;', ""),
  inAgent("days of what has months", 'if (isDaily && columns.frequency === "monthly") return DAILY_ONLY;', ""),
  inVerify("a window a bar longer", "if (at >= most) return most;", "if (at >= most) return most + 1;"),
  inVerify("closes that leave out none", "closes.slice(-more)", "closes"),
  inVerify("a fall from the lowest", "low / one - 1", "one / low - 1"),
  inVerify(
    "the highest but not the last",
    "values.reduce((one, other) => one > other ? one : other)",
    "values.slice(0, -1).reduce((one, other) => one > other ? one : other)",
  ),
  inVerify("the middle of one too many", "values.length / 2 + 1", "values.length / 2 + 2"),
  inVerify(
    "a mean over another count",
    "return sum(values) / values.length;",
    "return sum(values) / (values.length - 1);",
  ),
  inVerify("the newest close for an older one", "closes[0] ?? NaN", "closes.at(-1) ?? NaN"),
  inVerify("fewer pairs than needed", "LEAST_PAIRS : LENGTHS", "0 * LEAST_PAIRS : LENGTHS"),
  inVerify("impacts of the bar before", "const bar = at - n + 1 + k;", "const bar = at - n + k;"),
  inVerify(
    "a sum for a difference",
    'if (expression.kind === "-") return one - other;',
    'if (expression.kind === "-") return one + other;',
  ),
];

const FILES = { agent: "src/agent/domains/evaluate.ts", verify: "src/verify/domains/evaluate.ts" } as const;
const ROOT = new URL("../../", import.meta.url);

async function sourceOf(file: keyof typeof FILES): Promise<string> {
  const url = new URL(FILES[file], ROOT);
  const text = await Deno.readTextFile(url);
  return text.replaceAll(/(from ")(\.[^"]+)/g, (_, from, path) => from + new URL(path, url).href);
}

/** The readers of an evaluator, with a slip or as it is. */
async function readersOf<T>(file: keyof typeof FILES, { from, to }: Pick<Slip, "from" | "to"> = { from: "", to: "" }) {
  const text = await sourceOf(file);
  ok(text.includes(from), `no such text: ${from}`);
  const path = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(path, from === "" ? text : text.replace(from, to));
  const { PRICE_READERS } = await import(`file://${path}`);
  await Deno.remove(path);
  return PRICE_READERS as T;
}

const views = once(async (): Promise<readonly DatasetView[]> => {
  const sample = await openSample();
  const made = [1, 2, 3].map((seed) => madeWorld(seed, "price"));
  return [sample.at("2025-03-31"), ...made.map((one) => one.at(one.asOf))];
});

/** Readings of both, as text; a value to nine digits. */
async function* readings(analyst: AnalystsReaders, verifier: VerifiersReaders) {
  for (const view of await views()) {
    for (const { ticker } of view.companies) {
      const pair = chooseSeries(view, ticker);
      const subject = subjectOf(view, ticker);
      if (pair === undefined || subject === undefined) continue;
      const unstated = { ...pair, series: { ...pair.series, currency: "" } };
      yield* readingsAt([analyst, columnsOf(pair)], [verifier, subject]);
      yield* readingsAt([analyst, columnsOf(unstated)], [verifier, {
        ...subject,
        series: { ...subject.series, currency: "" },
      }]);
    }
  }
}

function* readingsAt(
  [analyst, columns]: readonly [AnalystsReaders, Columns],
  [verifier, subject]: readonly [VerifiersReaders, Subject],
) {
  const last = columns.days.length - 1;
  for (const at of [last, last - 7, last - 60, 13].filter((one) => one >= 0 && one <= last)) {
    for (const metric of Object.keys(PRICE_ROWS)) {
      const found = analyst[metric]?.(columns, at) ?? { cause: "none" };
      yield [metric, said("value" in found ? found.value : found.cause), said(verifier[metric]?.(subject, at))];
    }
  }
}

function said(value: unknown): string {
  return typeof value === "number" ? value.toPrecision(9) : String(value);
}

async function differing(slip?: Slip): Promise<readonly string[]> {
  const analyst = await readersOf<AnalystsReaders>("agent", slip?.file === "agent" ? slip : undefined);
  const verifier = await readersOf<VerifiersReaders>("verify", slip?.file === "verify" ? slip : undefined);
  const found = new Set<string>();
  for await (const [metric = "", one, other] of readings(analyst, verifier)) if (one !== other) found.add(metric);
  return [...found];
}

Deno.test("as they are, both evaluators read the same", async () => {
  deepEqual(await differing(), []);
});

for (const slip of HAS_PROGRAMS ? SLIPS : slice(SLIPS, 10, DAY)) {
  Deno.test(`${slip.slip}, in the evaluator of ${slip.file}, is caught by the other`, async () => {
    ok((await differing(slip)).length > 0);
  });
}
