/** Both evaluators of the measures against pandas, of which the scripts beside this test made the values. */
import { FAMILIES, isMetricId } from "../../src/data/metrics/metric.ts";
import { deepEqual, ok, throws } from "../assert.ts";
import { columnsOf } from "../../src/agent/domains/columns.ts";
import { besideOf } from "../../src/agent/beside.ts";
import { readerAt as analystAt } from "../../src/agent/domains/evaluate.ts";
import { READERS as ANALYST } from "../../src/agent/domains/readers.ts";
import { chooseSeries } from "../../src/data/choose_series.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { FILED_ROWS, readFormula } from "../../src/data/metrics/filed_rows.ts";
import { ASKED_ROWS, PRICE_ROWS, rowAt, type Settings } from "../../src/data/metrics/price_rows.ts";
import { openSample } from "../../src/data/prices/sample.ts";
import { seriesOf } from "../../src/data/series.ts";
import { readerAt as verifierAt } from "../../src/verify/domains/evaluate.ts";
import { READERS as VERIFIER } from "../../src/verify/domains/readers.ts";
import { subjectOf } from "../../src/verify/domains/subject.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { IN_USD, inFolder } from "../data/in_folder.ts";
import { missingPython, PYTHON, testNeeding } from "../needs.ts";
import { FILED_WORLDS, RECORD_WORLDS } from "./filed_worlds.ts";
import FILED from "./filed_measures.json" with { type: "json" };
import RECORDS from "./record_measures.json" with { type: "json" };
import SCORES from "./score_measures.json" with { type: "json" };
import BARS from "./bars_measures.json" with { type: "json" };
import { BARS_WORLD } from "./bars_world.ts";
import PORTFOLIO from "./portfolio_measures.json" with { type: "json" };
import TEXTS from "./text_measures.json" with { type: "json" };
import { TEXT_WORLDS } from "./text_worlds.ts";
import GOLDENS from "./price_measures.json" with { type: "json" };

type Golden = { readonly of: string } & Readonly<Record<string, number | string>>;

const SAMPLE: readonly Golden[] = GOLDENS.sample;
const MONTHS: readonly Golden[] = GOLDENS.months;
const ALL = [...SAMPLE, ...MONTHS].flatMap(({ of: _, ...values }) => Object.entries(values));

/** What differs from a golden by more than nine digits, and of families that it has whole what it has not. */
function differing(
  dataset: Dataset,
  { ticker, day }: { readonly ticker: string; readonly day: string },
  golden: Golden,
  families: readonly (keyof typeof FAMILIES)[] = [],
) {
  const view = dataset.at(day);
  const pair = chooseSeries(view, ticker);
  const subject = subjectOf(view, ticker);
  if (pair === undefined || subject === undefined) throw new TypeError(`${ticker} has no prices`);
  const columns = columnsOf(pair);
  const last = columns.days.length - 1;
  const beside = { ...besideOf(view, ticker), sessions: view.sessions(ticker) };
  const none = families.flatMap((family) => Object.keys(FAMILIES[family])).map((metric) => [metric, "none"] as const);
  return Object.entries({ ...Object.fromEntries(none), ...golden }).flatMap(([metric, value]) => {
    if (!isMetricId(metric) || metric.startsWith("score_")) return [];
    const found = (ANALYST[metric] ?? analystAt(metric))?.(columns, last, beside) ?? { cause: "none" };
    const other = (VERIFIER[metric] ?? verifierAt(metric))?.(subject, last);
    const both = ["value" in found ? found.value : found.cause, typeof other === "object" ? other.value : other];
    const isNear = (one: unknown) =>
      typeof one === "number" && Math.abs(one - Number(value)) <= 1e-9 * Math.max(1e-3, Math.abs(one));
    const isNone = value === "none" && both.every((one) => typeof one === "string");
    return isNone || both.every(isNear) ? [] : [`${golden.of} ${metric}: ${both.join(" and ")} instead of ${value}`];
  });
}

