/** The notebooks as files; tests/kernel runs them. */
import { deepEqual, equal, ok } from "../assert.ts";
import { filesBelow } from "./module_graph.ts";
import { readCells, runDeno } from "./notebook_cells.ts";

/** Folders of a machine, and keys: of our service, and of the usual forms. */
const NOT_SHARED = /\/(?:home|root|tmp|Users|work)\/[\w.-]+|\bsk-[\w-]{8,}|Bearer [\w.-]{8,}/g;

for (const notebook of await filesBelow("notebooks", ".ipynb")) {
  const { code, outputs } = await readCells(notebook);

  // `deno fmt --check` of 2.9.6 reports every notebook as unformatted that it did not write itself
  if (!notebook.includes("python")) {
    Deno.test(`the cells of ${notebook} are formatted`, async () => {
      const checked = await runDeno({ [notebook.replace(/.*\/|\..*/g, "")]: code }, ["fmt", "--check"]);
      equal(checked.code, 0, checked.output);
    });
  }

  Deno.test(`${notebook} is stored with outputs, which hold no folder of a machine and no key`, () => {
    ok(outputs.length > 2, "a reader on a page that runs nothing sees what the cells show");
    deepEqual(JSON.stringify(outputs).match(NOT_SHARED), null);
  });
}
