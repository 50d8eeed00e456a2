import { deepEqual, equal, match } from "../assert.ts";
import { filesBelow } from "./module_graph.ts";
import { readCells, runDeno } from "./notebook_cells.ts";

const RUN = ["run", "--no-prompt", "--allow-read", "--allow-write", "--allow-run=deno,prlimit", "--allow-env=PATH"];

const notebooks = await filesBelow("notebooks", ".ipynb");
const nameOf = (notebook: string) => notebook.replace(/.*\/|\..*/g, "");
const WRONG = 'import { connect } from "conviction";\nconnect().raeson("AAPL");';

Deno.test("the cells of the notebooks type-check, and an invalid cell is found", async () => {
  const cells = notebooks.map(async (path): Promise<[string, string]> => [nameOf(path), (await readCells(path)).code]);
  const checked = await runDeno({ ...Object.fromEntries(await Promise.all(cells)), wrong: WRONG }, ["check"]);
  equal(checked.code, 1);
  match(checked.output, /raeson/);
  const found = notebooks.map(nameOf).filter((name) => checked.output.includes(`/${name}.ts:`));
  deepEqual(found, [], checked.output);
});

for (const notebook of notebooks) {
  const { code, storedOutputs } = await readCells(notebook);

  Deno.test(`the cells of ${notebook} run as a module, without a network`, async () => {
    const ran = await runDeno({ [nameOf(notebook)]: code }, RUN);
    equal(ran.code, 0, ran.output);
    match(ran.output, /AAPL/);
  });

  // `deno fmt --check` of 2.9.6 reports every notebook as unformatted that it did not write itself
  Deno.test(`the cells of ${notebook} are formatted`, async () => {
    const checked = await runDeno({ [nameOf(notebook)]: code }, ["fmt", "--check"]);
    equal(checked.code, 0, checked.output);
  });

  Deno.test(`${notebook} is stored without outputs`, () => equal(storedOutputs, 0));
}
