/** Slips put into one evaluator of measures: each shows as a reading that differs from the other's. */
import { isMetricId } from "../../src/data/metrics/metric.ts";
import { deepEqual, ok } from "../assert.ts";
import { type Columns, columnsOf } from "../../src/agent/domains/columns.ts";
import { besideOf } from "../../src/agent/beside.ts";
import type { Beside, Readers as AnalystsReaders } from "../../src/agent/domains/reading.ts";
import { chooseSeries } from "../../src/data/choose_series.ts";
import { openSample } from "../../src/data/prices/sample.ts";
import { factName, type FiledFact, type NamedFiling } from "../../src/data/records.ts";
import type { FiledReaders as VerifiersReaders } from "../../src/verify/domains/reader.ts";
import { type Subject, subjectOf } from "../../src/verify/domains/subject.ts";
import { FILED_WORLDS, RECORD_WORLDS } from "../goldens/filed_worlds.ts";
import { TEXT_WORLDS } from "../goldens/text_worlds.ts";
import { DAY, HAS_PROGRAMS } from "../lanes.ts";
import { once } from "../once.ts";
import { slice } from "../sweeps.ts";
import GOLDENS from "../goldens/price_measures.json" with { type: "json" };
import { madeWorld } from "./made_world.ts";

type Place = keyof typeof PLACES;

/** Where a slip is put, and the readers that it shows in. */
const PLACES = {
  agent: { file: "src/agent/domains/evaluate.ts", readers: "PRICE_READERS" },
  verify: { file: "src/verify/domains/evaluate.ts", readers: "PRICE_READERS" },
  agentFiled: { file: "src/agent/domains/evaluate_filed.ts", readers: "FILED_READERS" },
  verifyFiled: { file: "src/verify/domains/evaluate_filed.ts", readers: "FILED_READERS" },
  agentEvents: { file: "src/agent/domains/events.ts", readers: "EVENTS_READERS" },
  verifyEvents: { file: "src/verify/domains/events.ts", readers: "EVENTS_READERS" },
  agentInsider: { file: "src/agent/domains/insider.ts", readers: "INSIDER_READERS" },
  verifyInsider: { file: "src/verify/domains/insider.ts", readers: "INSIDER_READERS" },
  agentText: { file: "src/agent/domains/text.ts", readers: "TEXT_READERS" },
  verifyText: { file: "src/verify/domains/text.ts", readers: "TEXT_READERS" },
} as const;
const FORMULAS = "src/data/metrics/filed_rows.ts";
/** Against companies of the sample and of the made worlds, whose bars are harmed each in another way. */
const OTHERS = "MUTE SPLT FARR SPIK WRNG NOTT STIL OLDD GAPP LONG BABY".split(" ")
  .flatMap((
    one,
  ) => [`beta(to ${one}, 126 sessions)`, `excess_return(over ${one})`, `excess_return(over ${one}, 63 sessions)`]);
const AT_SETTINGS = [...Object.keys(GOLDENS.sample[0] ?? {}).filter((id) => id.includes("(")), ...OTHERS];

interface Slip {
  readonly slip: string;
  readonly place: Place;
  /** Where it is put if not into the evaluator itself. */
  readonly file?: string;
  readonly from: string;
  readonly to: string;
}

