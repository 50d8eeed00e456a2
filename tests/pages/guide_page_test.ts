/** docs/guide.md: its template of companies.csv is read whole, and the page explains each column that can be read. */
import { deepEqual, equal } from "../assert.ts";
import { readCompanies } from "../../src/data/prices/company_table.ts";
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