const named = ({ of }: Golden) => ({ ticker: of.split(" ")[0] ?? "", day: of.split(" ")[1] ?? "" });
const metrics = (goldens: readonly Golden[]) =>
  [...new Set(goldens.flatMap(Object.keys))].filter((one) => one !== "of").sort();

Deno.test("each row of the measures of prices has goldens, daily and, where it has months, monthly, two at windows or levels of its own, and three against a company or with a lag", () => {
  const rows = { ...PRICE_ROWS, ...ASKED_ROWS };
  const settings = metrics(SAMPLE).filter((one) => one.includes("("));
  deepEqual(
    metrics(SAMPLE).filter((one) => !settings.includes(one)),
    [...Object.keys(rows), "drawdown_probability"].sort(),
  );
  const kindOf = ({ against, skip }: Settings) => against ? " against" : skip ? " skip" : "";
  const inKind = Map.groupBy(settings, (one) => {
    const { metric, settings } = rowAt(one.replace(/ [A-Z]+/, " ANY")) ?? { settings: {} };
    return `${metric}${kindOf(settings)}`;
  });
  const kinds = Object.entries(rows).flatMap(([metric, { takes }]) => [
    ...takes ? [[metric, 2] as const] : [],
    ...takes?.against ? [[`${metric} against`, 3] as const] : [],
    ...takes?.skip ? [["momentum_12_1 skip", 3] as const] : [],
  ]);
  const counts = [...inKind].map(([kind, ids]) => [kind, new Set(ids.map((one) => one.replace(/ [A-Z]+/, ""))).size]);
  deepEqual(counts.sort(), kinds.sort());
  const monthly = Object.entries(PRICE_ROWS).flatMap(([id, { isDaily }]) => isDaily ? [] : id);
  deepEqual(metrics(MONTHS), [...monthly, "drawdown_probability"].sort());
  ok(ALL.length >= 400, `${ALL.length} goldens`);
});

Deno.test("each measure of a family has goldens", () => {
  const made = [FILED, RECORDS, TEXTS, SCORES, BARS].flatMap((one) => one.made.map(({ values }) => values));
  const all = [...SAMPLE, ...FILED_SAMPLE, ...RECORDS.sample, ...made, ...GOLDENS.sessions.map(({ values }) => values)];
  const golden = new Set(all.flatMap(Object.keys));
  const bare = Object.values(FAMILIES).flatMap(Object.keys).filter((id) => !golden.has(id));
  deepEqual(bare, []);
});

Deno.test(`both evaluators give the ${ALL.length} values that pandas gives, of the sample by day`, async () => {
  const sample = await openSample();
  deepEqual(SAMPLE.flatMap((golden) => differing(sample, named(golden), golden)), []);
});

Deno.test("and of made months", () => {
  const days = GOLDENS.made.own.map((_, at) => new Date(Date.UTC(2015, at + 1, 0)).toISOString().slice(0, 10));
  const made = (ticker: string, closes: readonly number[]) =>
    seriesOf(
      { ticker, frequency: "monthly", basis: "price", currency: "USD", source: "made" },
      closes.map((close, at) => ({ date: days[at] ?? "", close })),
    );
  const dataset = createDataset({
    name: "Made months",
    notice: "",
    companies: [{ ticker: "OWN", name: "Own" }],
    benchmark: "MARKET",
    sources: [{ id: "made", title: "Made", sha256: "" }],
    series: [made("OWN", GOLDENS.made.own), made("MARKET", GOLDENS.made.market)],
  });
  const found = MONTHS.flatMap((golden) => {
    const day = days[Number.parseInt(golden.of) - 1] ?? "";
    return differing(dataset, { ticker: "OWN", day }, golden);
  });
  deepEqual(found, []);
});