const inPlace = (place: Place, file?: string) => (slip: string, from: string, to: string): Slip => ({
  ...{ slip, place, from, to },
  ...(file && { file }),
});
const inAgent = inPlace("agent");
const inVerify = inPlace("verify");
const inAgentsFiled = inPlace("agentFiled");
const inVerifiersFiled = inPlace("verifyFiled");
const inFormulas = inPlace("agentFiled", FORMULAS);
const inMarket = inPlace("verify", "src/verify/domains/market.ts");
const inSettings = inPlace("agent", "src/data/metrics/price_rows.ts");
const inAgentsEvents = inPlace("agentEvents");
const inAgentsSurprise = inPlace("agentEvents", "src/agent/domains/surprise.ts");
const inVerifiersEvents = inPlace("verifyEvents");
const inAgentsInsider = inPlace("agentInsider");
const inAgentsTrades = inPlace("agentInsider", "src/agent/domains/trades.ts");
const inVerifiersInsider = inPlace("verifyInsider");
const inVerifiersTrades = inPlace("verifyInsider", "src/verify/domains/trades.ts");
const inAgentsText = inPlace("agentText");
const inVerifiersText = inPlace("verifyText");
const inVerifiersWords = inPlace("verifyText", "src/verify/domains/text_words.ts");

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
  inAgent(
    "a drawdown to the last close",
    "drawdown = Math.min(drawdown, close / highest - 1);",
    "drawdown = close / highest - 1;",
  ),
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
  inAgent(
    "the tail a day too long",
    "Math.ceil(share * values.length - HAIR)",
    "Math.ceil(share * values.length) + 1",
  ),
  inAgent(
    "the tail rounded down",
    "Math.ceil(share * values.length - HAIR)",
    "Math.floor(share * values.length)",
  ),
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
  inAgent("money in no currency", 'if (isMoney && own.sound.series.currency === "") return NO_UNIT;', ""),
  inAgent(
    "days of what has months",
    'if (isDaily && own.frequency === "monthly") return DAILY_ONLY;',
    "",
  ),
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
  inVerify("fewer pairs than needed", "most * LEAST_PAIRS - 1e-9", "0"),
  inAgent("the pairs of a year for any window", "Math.ceil(bars * LEAST_PAIRS - HAIR)", "240"),
  inAgent("an asked window over any days", "has < least || has > most ?", "has < 0 ?"),
  inVerify("an asked window over any days", "length >= least && length <= most", "length > 0"),
  inVerify(
    "a tail without its tolerance",
    "Number((expression.share * values.length).toFixed(6))",
    "expression.share * values.length",
  ),
  inSettings("a window that is not heard", "value(window ?? usual,", "value(usual,"),
  inSettings("a window a session longer", "value(window ?? usual,", "value(window === undefined ? usual : window + 1,"),
  inSettings("a level that is not heard", "1 - (level ?? usually)", "1 - usually"),
  inSettings("a level taken for the share beyond it", "1 - (level ?? usually)", "level ?? usually"),
  inSettings("an asked window of months", "isDaily: true, value: valueAt(", "value: valueAt("),
  inSettings("a lag a session shorter", "skip: skip ?? 0", "skip: Math.max(0, (skip ?? 0) - 1)"),
  inSettings("a lag that is not heard", "skip: skip ?? 0", "skip: 0"),
  inSettings(
    "a lag that moves the whole window",
    "over(close(to), close(from))",
    "over(close(to), close(typeof to === 'number' && typeof from === 'number' ? from + to : from))",
  ),
  inAgent("a company held against itself", "benchmark: other, mixed", "benchmark: series, mixed"),
  inAgent(
    "the benchmark for the company asked for",
    "columnsOf({ series, benchmark: other, mixed: false })",
    "columns",
  ),
  inAgent("closes of the other company that cannot be trusted", "return lack ?", "return false ?"),
  inAgent(
    "days of another company that are not paired",
    ": columnsOf({ series, benchmark: other, mixed: false })",
    ": { ...columnsOf({ series, benchmark: other, mixed: false }), marketReturns: others.returns }",
  ),
  inVerify("the benchmark for the company asked for", "{ ...subject, benchmark }", "subject"),
  inVerify(
    "closes of the other company that cannot be trusted",
    'typeof closesUpTo(benchmark, last, sessions + 1) !== "string"',
    "last > 0",
  ),
  inVerify("a window of the other company a bar longer", "sessions + 1) !==", "sessions + 2) !=="),
  inMarket("days of another company that are not paired", "market.days[at - 1] === from", "at > 0"),
  inSettings("a drawdown of one close too few", "drawdown(closes(n, 1))", "drawdown(closes(n))"),
  inVerify("impacts of the bar before", "const bar = at - n + 1 + k;", "const bar = at - n + k;"),
  inVerify(
    "a sum for a difference",
    'if (expression.kind === "-") return one - other;',
    'if (expression.kind === "-") return one + other;',
  ),
  inAgentsFiled("this year's item for that of the year before", "`${one.item} ${one.back}`", "one.item"),
  inAgentsFiled("what is divided turned round", "one / other", "other / one"),
  inAgentsFiled("a difference turned round", "one - other", "other - one"),
  inAgentsFiled("a tie that does not hold", "one <= other", "one < other"),
  inAgentsFiled("a test turned round", "Number(one < other)", "Number(one > other)"),
  inAgentsFiled("tests that fail for those that hold", "value === 1", "value === 0"),
  inAgentsFiled("too few tests taken as enough", "made.length < least", "made.length < 1"),
  inAgentsFiled("shares named before income", "? [other, one] : [one, other]", "? [one, other] : [one, other]"),
  inAgentsFiled("the market value in another place", "toSpliced(at, 0,", "toSpliced(0, 0,"),
  inAgentsFiled("shares for what they cost", "value: market.value }", "value: market.shares.value }"),
  inAgentsFiled("reports in another currency", "otherCurrency(before, bar.columns)", "undefined"),
  inAgentsFiled("a multiple of a loss", 'value.kind === "where" ? "loss"', 'value.kind === "where" ? "item"'),
  inAgentsFiled("a bank taken as industry", "isIndustrial && lackOfIndustry(filed, bar.beside.company)", "undefined"),
  inAgentsFiled("no count on the cover", 'first.cause === "item"', 'first.cause === "stale"'),
  inAgentsFiled("the day of filing for that of the news", "first.known", "first.filed"),
  inAgentsFiled("a year taken for a quarter", 'isYear === (day === "year")', "isYear"),
  inVerifiersFiled("no year before", "formula.item, formula.back)", "formula.item)"),
  inVerifiersFiled(
    "a year too far back",
    "formula.item, formula.back)",
    "formula.item, formula.back && formula.back + 1)",
  ),
  inVerifiersFiled("a product for a quotient", "return one / other;", "return one * other;"),
  inVerifiersFiled("a sum for a difference", "return one - other;", "return one + other;"),
  inVerifiersFiled("shares named before income", "isMultiple ? other : one, books", "one, books"),
  inVerifiersFiled("reports in another currency", " ?? otherMoney(money, subject)", ""),
  inVerifiersFiled("a multiple of a loss", 'value.kind === "where" ? "loss"', 'value.kind === "where" ? "item"'),
  inVerifiersFiled("a bank taken as industry", "isIndustrial ? notIndustrial", "!isIndustrial ? notIndustrial"),
  inVerifiersFiled("no count on the cover", 'first[0] === "item" && ', "false && "),
  inVerifiersFiled("a test counted that fails", "tally.held += found", "tally.held += 1"),
  inVerifiersFiled("a fact left out", "facts.forEach((fact) => books.facts.add(fact))", "books.facts.add(facts[0]!)"),
  inVerifiersFiled("the end of a year for that of a quarter", "row.day === kind ?", "row.day ?"),
  inFormulas("no averaging", "value: 2 }", "value: 1 }"),
  inFormulas("a year before read as now", "back: Number(ofMonths ?? ofDay ?? 0)", "back: 0"),
  inFormulas("what is multiplied added", '? "*" :', '? "+" :'),
  inFormulas("a formula without its end", ".split(/[,;]/)", ".split(/[,;-]/)"),
  inAgentsEvents("the close of the day of results", "countUntil(days, day - 1) - 1", "countUntil(days, day) - 1"),
  inAgentsEvents("the day of filing for that of the news", "known }) => dayNumber(known)", "day }) => dayNumber(day)"),
  inAgentsEvents("the last report for the first", "orderOf(first) <= orderOf(one)", "orderOf(first) > orderOf(one)"),
  inAgentsSurprise("a change over three quarters", "values[at + YEAR_QUARTERS]", "values[at + YEAR_QUARTERS - 1]"),
  inAgentsSurprise(
    "the newest change among those before",
    "sampleDeviation(earlier)",
    "sampleDeviation([newest, ...earlier])",
  ),
  inVerifiersEvents(
    "the market over other days",
    "returnBetween(benchmark, from, to)",
    "returnBetween(benchmark, day, to)",
  ),
  inVerifiersEvents("an amendment taken for results", "form === RESULTS_NOTICE.form &&", ""),
  inAgentsInsider("31 days for 30", "today - INSIDER_WINDOW.cluster + 1", "today - INSIDER_WINDOW.cluster"),
  inAgentsInsider("a price of before a split", "(trade.price ?? NaN) * trade.shares / shares", "trade.price ?? NaN"),
  inAgentsTrades("what is amended counted twice", "withAmendments(filed)", "filed"),
  inAgentsTrades("shares of before a split", "split.day > on &&", "split.day < on &&"),
  inVerifiersInsider("trades for persons", "[...Map.groupBy(deals, ({ who }) => who).keys()].length", "deals.length"),
  inVerifiersTrades(
    "who only holds shares taken for an insider",
    "return !(roles.length > 0 && isNeither);",
    "return true;",
  ),
  inVerifiersTrades("planned sales counted", "!deal.isPlanned", "deal"),
  inAgentsText(
    "any call for the one before",
    "isBefore(call.document.day, CALL_BEFORE_DAYS)",
    "({ day }) => day < call.document.day",
  ),
  inAgentsText("a negation four words before", "at - TURNING_REACH", "at - TURNING_REACH - 1"),
  inAgentsText("a length for its square", "count * count, 0", "count, 0"),
  inVerifiersWords("a word cut at its apostrophe", "return code === 0x27 || code === 0x2019;", "return code === 0x27;"),
  inVerifiersText(
    "the day of publication for that of the news",
    "known }) => daysBetween(known, today)",
    "day }) => daysBetween(day, today)",
  ),
];

