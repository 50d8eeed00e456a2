/** The notebooks as files; tests/kernel runs them. */
import { equal } from "../assert.ts";
import { filesBelow } from "./module_graph.ts";
import { readCells, runDeno } from "./notebook_cells.ts";

for (const notebook of await filesBelow("notebooks", ".ipynb")) {
  const { code, storedOutputs } = await readCells(notebook);

  // `deno fmt --check` of 2.9.6 reports every notebook as unformatted that it did not write itself
  Deno.test(`the cells of ${notebook} are formatted`, async () => {
    const checked = await runDeno({ [notebook.replace(/.*\/|\..*/g, "")]: code }, ["fmt", "--check"]);
    equal(checked.code, 0, checked.output);
  });

  Deno.test(`${notebook} is stored without outputs`, () => equal(storedOutputs, 0));
}
