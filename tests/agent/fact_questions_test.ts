/** Questions about figures of reports, in a table that says beforehand what their answers hold. */
import { readTimes } from "../../src/data/question/read_times.ts";
import { deepEqual, equal, ok } from "../assert.ts";
import { sweep } from "../sweeps.ts";
import { ask, conclusionOf, markdownOf, textOf, thesisOf } from "./ask.ts";
import { FACT_QUESTIONS, type FactQuestion } from "./fact_questions.ts";

/** Where the first sentence ends: before a word that begins another; figures and days have their points inside. */
const SENTENCE_END = /\.\s+(?=[A-Z])/;

/** What an answer lacks of what the table says of it. */
async function lacksOf({ ask: input, day, first, holds = [], isRefused }: FactQuestion): Promise<readonly string[]> {
  const steps = await ask({ input, ...(day !== undefined && { asOf: day }) });
  const text = textOf(steps);
  if (isRefused) equal(conclusionOf(steps).kind, "not_answered", text);
  else equal(thesisOf(steps).metadata?.verification?.claims_removed, 0, `${input}: ${text}`);
  const [sentence = ""] = text.split(SENTENCE_END);
  let at = 0;
  const missing = first.filter((piece) => {
    const found = sentence.indexOf(piece, at);
    at = found === -1 ? at : found + piece.length;
    return found === -1;
  });
  return [
    ...missing.map((piece) => `${input}: the first sentence has no ${JSON.stringify(piece)}: ${sentence}`),
    ...holds.filter((piece) => !text.includes(piece) && !markdownOf(steps).includes(piece)).map((piece) =>
      `${input}: no ${JSON.stringify(piece)}: ${text}`
    ),
  ];
}

Deno.test("the table has at least 80 questions about figures of reports, each once on a day", () => {
  const asked = FACT_QUESTIONS.map(({ ask, day }) => `${ask} ${day}`);
  ok(asked.length >= 80, `${asked.length} questions`);
  deepEqual([...new Set(asked)], asked);
});

Deno.test("every question about figures of reports is answered in the first sentence, and nothing of it is removed", async () => {
  const lacks: string[] = [];
  for (const question of sweep("agent/fact_questions", FACT_QUESTIONS)) lacks.push(...await lacksOf(question));
  deepEqual(lacks, []);
});

Deno.test("names of companies that hold a word for an item ask for none", () => {
  const names = ["Ventas Inc", "American Assets Trust, Inc.", "Gabelli Dividend & Income Trust", "CASH", "EARN"];
  const read = names.map((name) =>
    readTimes(`Analyse ${name}`, { today: "2017-12-29", first: "2000-01-03" }).facts.length
  );
  deepEqual(read, names.map(() => 0));
});