const ROOT = new URL("../../", import.meta.url);

/** A file of the program with some of its text replaced, what it imports with its whole path. */
async function copyOf(file: string, replaced: readonly (readonly [from: string, to: string])[]): Promise<string> {
  const url = new URL(file, ROOT);
  const whole = (await Deno.readTextFile(url)).replaceAll(
    /(from ")(\.[^"]+)/g,
    (_, from, to) => from + new URL(to, url).href,
  );
  const text = replaced.reduce((text, [from, to]) => {
    ok(text.includes(from), `no such text: ${from}`);
    return text.replace(from, to);
  }, whole);
  const path = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(path, text);
  return `file://${path}`;
}

/** The readers of an evaluator, with a slip or as it is. */
async function readersOf(place: Place, slip?: Slip): Promise<AnalystsReaders | VerifiersReaders> {
  const { file, readers } = PLACES[place];
  if (slip?.place !== place) return withSettings(await import(new URL(file, ROOT).href), readers);
  const { from, to } = slip;
  const below = slip.file && await copyOf(slip.file, [[from, to]]);
  const path = await copyOf(file, [below ? [new URL(slip.file ?? FORMULAS, ROOT).href, below] : [from, to]]);
  const found = withSettings(await import(path), readers);
  await Promise.all([path, ...below ? [below] : []].map((one) => Deno.remove(new URL(one))));
  return found;
}

