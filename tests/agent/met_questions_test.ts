/** Questions in a table that says beforehand what an answer is about: how many are met, and none is met by another answer. */
import { createQuestionReader } from "../../src/data/question/read_question.ts";
import { readTimes } from "../../src/data/question/read_times.ts";
import type { Asked } from "../../src/data/question/asked.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { IS_WHOLE } from "../lanes.ts";
import { sweep } from "../sweeps.ts";
import { ask, askOf, conclusionOf, ports, textOf } from "./ask.ts";
import { COMPANIES, madeMarket, MARKET_DAYS, tradedBy } from "./made_market.ts";
import { MET_QUESTIONS, type MetQuestion } from "./met_questions.ts";

/** Least share of the answerable questions that are met; a refusal does not meet one. */
const LEAST_SHARE = 0.95;

/** Those that are not met: of a part of the table, a share says little. */
const UNMET: readonly string[] = ["What is the volatility and the P/E of Apple?", "Should I sell BAC before earnings?"];

/** Named beside a company, it is what that is measured against. */
const BENCHMARK = "S&P 500";

const market = madeMarket();
const read = createQuestionReader(COMPANIES);

/** How an answer differs from what the table says beforehand. */
interface Outcome {
  readonly ask: string;
  /** Fields that differ, with both values. */
  readonly wrong: readonly string[];
  /** It answers about another subject or day, and does not say so. */
  readonly isElsewhere: boolean;
}

/** What a question is read to, in the form of the table. */
function readingOf({ times, kind, measures, facts, unmet, weights, mentions }: Asked) {
  const signs = { highest: ">", lowest: "<" };
  return {
    when: times.map(({ from, to }) => from === to ? to : `${from}..${to}`).join(" "),
    kind,
    by: measures.map(({ metric, end }) => `${end ? signs[end] : ""}${metric}`).join(" "),
    facts: facts.map(({ item }) => item).join(" "),
    unmet: [...unmet, ...mentions.instruments].map(({ text }) => text).filter((text) => text !== BENCHMARK).join("; "),
    weights: weights.map(({ ticker, weight }) => `${ticker}=${Number(weight.toFixed(4))}`).join(" "),
  };
}

/** The day of an answer: that of the last bar by the last day of the question. */
function dayOf(when: string): string {
  const ends = when.split(/\.\.| /).filter((day) => day !== "");
  return tradedBy(ends.toSorted().at(-1) ?? MARKET_DAYS.today);
}

function expectedOf(
  { about = "", when = "", kind = "view", by = "", facts = "", unmet = [], weights = "" }: MetQuestion,
) {
  const subject = about.replaceAll(",", "").split(" ").join(", ");
  return { subject, asOf: dayOf(when), when, kind, by, facts, unmet: unmet.join("; "), weights };
}

async function outcomeOf(question: MetQuestion): Promise<Outcome> {
  const { ask: input } = question;
  const asked = read(input, readTimes(input, MARKET_DAYS));
  const steps = await askOf(market, input);
  const conclusion = conclusionOf(steps);
  const answered = conclusion.kind === "thesis" ? conclusion.result.metadata : undefined;
  const expected = expectedOf(question);
  const got = { subject: answered?.subject ?? conclusion.kind, asOf: answered?.as_of ?? "", ...readingOf(asked) };
  const wrong = Object.entries(expected)
    .filter(([field, value]) => value !== Reflect.get(got, field))
    .map(([field, value]) =>
      `${field}: ${JSON.stringify(Reflect.get(got, field))} instead of ${JSON.stringify(value)}`
    );
  const isTold = / left out/.test(textOf(steps));
  const isOther = got.subject !== expected.subject || got.asOf !== expected.asOf;
  equal(answered?.verification?.claims_removed ?? 0, 0, input);
  return { ask: input, wrong, isElsewhere: answered !== undefined && isOther && !isTold };
}

const answerable = MET_QUESTIONS.filter(({ names }) => names === undefined);
const unanswerable = MET_QUESTIONS.filter(({ names }) => names !== undefined);

Deno.test("the table has at least 150 questions, each once", () => {
  const asked = MET_QUESTIONS.map(({ ask }) => ask);
  ok(asked.length >= 150, `${asked.length} questions`);
  deepEqual([...new Set(asked)], asked);
});

