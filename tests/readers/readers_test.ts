/** Every format of a run, read by other programs: pandas, Polars, DuckDB, pyarrow, openpyxl and LibreOffice. */
import { ok } from "../assert.ts";
import { ROOT } from "../house/module_graph.ts";
import { makeHostileRun } from "./hostile_run.ts";

/** `.ci/run` puts the readers into an environment of their own. */
const PYTHON = Deno.env.get("CONVICTION_PYTHON") ?? "python3";
const PACKAGES = "import duckdb, fastexcel, openpyxl, pandas, polars, pyarrow";

async function works(command: string, args: readonly string[]): Promise<boolean> {
  const { success } = await new Deno.Command(command, {
    args: [...args],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  })
    .output().catch(() => ({ success: false }));
  return success;
}

const missing = await works(PYTHON, ["-c", PACKAGES])
  ? await works("soffice", ["--version"]) ? "" : "LibreOffice is not installed"
  : "tests/readers/requirements.txt is not installed";
if (missing !== "" && Deno.env.has("CONVICTION_CI")) throw new Error(`Cannot read a run with every reader: ${missing}`);

Deno.test({
  name: `pandas, Polars, DuckDB, pyarrow, openpyxl and LibreOffice read every format of a run back to the same values${
    missing === "" ? "" : ` (NOT RUN: ${missing})`
  }`,
  ignore: missing !== "",
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const script = new URL("tests/readers/read_run.py", ROOT).pathname;
      const { success, stdout, stderr } = await new Deno.Command(PYTHON, {
        args: [script, await makeHostileRun(folder), new URL("README.md", ROOT).pathname],
        env: { HOME: folder },
        stdin: "null",
      }).output();
      const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
      // deno-lint-ignore no-console -- what was compared
      console.log(said);
      ok(success, said);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