/** Those of prices at two settings each, too. */
function withSettings(found: Readonly<Record<string, unknown>>, readers: string): AnalystsReaders | VerifiersReaders {
  const readerAt = found["readerAt"] as ((id: string) => unknown) | undefined;
  const set = readerAt === undefined ? [] : AT_SETTINGS.map((id) => [id, readerAt(id)]);
  return { ...found[readers] as AnalystsReaders, ...Object.fromEntries(set) };
}

interface Case {
  readonly columns: Columns;
  readonly subject: Subject;
  readonly beside: Beside;
}

/** Companies of the sample and of made worlds, each with and without a currency of its prices. */
const cases = once(async (): Promise<readonly Case[]> => {
  const sample = await openSample();
  const made = [1, 2, 3].map((seed) => madeWorld(seed, "price"));
  const filed = [...FILED_WORLDS, ...RECORD_WORLDS, ...TEXT_WORLDS].map(({ dataset, day }) => dataset.at(day));
  const views = [sample.at("2025-03-31"), ...filed, ...made.map((one) => one.at(one.asOf))];
  return views.flatMap((view) =>
    view.companies.flatMap(({ ticker }) => {
      const pair = chooseSeries(view, ticker);
      const subject = subjectOf(view, ticker);
      if (pair === undefined || subject === undefined) return [];
      const beside = besideOf(view, ticker);
      return [{}, { currency: "" }].map((other) => ({
        columns: columnsOf({ ...pair, series: { ...pair.series, ...other } }),
        subject: { ...subject, series: { ...subject.series, ...other } },
        beside,
      }));
    })
  );
});