Deno.test("at least 95% of the questions that the data can answer are met, and none by an answer about something else", async () => {
  const outcomes = await Promise.all(sweep("agent/met_questions", answerable).map(outcomeOf));
  const unmet = outcomes.filter(({ wrong }) => wrong.length > 0);
  const met = outcomes.length - unmet.length;
  const share = met / outcomes.length;
  const lines = unmet.map(({ ask, wrong, isElsewhere }) =>
    `- ${ask}${isElsewhere ? " [about something else]" : ""}\n    ${wrong.join("\n    ")}`
  );
  // deno-lint-ignore no-console -- the share that the table is there for
  console.log(
    `${met} of ${outcomes.length} answerable questions are met: ${(100 * share).toFixed(1)}%\n${lines.join("\n")}`,
  );
  deepEqual(outcomes.filter(({ isElsewhere }) => isElsewhere).map(({ ask }) => ask), []);
  deepEqual(unmet.map(({ ask }) => ask).filter((ask) => !UNMET.includes(ask)), []);
  if (IS_WHOLE) ok(share >= LEAST_SHARE, `${met} of ${outcomes.length}`);
});

for (const { ask: input, names = "" } of unanswerable) {
  Deno.test(`"${input}" is refused, and the first sentence names ${names}`, async () => {
    const text = textOf(await askOf(market, input));
    const [first = ""] = text.split(/\.(?=\s|$)/);
    ok(first.toLowerCase().includes(names.toLowerCase()), text);
    const conclusion = conclusionOf(await askOf(market, input));
    ok(conclusion.kind !== "thesis", text);
    if (conclusion.kind === "not_answered") match(text, / (?:You can ask about|Ask ".+" instead\. The answer: )/);
  });
}

Deno.test("a day in a question that is not that of the request is told, and the answer is of the request's", async () => {
  const steps = await ask({ input: "Analyse AAPL as of 2016-06-30", asOf: "2017-06-30" }, ports({ dataset: market }));
  const conclusion = conclusionOf(steps);
  equal(conclusion.kind === "thesis" && conclusion.result.metadata?.as_of, "2017-06-30");
  match(textOf(steps), /^"As of 2016-06-30" cannot be answered: the request itself sets another day, 30 Jun 2017\./);
});

Deno.test("a span within the day of the request stays a span, and the answer is of the request's day", async () => {
  const asked = read("AAPL in 2015", readTimes("AAPL in 2015", { ...MARKET_DAYS, today: "2017-06-30", isSet: true }));
  deepEqual(asked.times, [{ from: "2015-01-01", to: "2015-12-31", text: "2015" }]);
  const steps = await ask({ input: "AAPL in 2015", asOf: "2017-06-30" }, ports({ dataset: market }));
  const conclusion = conclusionOf(steps);
  equal(conclusion.kind === "thesis" && conclusion.result.metadata?.as_of, "2017-06-30");
  match(textOf(steps), /"2015" is taken as 1 Jan to 31 Dec 2015\. /);
});

Deno.test("the same day in the request and in the question agree", async () => {
  const steps = await ask({ input: "AAPL as of 2016-06-30", asOf: "2016-06-30" }, ports({ dataset: market }));
  match(textOf(steps), /This answer is as of 30 Jun 2016, as the question asks\./);
  ok(!textOf(steps).includes("left out"), textOf(steps));
});

Deno.test("a move on one day is that of the day, from the close before it", async () => {
  const text = textOf(await askOf(market, "Why did AAPL fall on 2016-06-24?"));
  match(text, /^Apple fell \d\.\d% between the closes of 23 Jun and 24 Jun 2016, /);
});

Deno.test("weights that do not add up to 100% are kept as they are", () => {
  const asked = read("AAPL: 40%, MSFT: -20%", readTimes("AAPL: 40%, MSFT: -20%", MARKET_DAYS));
  deepEqual(asked.weights, [{ ticker: "AAPL", weight: 0.4 }, { ticker: "MSFT", weight: -0.2 }]);
});

Deno.test("a list of every company with a weight on its line is read whole, tickers that are words too", () => {
  const list = COMPANIES.map(({ ticker }, at) => `${ticker},${(at % 2 ? -1 : 1) * 0.01 * (at + 1)}`);
  const text = `What is the risk of this portfolio?\nticker,weight\n${list.join("\n")}\nQQQX,0.5\n`;
  const { weights, mentions } = read(text, readTimes(text, MARKET_DAYS));
  deepEqual(weights.map(({ ticker, weight }) => `${ticker},${weight}`), list);
  deepEqual(mentions.unknown.map((one) => one.text), ["QQQX"]);
});

const MTD = [
  { asked: "What is the outlook for MTD?", times: [] },
  { asked: "How is MTD doing?", times: [] },
  { asked: 'Analyse the company listed under ticker "MTD"', times: [] },
  { asked: "What does $MTD trade at?", times: [] },
  { asked: "How did AAPL do MTD?", times: ["MTD"] },
  { asked: "What is the MTD return of AAPL?", times: ["MTD"] },
] as const;
for (const { asked, times } of MTD) {
  Deno.test(`"${asked}" names ${times.length === 0 ? "a company" : "the month to date"} by MTD`, () => {
    const read = readTimes(asked, { today: "2018-02-07", first: "2013-02-08" });
    deepEqual(read.times.map(({ text }) => text), times);
  });
}
