import { equal, match } from "../assert.ts";
import { filesBelow } from "./module_graph.ts";
import { readCells, runDeno } from "./notebook_cells.ts";

const RUN = ["run", "--no-prompt", "--allow-read", "--allow-write", "--allow-run=deno,prlimit", "--allow-env=PATH"];

for (const notebook of await filesBelow("notebooks", ".ipynb")) {
  const { code, storedOutputs } = await readCells(notebook);

  Deno.test(`the cells of ${notebook} are right for the compiler`, async () => {
    const checked = await runDeno(code, ["check"]);
    equal(checked.code, 0, checked.output);
  });

  Deno.test(`the cells of ${notebook} run as a module, without a network`, async () => {
    const ran = await runDeno(code, RUN);
    equal(ran.code, 0, ran.output);
    match(ran.output, /AAPL/);
  });

  // `deno fmt --check` of 2.9.6 calls every notebook unformatted that it has not written itself
  Deno.test(`the cells of ${notebook} are formatted`, async () => {
    const checked = await runDeno(code, ["fmt", "--check"]);
    equal(checked.code, 0, checked.output);
  });

  Deno.test(`${notebook} is stored without outputs`, () => equal(storedOutputs, 0));
}

Deno.test("a wrong cell is found by the compiler", async () => {
  const wrong = 'import { connect } from "conviction";\nconnect().raeson("AAPL");';
  const checked = await runDeno(wrong, ["check"]);
  equal(checked.code, 1);
  match(checked.output, /raeson/);
});
