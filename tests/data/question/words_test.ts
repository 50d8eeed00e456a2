/** No word of a question is dropped: each is taken by a part of it, asks nothing by itself, or is named. */
import type { Asked } from "../../../src/data/question/asked.ts";
import { createQuestionReader } from "../../../src/data/question/read_question.ts";
import { readTimes } from "../../../src/data/question/read_times.ts";
import { FACT_QUESTIONS } from "../../agent/fact_questions.ts";
import { COMPANIES, MARKET_DAYS } from "../../agent/made_market.ts";
import { MET_QUESTIONS } from "../../agent/met_questions.ts";
import { deepEqual } from "../../assert.ts";
import { sweep } from "../../sweeps.ts";

const reader = createQuestionReader(COMPANIES);
const read = (question: string) => reader(question, readTimes(question, MARKET_DAYS));

const OF_PRICES = MET_QUESTIONS.filter(({ about, by, unmet }) => about && by && !unmet).map(({ ask }) => ask);
const OF_REPORTS = FACT_QUESTIONS.map(({ ask }) => ask);

/** Words that change a measure where they stand before it: at its window it is another one, the rest is not computed. */
const QUALIFIERS = {
  prices:
    "30-day 5-year implied idiosyncratic downside intraday-hourly rolling EWMA forward-looking sector-neutral hedged currency-adjusted dividend-adjusted log stressed unlevered tail-weighted weekday overnight seasonal",
  reports:
    "adjusted organic segment deferred recurring services automotive pro-forma underlying foreign wholesale subscription unearned like-for-like constant-currency restated-by-peers cloud advertising unaudited attributable",
};
/** What asks nothing, before a question and behind it. */
const FILLERS = [
  "please",
  "actually",
  "honestly",
  "maybe you know",
  "in your opinion",
  "for my report",
  "if possible",
  "as a beginner I ask",
  "quickly",
  "in one sentence",
  "exactly",
  "thank you",
  "I was wondering",
  "my boss asks",
  "be brief",
  "just curious",
  "out of interest",
  "asap",
  "for a friend",
  "with sources",
];
/** Those that are dropped: the limit, which may only get shorter. */
const DROPPED = ["Which downside risks does Amazon run?", "Microsoft: downside risk, momentum and beta please"];

const told = ({ unmet, mentions: { unknown } }: Asked) => unmet.length + unknown.length;

function inserted(questions: readonly string[], words: string): readonly (readonly [plain: string, changed: string])[] {
  return questions.flatMap((plain) => {
    const { measures, facts } = read(plain);
    const at = plain.indexOf(measures[0]?.text ?? facts[0]?.text ?? "\0");
    if (at < 0) return [];
    return words.split(" ").map((word) => [plain, `${plain.slice(0, at)}${word} ${plain.slice(at)}`] as const);
  });
}

const INSERTED = [...inserted(OF_PRICES, QUALIFIERS.prices), ...inserted(OF_REPORTS, QUALIFIERS.reports)];

const metricsOf = ({ measures }: Asked) => measures.map(({ metric }) => metric).join();

Deno.test("a word that changes a measure, put before it, asks for another one or is named", () => {
  const dropped = sweep("data/question/inserted", INSERTED).filter(([plain, changed]) =>
    told(read(changed)) <= told(read(plain)) && metricsOf(read(changed)) === metricsOf(read(plain))
  )
    .map(([, changed]) => changed);
  deepEqual(dropped.filter((one) => !DROPPED.includes(one)), []);
});

Deno.test("words that ask nothing refuse nothing, and are not told", () => {
  const plain = [...OF_PRICES, ...OF_REPORTS].filter((question) => told(read(question)) === 0);
  const filled = plain.flatMap((question) =>
    FILLERS.flatMap((filler) => [`${filler}: ${question}`, `${question.replace(/\?$/, "")}, ${filler}?`])
  );
  deepEqual(sweep("data/question/filled", filled).filter((question) => told(read(question)) > 0), []);
});

/** All that is read of a question, as it words it. */
function partsOf(question: string): string {
  const { measures, facts, times, weights, kind, unmet, mentions, uses } = read(question);
  const { companies, groups, excluded, spans, instruments, unknown } = mentions;
  return JSON.stringify([
    measures,
    facts,
    times,
    weights,
    kind,
    unmet,
    companies.map(({ ticker }) => ticker),
    groups.map(({ name }) => name),
    excluded.length,
    spans.map(({ start, end }) => question.slice(start, end)),
    instruments,
    unknown.map(({ text }) => text),
    // settings, periods and styles are parts by their words
    uses.filter(({ use }) => ["number", "measure", "other"].includes(use)).map(({ word }) => word),
  ]);
}

/** Words of the lexicon that ask nothing by themselves. */
const SILENT: readonly string[] = ["function", "asking", "style", "verb", "view"];

/** Growth of no item is that of revenue. */
const SAME = ["How fast did Google's  grow in 2016?"];

Deno.test("a question without one of its words is another, unless the word asks nothing", () => {
  const cases = [...MET_QUESTIONS.map(({ ask }) => ask), ...OF_REPORTS].flatMap((question) =>
    read(question).uses.filter(({ use }) => !SILENT.includes(use))
      .map(({ start, end }) => [question, `${question.slice(0, start)}${question.slice(end)}`] as const)
  );
  const same = sweep("data/question/without", cases).filter(([whole, part]) => partsOf(whole) === partsOf(part));
  deepEqual(same.filter(([, part]) => !SAME.includes(part)), []);
});

Deno.test("no number and no negation passes as a word that asks nothing", () => {
  const uses = [...MET_QUESTIONS.map(({ ask }) => ask), ...OF_REPORTS].flatMap((question) =>
    read(question).uses.filter(({ use }) => SILENT.includes(use)).map(({ word }) => word)
  );
  deepEqual(uses.filter((word) => /^\d|^(?:not|never|neither|without|nicht|kein|pas|nunca|n't)$/.test(word)), []);
});
