/** In the real kernel: a value that a cell has shown is not shown again by the same cell, but by the next. */
import { deepEqual } from "../assert.ts";
import { startKernel } from "../../src/kernel/kernel.ts";

const CELLS: readonly (readonly [code: string, outputs: readonly string[], what: string])[] = [
  ["await show(ask())", ["display_data"], "a last line that shows is shown once"],
  ["const kept = await show(ask());", ["display_data"], "a declaration has no value"],
  ["kept", ["execute_result"], "a value that an earlier cell has shown is shown, however soon"],
  ["kept", ["execute_result"], "and again"],
  ["await show(ask()); throw new Error('stop')", ["display_data", "error"], "a cell that throws"],
  ["await show(ask())", ["display_data"], "the cell after one that threw"],
  ["await show(kept); kept", ["display_data"], "a value shown by its own cell"],
  ["await show(kept); kept.text", ["display_data", "execute_result"], "another value than the one shown"],
];

Deno.test("a value is shown once by a cell, and once by each other cell whose value it is", async () => {
  await using kernel = await startKernel({ folder: "notebooks" });
  const ready = await kernel.execute(
    'import { connect } from "conviction"; import { show } from "conviction/notebook";' +
      'const research = connect(); const ask = () => research.stream("Analyse ZZZZ"); undefined',
  );
  deepEqual(ready.error, undefined);
  for (const [code, outputs, what] of CELLS) {
    const execution = await kernel.execute(code, { timeoutMs: 30_000 });
    deepEqual(execution.outputs().map(({ output_type }) => output_type), outputs, what);
  }
});