/** Measures that both read otherwise at a bar: another value to nine digits, another cause, or other facts. */
function differingAt(
  { columns, subject, beside }: Case,
  [analyst, verifier]: readonly [AnalystsReaders, VerifiersReaders],
  at: number,
): readonly string[] {
  return Object.keys(analyst).filter(isMetricId).filter((metric) => {
    const found = analyst[metric]?.(columns, at, beside) ?? { cause: "none" };
    const other = verifier[metric]?.(subject, at);
    const [own, same] = ["value" in found ? found : found.cause, typeof other === "object" ? other : { value: other }];
    return typeof own === "string" ? own !== same.value : !isNear(own.value, same.value) ||
      namesOf([...own.facts ?? [], ...own.filings ?? []]) !== namesOf("facts" in same ? same.facts : []);
  });
}

function isNear(one: number, other: unknown): boolean {
  return typeof other === "number" && Math.abs(one - other) <= 1e-9 * Math.max(1e-3, Math.abs(one));
}

function namesOf(facts: readonly (FiledFact | NamedFiling)[] = []): string {
  return facts.map((one) => "tag" in one ? factName(one) : one.accession).join(" ");
}

async function* differing(places: readonly [Place, Place], slip?: Slip): AsyncGenerator<string> {
  const both = [await readersOf(places[0], slip), await readersOf(places[1], slip)] as const;
  for (const one of await cases()) {
    const last = one.columns.days.length - 1;
    const bars = places[0] === "agent" ? [last, last - 7, last - 60, 13] : [last];
    for (const at of bars) if (at >= 0 && at <= last) yield* differingAt(one, both as never, at);
  }
}

const PAIRS = [
  ["agent", "verify"],
  ["agentFiled", "verifyFiled"],
  ["agentEvents", "verifyEvents"],
  ["agentInsider", "verifyInsider"],
  ["agentText", "verifyText"],
] as const;

Deno.test("as they are, both evaluators read the same", async () => {
  for (const pair of PAIRS) deepEqual(await Array.fromAsync(differing(pair)), []);
});

for (const slip of HAS_PROGRAMS ? SLIPS : slice(SLIPS, 10, DAY)) {
  Deno.test(`${slip.slip}, in the evaluator ${slip.place}, is caught by the other`, async () => {
    const pair = PAIRS.find(([one, other]) => [one, other].includes(slip.place)) ?? PAIRS[0];
    ok(!(await differing(pair, slip).next()).done);
  });
}
