import { deepEqual, equal } from "../assert.ts";
import { scoreCell } from "../../src/view/workbook/style.ts";
import { scoreWords } from "../../src/view/thesis_view.ts";
import { flipped, thesisRow } from "./report_rows.ts";
import { comparisonOf, made } from "./workbook_made.ts";

/** What a spreadsheet shows for a positive and a negative number: the two parts of its format. */
function shown(score: number): string {
  const { value, format } = scoreCell(score) as { readonly value: number; readonly format: string };
  const part = format.split(";")[value < 0 ? 1 : 0] ?? "";
  return part.replace("0.00", Math.abs(value).toFixed(2)).replace("-", "−");
}

for (const score of [0, -0, 0.004, -0.004, 0.006, -0.006, 0.5, -0.5, 1, -1]) {
  Deno.test(`the workbook shows the score ${Object.is(score, -0) ? "-0" : score} as page and terminal do`, () => {
    equal(shown(score), scoreWords(score));
  });
}

Deno.test("no sheet of the workbook shows a score of -0.00", async () => {
  const side = { row: 1, status: "done", score: -0.001 } as const;
  const comparison = comparisonOf([flipped("T1", 1, { before: side, after: side })]);
  const { parts, sheet } = await made({ rows: [thesisRow(1, { score: -0.001 })], comparison });
  const formats = [...(parts.get("xl/styles.xml") ?? "").matchAll(/formatCode="([^"]*0\.00[^"]*)"/g)];
  deepEqual(formats.map(([, format]) => format).filter((format) => format !== "0.00"), ["0.00;0.00"]);
  equal(sheet("Theses").flat().some(({ value }) => value === "-0.001"), true);
});
