/** Every format of a run, read by other programs: pandas, Polars, DuckDB, pyarrow, openpyxl and LibreOffice. */
import { ok } from "../assert.ts";
import { ROOT } from "../house/module_graph.ts";
import { missingProgram, missingPython, PYTHON, testNeeding } from "../needs.ts";
import { makeHostileRun } from "./hostile_run.ts";

const PACKAGES = ["duckdb", "fastexcel", "openpyxl", "pandas", "polars", "pyarrow"];

testNeeding(
  missingPython(...PACKAGES) ?? missingProgram("soffice"),
  "pandas, Polars, DuckDB, pyarrow, openpyxl and LibreOffice read every format of a run back to the same values",
  async () => {
    const folder = await Deno.makeTempDir();
    try {
      const script = new URL("tests/readers/read_run.py", ROOT).pathname;
      const { success, stdout, stderr } = await new Deno.Command(PYTHON, {
        args: [script, await makeHostileRun(folder), new URL("docs/python.md", ROOT).pathname],
        env: { HOME: folder },
        stdin: "null",
      }).output();
      const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
      // deno-lint-ignore no-console -- it prints what was compared
      console.log(said);
      ok(success, said);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);
