/** docs/guide.md: its template of companies.csv is read whole and explained, and the sample answers its questions. */
import { deepEqual, equal, ok } from "../assert.ts";
import { readCompanies } from "../../src/data/prices/company_table.ts";
import { openSample } from "../../src/data/prices/sample.ts";
import { askOf, conclusionOf, markdownOf } from "../agent/ask.ts";
import { ROOT } from "../house/module_graph.ts";
import { readPage } from "./pages.ts";

const template = await Deno.readTextFile(new URL("examples/companies.csv", ROOT));

Deno.test("the template of companies.csv is read without a problem, with a benchmark, aliases and currencies", () => {
  const { companies, benchmark, currencies, problems } = readCompanies(template, "companies.csv");
  deepEqual(problems, []);
  equal(benchmark, "SPY");
  deepEqual(companies.map(({ ticker }) => ticker), ["AAPL", "BRK.B", "VOD.L"]);
  deepEqual([currencies.get("*"), currencies.get("VOD.L")], ["USD", "GBX"]);
  deepEqual(companies.find(({ ticker }) => ticker === "BRK.B")?.aliases, ["Berkshire", "Berkshire Hathaway B"]);
});

Deno.test("docs/guide.md explains each column of the template, and no other", async () => {
  const { text } = await readPage("docs/guide.md");
  const [, table = ""] = /\| column [\s\S]*?\n((?:\|.*\n)+)/.exec(text) ?? [];
  const explained = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = ""]) => cell.match(/[a-z]{3,}/g) ?? []);
  deepEqual(explained.toSorted(), (template.split("\n")[0] ?? "").split(",").toSorted());
});

Deno.test("the sample answers each question of docs/guide.md", async () => {
  const { text } = await readPage("docs/guide.md");
  const [, table = ""] = /\| ask about [\s\S]*?\n((?:\|.*\n)+)/.exec(text) ?? [];
  const questions = [...table.matchAll(/`([^`]+)`/g)].map(([, question = ""]) => question);
  ok(questions.length > 9, questions.join());
  const dataset = await openSample();
  const refused: string[] = [];
  for (const question of questions) {
    const steps = await askOf(dataset, question);
    const [lead = ""] = markdownOf(steps).split("\n");
    if (conclusionOf(steps).kind !== "thesis" || /not available|Not answered/.test(lead)) {
      refused.push(`${question}: ${lead}`);
    }
  }
  deepEqual(refused, []);
});