const FILED_SAMPLE: readonly Golden[] = FILED.sample;
const MADE: readonly Golden[] = FILED.made.map(({ of, values }) => ({ of, ...values }));

Deno.test("each row of the measures of what is filed has goldens, of the sample and of made reports", () => {
  deepEqual(metrics(FILED_SAMPLE), Object.keys(FILED_ROWS).sort());
  deepEqual(metrics(MADE), Object.keys(FILED_ROWS).sort());
});

Deno.test("a formula is read whole or not at all", () => {
  for (
    const text of ["assets / equity[0]", "net_income[0]", "profit TTM / assets[0]", "assets[0] / equity[0] so far"]
  ) {
    throws(() => readFormula(text), /Cannot read the formula/);
  }
});

Deno.test("both evaluators give the values that pandas gives of what is filed, by facts that it chose itself", async () => {
  const sample = await openSample();
  deepEqual(FILED_SAMPLE.flatMap((golden) => differing(sample, named(golden), golden, ["quality", "value"])), []);
});

Deno.test("and of made reports", () => {
  const found = FILED_WORLDS.flatMap(({ dataset, ...named }, at) =>
    differing(dataset, named, MADE[at] ?? { of: "" }, ["quality", "value"])
  );
  deepEqual(found, []);
});

Deno.test("and of results and insiders, of the sample and made", async () => {
  const sample = await openSample();
  const recorded: readonly Golden[] = RECORDS.sample;
  deepEqual(recorded.flatMap((golden) => differing(sample, named(golden), golden, ["events", "insider"])), []);
  const made: readonly Golden[] = RECORDS.made.map(({ of, values }) => ({ of, ...values }));
  deepEqual(
    RECORD_WORLDS.flatMap(({ dataset, ...named }, at) => differing(dataset, named, made[at] ?? { of: "" })),
    [],
  );
});

Deno.test("and of made texts", () => {
  const made: readonly Golden[] = TEXTS.made.map(({ of, values }) => ({ of, ...values }));
  deepEqual(
    TEXT_WORLDS.flatMap(({ dataset, ...named }, at) => differing(dataset, named, made[at] ?? { of: "" }, ["text"])),
    [],
  );
});

Deno.test("and of what is remarkable about made bars", () => {
  const found = BARS.made.flatMap(({ of, values }) =>
    differing(BARS_WORLD, { ticker: of, day: BARS.day }, { of, ...values }, ["bars"])
  );
  deepEqual(found, []);
});

Deno.test("and of sessions, of files of bars with gaps", async () => {
  const files = GOLDENS.sessions.map(({ of, rows }) => [`${named({ of }).ticker}.csv`, rows.join("\n")]);
  const dataset = await inFolder({ ...IN_USD, ...Object.fromEntries(files) }, (folder) => openFolder(folder));
  const found = GOLDENS.sessions.flatMap(({ of, values }) =>
    differing(dataset, named({ of }), { of, ...values }, ["session"])
  );
  deepEqual(found, []);
});

for (
  const [script, goldens] of Object.entries({
    "price_measures.py": GOLDENS,
    "filed_measures.py": FILED,
    "record_measures.py": RECORDS,
    "text_measures.py": TEXTS,
    "portfolio_measures.py": PORTFOLIO,
    "bars_measures.py": BARS,
    "score_measures.py": SCORES,
  })
) {
  testNeeding(missingPython("numpy", "pandas"), `pandas makes ${script} anew, the same to twelve digits`, async () => {
    const args = [script, new URL("../../src/data/sample", import.meta.url).pathname];
    const { stdout } = await new Deno.Command(PYTHON, { args, cwd: new URL(".", import.meta.url) }).output();
    const rounded = (value: unknown) =>
      JSON.stringify(value, (_, one) => typeof one === "number" ? one.toPrecision(12) : one);
    deepEqual(rounded(JSON.parse(new TextDecoder().decode(stdout))), rounded(goldens));
  });
}
