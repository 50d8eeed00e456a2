import { equal, ok } from "../assert.ts";
import { compareRuns } from "../../src/compare/compare_runs.ts";
import { isHighChance } from "../../src/protocol/drawdown_line.ts";
import { chanceWords, riskDefinition } from "../../src/run/drawdown_chance.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { run as compared, thesis } from "../compare/thesis_rows.ts";
import { manifestOf, thesisRow } from "./report_rows.ts";
import { textOf } from "./report_tags.ts";
import { made } from "./workbook_made.ts";

const CHANCES = [
  { chance: 0, is: "0%", marked: false },
  { chance: 0.1108, is: "11%", marked: false },
  { chance: 0.244, is: "24%", marked: false },
  { chance: 0.247, is: "24.7%", marked: false },
  { chance: 0.2496, is: "24.96%", marked: false },
  { chance: 0.24997, is: "24.997%", marked: false },
  { chance: 0.25, is: "25%", marked: true },
  { chance: 0.254, is: "25%", marked: true },
  { chance: 1, is: "100%", marked: true },
];
for (const { chance, is, marked } of CHANCES) {
  Deno.test(`a chance of a fall of ${chance} reads "${is}" and is ${marked ? "" : "not "}marked`, async () => {
    equal(chanceWords(chance), is);
    equal(isHighChance(chance), marked);
    const row = thesisRow(1, { drawdownProbability: chance });
    ok(
      textOf(reportPage({ manifest: manifestOf(), rows: [row], folder: "run" })).includes(
        `Drawdown risk ${is}`,
      ),
    );
    const styles = (await made({ rows: [row] })).parts.get("xl/styles.xml") ?? "";
    equal(styles.includes("FCE8C5"), marked);
    ok(styles.includes(`formatCode="${is.replace(/\d+/, "0").replace(/\.\d+/, (part) => part.replace(/\d/g, "0"))}"`));
  });
}

Deno.test("a chance crosses 25% exactly when it becomes marked", () => {
  for (const { chance, marked } of CHANCES) {
    const [before, after] = [0.1, chance].map((drawdownProbability) =>
      compared([thesis("A", { drawdownProbability })])
    );
    equal(before && after && compareRuns(before, after).counts.drawdown_crossed, marked ? 1 : 0);
  }
});

Deno.test("the chance of a fall is defined in the same words on page, workbook and in the manual", async () => {
  const engine = "conviction-analyst/0.1";
  const own = riskDefinition([{ engine, frequency: "daily" }]);
  const monthly = riskDefinition([{ engine, frequency: "daily" }, { engine, frequency: "monthly" }]);
  equal(monthly, `${own} With month-end prices only, falls within a month are not counted.`);
  const manual = await Deno.readTextFile(new URL("../../docs/read_a_run.md", import.meta.url));
  ok(manual.replace(/\s+/g, " ").includes(monthly));
  for (const [of, definition] of [[engine, own], ["other/2", riskDefinition([{}])]] as const) {
    const rows = [thesisRow(1, { engine: of, frequency: "daily", drawdownProbability: 0.2 })];
    const page = textOf(reportPage({ manifest: manifestOf(), rows, folder: "run" }));
    equal(page.split(definition).length, 3, "beside the list of the riskiest, and in the method");
    const method = (await made({ rows })).sheet("Method").flat().map(({ value }) => value);
    ok(method.includes(definition));
  }
});
