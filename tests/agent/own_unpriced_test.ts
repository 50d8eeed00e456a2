/** Questions about columns of a caller's own tables, of companies that have nothing else. */
import { deepEqual, equal, match, ok, throws } from "../assert.ts";
import type { Question } from "../../src/agent/ports.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { inFolder } from "../data/in_folder.ts";
import { sessionsFrom } from "../connect/made_market.ts";
import { ask, conclusionOf, ports, textOf, thesisOf } from "./ask.ts";
import { ownWorld, SCORED } from "./own_world.ts";

const NO_PRICES = /No view: the data hold no prices up to the date asked about\./;
const SCORES = "ticker,date,score\nXYZ,2024-01-02,1.5\nXYZ,2024-02-01,2.5\nABC,2024-02-01,-1\n";
const COMPANIES = "ticker,name,sector\nXYZ,Xyzzy Corp,Technology\n";
const PRICES = `date,close\n${sessionsFrom("2023-10-02", 120).map((day, at) => `${day},${10 + at % 2}\n`).join("")}`;
const VALUE =
  /(?:XYZ|Xyzzy)'s scores\.score was 2\.5 on 1 Feb 2024 \(available since 2 Feb 2024\); it was 1\.5 on 2 Jan 2024, a change of \+1\./;

async function answer(dataset: Dataset, question: string | (Partial<Question> & { readonly input: string })) {
  const steps = await ask(question, ports({ dataset }));
  const { agent_thesis, metadata } = thesisOf(steps);
  equal(metadata?.verification?.claims_removed, 0, JSON.stringify(metadata?.verification?.checks));
  return { text: textOf(steps), signal: agent_thesis.signal, subject: metadata?.subject };
}

const FOLDERS: readonly (readonly [holds: string, files: Readonly<Record<string, string>>])[] = [
  ["own tables alone", {}],
  ["a list of companies beside them", { "companies.csv": COMPANIES }],
  ["prices of another company", { "AAPL.csv": PRICES }],
];

for (const [holds, files] of FOLDERS) {
  Deno.test(`a folder with ${holds} answers what an own column holds, and a view or a score says that there are no prices`, async () => {
    await inFolder({ "own/scores.csv": SCORES, ...files }, async (folder) => {
      const dataset = await openFolder(folder);
      for (const input of ["What is the score of XYZ?", "What is scores.score of XYZ?", "Analyse XYZ"]) {
        const { text, signal, subject } = await answer(dataset, input);
        match(text, VALUE);
        const isOfColumn = input.includes("scores.score");
        equal(NO_PRICES.test(text), !isOfColumn, text);
        equal(text.split("no prices").length, isOfColumn ? 1 : 2, text);
        deepEqual([signal, subject], ["no_view", "XYZ"]);
      }
      const { text } = await answer(dataset, "Rank ABC and XYZ by scores.score");
      match(
        text,
        /^(?:Xyzzy|XYZ) and ABC by scores\.score, highest first: (?:Xyzzy|XYZ) 2\.5 \(1 Feb 2024\); ABC -1 \(1 Feb 2024\)\./,
      );
      match(textOf(await ask("Analyse QQQQX", ports({ dataset }))), /The data does not know "QQQQX"/);
    });
  });
}

Deno.test("a folder of own tables alone is as of the day on which the last of their values is known", async () => {
  await inFolder({ "own/scores.csv": SCORES }, async (folder) => {
    const dataset = await openFolder(folder);
    deepEqual([dataset.asOf, dataset.span], ["2024-02-02", { first: "2024-01-03", last: "2024-02-02" }]);
    deepEqual(dataset.at("2024-02-01").companies.map(({ ticker }) => ticker), ["XYZ"]);
    deepEqual(dataset.at("2024-02-02").companies.map(({ ticker }) => ticker), ["ABC", "XYZ"]);
    match((await answer(dataset, { input: "Analyse XYZ", asOf: "2024-02-01" })).text, /was 1\.5 on 2 Jan 2024/);
  });
});

