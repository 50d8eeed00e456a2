import { deepEqual, equal, match, ok } from "../assert.ts";
import { askOf, conclusionOf, textOf } from "../agent/ask.ts";
import { testMachine } from "../batch/test_machine.ts";
import { capturedOutputs, testHost } from "../commands/captured.ts";
import { dataCommand } from "../../src/commands/data_command.ts";
import type { Dataset, DatasetView } from "../../src/data/dataset.ts";
import { dayText } from "../../src/calendar/day.ts";
import { verifyText } from "../../src/verify/text/verify_text.ts";
import { inFolder } from "./in_folder.ts";
import { openEveryWay } from "./open_every_way.ts";
import { ELSEWHERE, FOLDERS, LEFT_OUT, PRICE_CASES, type PriceCase } from "./silent_prices.ts";

const YEAR = /12-month return is -?[\d,.]+%|median traded value a day is [\d,.]+/g;

async function answerOf(data: Dataset, question: string): Promise<string> {
  const steps = await askOf(data, question);
  const conclusion = conclusionOf(steps);
  return conclusion.kind === "thesis" ? textOf(steps) : conclusion.message;
}

const answerAbout = (data: Dataset, ticker: string) =>
  answerOf(data, `How has ${ticker} performed over the last year, how risky and how liquid is it?`);
const yearOf = (answer: string) => [...answer.matchAll(YEAR)].map(([words]) => words);

function readsOf(view: DatasetView): PriceCase["reads"] {
  const found = view.companies.flatMap(({ ticker }) =>
    view.prices(ticker).filter(({ basis }) => basis === "price").map(({ days, close, currency }) => {
      const [first = NaN, last = NaN] = [days[0], days.at(-1)];
      const span = [close.length, dayText(first), dayText(last), close.at(-1) ?? NaN] as const;
      return [ticker, currency === "" ? span : [...span, currency] as const] as const;
    })
  );
  return Object.fromEntries(found);
}

for (const { name, files, reads, says = [], asks = [], year, like } of PRICE_CASES) {
  Deno.test(`${name}: what is read, and what data check and answers say`, async () => {
    await inFolder(files, async (folder) => {
      const data = await openEveryWay(folder);
      const view = data.at("2025-06-30");
      if (reads !== undefined) deepEqual(readsOf(view), { ...reads });
      const { clock } = testMachine({ folder, day: "2025-07-01" });
      const host = testHost({ folder, clock, ...capturedOutputs() });
      await dataCommand(["check", "."], host);
      const answer = year === undefined ? "" : await answerAbout(data, year);
      const all = [host.out.text, ...data.problems.map(({ message }) => message), answer].join("\n");
      for (const words of says) match(all.replace(/\s+/g, " "), words);
      for (const [question, words] of asks) match(await answerOf(data, question), words);
      if (year === undefined) return;
      if (like === undefined) return equal(yearOf(answer).filter((one) => one.startsWith("12")).join(), "", answer);
      const clean = yearOf(await inFolder(like, async (other) => answerAbout(await openEveryWay(other), year)));
      ok(clean.length > 0, "the prices without the fault have a figure");
      deepEqual(yearOf(answer).slice(0, clean.length), clean, answer);
    });
  });
}

for (const { name, files, year } of PRICE_CASES.filter(({ says = [] }) => says.includes(LEFT_OUT))) {
  Deno.test(`${name}: a text about a year across the move is neither proven nor false`, async () => {
    await inFolder(files, async (folder) => {
      const data = await openEveryWay(folder);
      const { sentences } = verifyText(`${year} fell 50% over the last twelve months.`, data.at(data.asOf));
      const found = sentences.flatMap(({ claims }) => claims.map(({ finding, why = "" }) => `${finding}: ${why}`));
      equal(found.length, 1);
      match(found.join(), /^unknown: its close of \d{4}-\d\d-\d\d moves as nothing in the data explains$/);
    });
  });
}

Deno.test("each of the 89 folders of cases has its outcome, here or where it is said", () => {
  const here = PRICE_CASES.flatMap(({ name }) => name.split(/[^\w]+/)).filter((word) => FOLDERS.includes(word));
  deepEqual([...new Set([...here, ...Object.values(ELSEWHERE).flatMap(Object.keys)])].sort(), FOLDERS.toSorted());
  equal(FOLDERS.length, 89);
  for (const [file, rows] of Object.entries(ELSEWHERE)) {
    const text = Deno.readTextFileSync(new URL(`../${file}`, import.meta.url));
    for (const [folder, words] of Object.entries(rows)) ok(text.includes(words), `${file} has no row of ${folder}`);
  }
});
