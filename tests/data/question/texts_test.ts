import type { Company } from "../../../src/data/dataset.ts";
import type { Asked } from "../../../src/data/question/asked.ts";
import { readConversation } from "../../../src/data/question/read_conversation.ts";
import { createQuestionReader } from "../../../src/data/question/read_question.ts";
import { readTimes } from "../../../src/data/question/read_times.ts";
import { deepEqual, equal } from "../../assert.ts";

const COMPANIES: readonly Company[] = [
  { ticker: "AAPL", name: "Apple Inc.", sector: "Information Technology" },
  { ticker: "MSFT", name: "Microsoft Corporation", sector: "Information Technology" },
  { ticker: "TSLA", name: "Tesla, Inc.", sector: "Consumer Discretionary" },
  { ticker: "NWSA", name: "News Corp", sector: "Communication Services" },
];
const DAYS = { today: "2018-05-01", first: "2013-01-02" };
const reading = createQuestionReader(COMPANIES, { hasTexts: true });
const bare = createQuestionReader(COMPANIES);

const timesOf = (text: string) => readTimes(text, DAYS);
const read = (...texts: readonly string[]): Asked => readConversation(texts, { read: reading, timesOf });

/** What is read from a question, on one line: whom it is about, which texts, for what, in which days. */
function lineOf({ mentions: { companies, unknown }, texts, times, kind, facts, measures, unmet }: Asked): string {
  const whom = [...companies.map(({ ticker }) => ticker), ...unknown.map(({ text }) => `?${text}`)].join("+");
  const others = [...facts.map(({ item }) => item), ...measures.map(({ metric }) => metric)];
  return [
    ...[whom, kind === "quote" ? "" : kind],
    ...[texts?.kinds.join(",") ?? "no texts", texts?.section, texts?.isNewest && "newest"],
    texts && `[${texts.terms.join(";")}]`,
    ...times.map(({ from, to }) => from === to ? to : `${from}..${to}`),
    ...others.map((one) => `+${one}`),
    ...unmet.map(({ text }) => `!${text}`),
  ].filter((one) => one !== undefined && one !== "").join(" ");
}

const OWN = "10-K,10-Q,8-K,call";

for (
  const [question, line] of [
    ["What did Apple say about supply?", `AAPL ${OWN} [#supply]`],
    ["what did AAPL say about suppliers and shortages?", `AAPL ${OWN} [#supply]`],
    ["What does the 10-K of Apple say about litigation?", "AAPL 10-K newest [#litigation]"],
    ["What does Apple's annual report say about lawsuits?", "AAPL 10-K newest [#litigation]"],
    ["anything on margins in Apple's last call?", "AAPL call newest [#margins]"],
    ["did Apple's management mention China in Q3 2017?", `AAPL ${OWN} [china] 2017-07-01..2017-09-30`],
    ["Quote Apple's risk factors on competition", "AAPL 10-K,10-Q Item 1A [#competition]"],
    ["quote the risk factors of Apple on competition", "AAPL 10-K,10-Q Item 1A [#competition]"],
    ["What are Apple's risk factors according to its 10-K?", "AAPL 10-K Item 1A newest []"],
    ["Do any annual reports of Apple mention tariffs?", "AAPL 10-K [tariffs]"],
    ["What did Apple say about cloud growth and China?", `AAPL ${OWN} [cloud+#growth;china]`],
    ["What is the news about Tesla?", "TSLA news []"],
    ["Is there any news on Tesla's demand?", "TSLA news [#demand]"],
    ["What did Apple say?", `AAPL ${OWN} []`],
    ["What did Apple say in 2016?", `AAPL ${OWN} [] 2016-01-01..2016-12-31`],
    ["What did Apple say about Microsoft?", `AAPL ${OWN} [microsoft]`],
    ["What did Apple say about margins?", `AAPL ${OWN} [#margins]`],
    ["What did Apple say about liquidity and cash flow in 2016?", `AAPL ${OWN} [#liquidity] 2016-01-01..2016-12-31`],
    ["what did management say about Apple's guidance?", `AAPL ${OWN} [#guidance]`],
    ["What did Apple and Microsoft say about artificial intelligence?", `AAPL+MSFT ${OWN} [artificial intelligence]`],
    ["What does Apple say about tariffs in its latest 10-Q?", "AAPL 10-Q newest [tariffs]"],
    ["Is litigation mentioned in Apple's 10-K?", "AAPL 10-K newest [#litigation]"],
    ["What was Apple's revenue in 2016 and what did they say about supply?", `AAPL figure ${OWN} [#supply] +revenue`],
    ["Analyse Apple and its latest news", "AAPL view news []"],
    ["What did Apple say about supply in section Q3?", `AAPL ${OWN} Q3 [#supply]`],
    ["What did Apple say about supply in section Q3 in 2017?", `AAPL ${OWN} Q3 [#supply] 2017-01-01..2017-12-31`],
    ["What did Apple say about supply in Q3 2017?", `AAPL ${OWN} [#supply] 2017-07-01..2017-09-30`],
    ["What does Apple say about supply under Item 1A?", `AAPL ${OWN} Item 1A [#supply]`],
    ["Under item 7, what does Apple say about margins?", `AAPL ${OWN} Item 7 [#margins]`],
    [
      "What does Apple's 10-K of 2016 say about lawsuits in Item 3?",
      "AAPL 10-K Item 3 newest [#litigation] 2016-01-01..2016-12-31",
    ],
    ["What does section 1a of Apple's 10-K say about supply?", "AAPL 10-K Item 1A newest [#supply]"],
    ["What does Apple say on demand in the section “Outlook 2018”?", `AAPL ${OWN} Outlook 2018 [#demand]`],
    ["What stands in Apple's Item 1A on competition?", `AAPL ${OWN} Item 1A [#competition]`],
    ["What is in Item 7A of Apple's annual report?", "AAPL 10-K Item 7A newest []"],
    ["Apple 10-K 2016", "AAPL 10-K newest [] 2016-01-01..2016-12-31"],
  ] as const
) {
  Deno.test(`"${question}" is read as ${line}`, () => equal(lineOf(read(question)), line));
}