Deno.test("a ticker of an own table that no ticker looks like is no company", async () => {
  await inFolder({ "own/scores.csv": `${SCORES}[x](y),2024-02-01,3\n` }, async (folder) => {
    const { problems, at } = await openFolder(folder).then((one) => ({
      ...one,
      problems: one.problems,
      at: one.at(one.asOf),
    }));
    deepEqual(at.companies.map(({ ticker }) => ticker), ["ABC", "XYZ"]);
    ok(problems.some(({ message }) => message === "No tickers, never asked about: [X](Y)"), JSON.stringify(problems));
  });
});

Deno.test("a company whose file of prices cannot be read is still told by its own column where that is asked for", async () => {
  await inFolder({ "own/scores.csv": SCORES, "AAPL.csv": PRICES, "XYZ.csv": "date,clo\n1,2\n" }, async (folder) => {
    const dataset = await openFolder(folder);
    const { text } = await answer(dataset, "What is scores.score of XYZ?");
    match(text, VALUE);
    match(text, /XYZ\.csv is there but was not read: line 1: /);
    equal(conclusionOf(await ask("Analyse XYZ", ports({ dataset }))).kind, "prices_not_read");
  });
});

const world = ownWorld(SCORED);
const given = [{ name: "mine.csv", text: "ticker,date,my_factor\nXYZ,2017-05-02,1.25\nIBM,2017-05-02,7\n" }];
/** As `screen --own` sends the columns of a row. */
const row = [{ name: "list.csv", text: "ticker,my_factor\nXYZ,1.25\n" }];

Deno.test("rows that come with a question are told of a ticker that the data does not know", async () => {
  const asked = await answer(world, { input: "What is mine.my_factor of XYZ?", own: given });
  match(asked.text, /^XYZ's mine\.my_factor was 1\.25 on 2 May 2017 \(available since 2 May 2017\)\./);
  ok(!NO_PRICES.test(asked.text), asked.text);
  const listed = await answer(world, { input: "Analyse XYZ", own: row, asOf: "2017-05-04" });
  match(listed.text, /XYZ's list\.my_factor was 1\.25 on 4 May 2017 /);
  match(listed.text, NO_PRICES);
});

Deno.test("a company with prices and one without are told together where an own column is asked for", async () => {
  const { text, signal } = await answer(world, { input: "Rank IBM and XYZ by mine.my_factor", own: given });
  equal(
    text,
    "IBM and XYZ by mine.my_factor, highest first: IBM 7 (2 May 2017); XYZ 1.25 (2 May 2017). " +
      "Known by the caller's tables alone, so look whether this is the ticker: XYZ.",
  );
  equal(signal, "no_view");
});

Deno.test("a ticker that came with one question is unknown to the next, and to a day before its row", async () => {
  const unknown = async (question: Partial<Question> & { readonly input: string }) =>
    conclusionOf(await ask(question, ports({ dataset: world }))).kind;
  equal(await unknown({ input: "Analyse XYZ", own: given }), "thesis");
  equal(await unknown({ input: "Analyse XYZ" }), "unknown_company");
  equal(await unknown({ input: "Analyse XYZ", own: given, asOf: "2017-05-01" }), "unknown_company");
});

Deno.test("a ticker that came with a question changes nothing of the thesis of another", async () => {
  const thesis = async (own: Question["own"]) => {
    const { agent_thesis, key_drivers, risks } = thesisOf(
      await ask({ input: "Analyse AAPL", own }, ports({ dataset: world })),
    );
    return [agent_thesis, key_drivers, risks];
  };
  const strangers = [{ name: "mine.csv", text: "ticker,date,other\nXYZ,2017-05-02,1\nQRS,2017-05-02,2\n" }];
  deepEqual(await thesis(strangers), await thesis(undefined));
});

Deno.test("data of nothing at all is refused", () => {
  throws(() => createDataset({ name: "None", notice: "", companies: [], sources: [], series: [] }), {
    message: "Cannot make a dataset: it has no series, no records, no texts and no own columns",
  });
});
