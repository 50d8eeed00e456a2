import { longDay } from "../../src/calendar/day.ts";
/** Questions about columns of a caller's own tables, which the data holds or which come with the question. */
import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { createAnalyst } from "../../src/agent/analyst.ts";
import type { Question } from "../../src/agent/ports.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import type { OwnColumn } from "../../src/data/own_column.ts";
import { LAST_OWN_DAY, MORE, ownColumn, OWNED, ownWorld, SCORED } from "./own_world.ts";
import { ask, askOf, ports, textOf, thesisOf } from "./ask.ts";

const world = ownWorld(SCORED.slice(0, 10));

async function answer(dataset: Dataset, question: string | (Partial<Question> & { readonly input: string })) {
  const steps = await ask(question, ports({ dataset }));
  const { verification } = thesisOf(steps).metadata ?? {};
  equal(verification?.claims_removed, 0, JSON.stringify(verification?.checks));
  return { text: textOf(steps), verification };
}

const ASKS: readonly (readonly [question: string, text: RegExp])[] = [
  [
    "What is scores.my_factor of Apple?",
    /^Apple's scores\.my_factor was -3 on 1 Jun 2017 \(available since 2 Jun 2017\), higher than 0\.0% of 9 other companies that have it; it was 0 on 1 Mar 2017, a change of -3\./,
  ],
  [
    "my_factor of PEP",
    /^PEP's scores\.my_factor was 3 on 1 Jun 2017 .* higher than 44\.4% of 9 .* it was 4 on 1 Mar 2017, a change of -1\./,
  ],
  ["my factor of PEP", /^PEP's scores\.my_factor was 3 on 1 Jun 2017/],
  ["What was my_factor of MSFT on 2017-04-03?", /^MSFT's scores\.my_factor was 1 on 1 Mar 2017/],
  [
    "my_factor of MSFT over 2017",
    /^MSFT's scores\.my_factor went from 1 \(1 Mar 2017\) to -1\.5 \(1 Jun 2017\), a change of -2\.5; over 2 rows it ranged from -1\.5 to 1\. Here "2017" is taken as/,
  ],
  [
    "Rank AAPL, MSFT and KO by my_factor",
    /^KO, MSFT and Apple by scores\.my_factor, highest first: KO 1\.5 \(1 Jun 2017\); MSFT -1\.5 \(1 Jun 2017\); Apple -3 \(1 Jun 2017\)\./,
  ],
  ["Which of KO and MSFT has the lowest my_factor?", /^MSFT and KO by scores\.my_factor, lowest first: MSFT -1\.5/],
  ["What is my_factor of BA?", new RegExp(`^No scores\\.my_factor for BA was known by ${longDay(LAST_OWN_DAY)}\\.`)],
];

Deno.test("a column that no own table has is told, and not passed over", async () => {
  const why = /no table of yours has such a column/;
  for (const asked of ["What is my_facto of IBM?", "What is scores.other_factor of IBM?"]) {
    const text = textOf(await askOf(world, asked));
    match(text, why);
    match(text, /my_facto|other_factor/);
  }
  for (const known of ["my_factor", "trend_200d", "operating_cash_flow"]) {
    ok(!why.test((await answer(world, `What is ${known} of IBM?`)).text), known);
  }
});

for (const [question, text] of ASKS) {
  Deno.test(`own columns answer: ${question}`, async () => match((await answer(world, question)).text, text));
}

Deno.test("what is not known yet is not there, and what is available since is", async () => {
  const at = async (asOf: string) => (await answer(world, { input: "my_factor of IBM", asOf })).text;
  match(await at("2017-06-01"), /^IBM's scores\.my_factor was 2 on 1 Mar 2017/);
  match(await at("2017-06-02"), /^IBM's scores\.my_factor was 0 on 1 Jun 2017/);
});

Deno.test("a thesis tells of three own columns, and how many further ones there are", async () => {
  const { text } = await answer(ownWorld(MORE), "Analyse AAPL");
  for (const at of ["a_1 was 0", "b_2 was 1", "c_3 was 2"]) ok(text.includes(`Its s.${at} on 3 Jan 2017`), text);
  ok(!text.includes("d_4"), text);
  ok(text.includes("Your tables also have 2 further columns for Apple."), text);
});

Deno.test("an own column without a sign changes neither signal nor score", async () => {
  const thesis = async (own: readonly OwnColumn[]) => {
    const { agent_thesis, metadata } = thesisOf(await ask("Analyse AAPL", ports({ dataset: ownWorld(own) })));
    return [agent_thesis.signal, metadata?.score, metadata?.evidence, agent_thesis.confidence];
  };
  deepEqual(await thesis(SCORED), await thesis([]));
});

Deno.test("columns with a sign are one family of the score, which a sign turned round turns round", async () => {
  const signed = (sign: 1 | -1) =>
    ownWorld([
      ...SCORED.map((one) => ({ ...one, sign })),
      ...SCORED.map((one) => ({ ...one, name: "scores.plain_1" })),
    ]);
  const score = async (dataset: Dataset) => {
    const { metadata } = thesisOf(await ask("Analyse BA", ports({ dataset })));
    equal(metadata?.verification?.claims_removed, 0);
    return metadata;
  };
  const [none, plus, minus] = [await score(ownWorld([])), await score(signed(1)), await score(signed(-1))];
  // two families without it, three with it: BA has the highest value of eleven, so that it is 10 / 11 of 1
  ok(Math.abs(3 * (plus?.score ?? NaN) - 2 * (none?.score ?? NaN) - 10 / 11) < 2e-3, JSON.stringify([none, plus]));
  ok(Math.abs(3 * (minus?.score ?? NaN) - 2 * (none?.score ?? NaN) + 10 / 11) < 2e-3, JSON.stringify([none, minus]));
  const { text } = await answer(signed(1), "Analyse BA");
  match(text, /your own data \+0\.91/);
  match(text, /Your own data on BA are among the highest 10% at 0\.91 \(1st of 11\)/);
});

Deno.test("no sign that comes with a question, and no value, moves the score of anybody", async () => {
  const signed = ownWorld(SCORED.map((one) => ({ ...one, sign: 1 as const })));
  const given = [{ name: "scores.csv", text: "ticker,date,my_factor\nBA,2017-05-02,-1000\n" }];
  const scoreOf = async (own: Question["own"]) =>
    thesisOf(await ask({ input: "Analyse BA", own }, ports({ dataset: signed }))).metadata?.score;
  equal(await scoreOf(given), await scoreOf(undefined));
});

const WORDS: readonly (readonly [name: string, question: string, isTaken: boolean])[] = [
  ["scores.momentum", "What is the momentum of AAPL?", false],
  ["scores.momentum", "What is my momentum of AAPL?", true],
  ["scores.momentum", "What is scores.momentum of AAPL?", true],
  ["scores.revenue", "What is the revenue of AAPL?", false],
  ["scores.conviction", "What is the conviction of AAPL?", true],
  ["scores.of", "What is the volatility of AAPL?", false],
];

for (const [name, question, isTaken] of WORDS) {
  Deno.test(`with a column ${name}, "${question}" asks for ${isTaken ? "it" : "what it asks for without it"}`, async () => {
    const { text } = await answer(ownWorld([ownColumn("AAPL", name, [["2017-01-03", 7]])]), question);
    equal(text.startsWith(`Apple's ${name} was 7`), isTaken, text);
  });
}

const CSV = `ticker,date,mine_1\n${OWNED.map((ticker, at) => `${ticker},2017-05-02,${at}`).join("\n")}\n`;
const own = [{ name: "list.csv", text: CSV }];

Deno.test("a table that comes with a question is known on its day, and hides a column of its name", async () => {
  const { text, verification } = await answer(world, { input: "What is mine_1 of IBM?", own });
  match(
    text,
    /^IBM's list\.mine_1 was 2 on 2 May 2017 \(available since 2 May 2017\), higher than 20\.0% of 10 /,
  );
  ok(verification?.sources?.some(({ id }) => id === "list.csv"));
  const other = [{ name: "scores.csv", text: "ticker,date,my_factor\nIBM,2017-05-02,99\n" }];
  match((await answer(world, { input: "my_factor of IBM", own: other })).text, /^IBM's scores\.my_factor was 99 on/);
  match(
    (await answer(world, { input: "my_factor of AAPL", own: other })).text,
    /^No scores\.my_factor for Apple was known/,
  );
});

Deno.test("one analyst answers each question with its own tables alone, however alike the questions are", async () => {
  const agent = createAnalyst(ports({ dataset: world }));
  const said = async (given: Question["own"]) => {
    const question = { input: "Analyse IBM", own: given, files: false, signal: new AbortController().signal };
    return textOf(await Array.fromAsync(agent(question)));
  };
  const [before, with1] = [await said(undefined), await said(own)];
  const with2 = await said([{ name: "list.csv", text: CSV.replace("IBM,2017-05-02,2", "IBM,2017-05-02,88") }]);
  ok(!before.includes("mine_1"), before);
  ok(with1.includes("IBM's list.mine_1 was 2 on"), with1);
  ok(with2.includes("IBM's list.mine_1 was 88 on"), with2);
  equal(await said(undefined), before);
});

Deno.test("a table without dates is of the day that the question is asked about", async () => {
  const given = [{ name: "list.csv", text: "ticker,mine_1\nIBM,3\n" }];
  match((await answer(world, { input: "mine_1 of IBM", own: given, asOf: "2017-05-04" })).text, /was 3 on 4 May 2017 /);
  match(
    (await answer(world, { input: "mine_1 of IBM", own: given })).text,
    new RegExp(`was 3 on ${longDay(LAST_OWN_DAY)} `),
  );
});

Deno.test("what of a caller's table is not read is said in the answer, with its place", async () => {
  const text = `${CSV}AAPL,2017-05-02,5\nKO,2030-01-01,5\n`;
  const said = (await answer(world, { input: "mine_1 of IBM", own: [{ name: "list.csv", text }] })).text;
  ok(said.includes("Of the table list.csv, line 13, column 1: A second row of AAPL on 2 May 2017"), said);
  ok(said.includes(`Left out as they are dated after ${longDay(LAST_OWN_DAY)}: 1 value of the caller's tables.`), said);
});

Deno.test("a table without numbers by ticker and date is refused before anything is answered", async () => {
  const given = [{ name: "list.csv", text: "a,b\n1,2\n" }];
  await rejects(ask({ input: "Analyse IBM", own: given }, ports({ dataset: world })), {
    name: "QuestionError",
    code: "unreadable_table",
    message:
      "Cannot read the table list.csv: line 1, column 1: Not an own table: it has no column of tickers; expected a header " +
      "like ticker,date,my_factor",
  });
});