for (
  const question of [
    "What did Apple say revenue was?",
    "What was Apple's revenue in 2016?",
    "Analyse Apple",
    "Analyse News Corp",
    "What do you say about Apple?",
    "What does the data say about Apple's risk?",
    "What do the charts say about Apple?",
    "Tell me about Apple",
    "Say something about Apple's risk",
    "Discuss Apple's trend",
    "Compare Apple and Microsoft and comment on risk",
    "Write a report on Apple",
    "Give me a report on Apple's liquidity",
    "Is Apple a call or a put?",
    "What would change your call on Apple?",
    "What is the quote for Apple?",
    "Stock quote of AAPL",
    "How risky is Apple?",
    "item 2: Analyse Apple",
    "Analyse Apple in the section on tech",
    "Which has the better margins, Apple or Microsoft?",
  ]
) {
  Deno.test(`"${question}" asks nothing of texts and is read as where there are none`, () => {
    deepEqual(read(question), readConversation([question], { read: bare, timesOf }));
    equal(read(question).texts, undefined);
  });
}

for (
  const [questions, line] of [
    [["What did Apple say about supply?", "And Microsoft?"], `MSFT ${OWN} [#supply]`],
    [["What did Apple say about supply?", "and in 2016?"], `AAPL ${OWN} [#supply] 2016-01-01..2016-12-31`],
    [["What did Apple say about supply?", "and about margins?"], `AAPL ${OWN} [#margins]`],
    [["What did Apple say about supply?", "and about Microsoft?"], `MSFT ${OWN} [#supply]`],
    [["What did Apple say about supply?", "and in the last call?"], "AAPL call newest [#supply]"],
    [["Analyse Apple", "what did they say about supply?"], `AAPL ${OWN} [#supply]`],
    [
      ["What was Apple's revenue in 2016?", "what did they say about it then?"],
      `AAPL ${OWN} [#revenue] 2016-01-01..2016-12-31`,
    ],
    [["Analyse Apple", "any news?"], "AAPL news []"],
  ] as const
) {
  Deno.test(`after ${questions.map((one) => `"${one}"`).join(", ")} comes ${line}`, () => {
    equal(lineOf(read(...questions)), line);
  });
}
