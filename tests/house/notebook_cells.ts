import { ROOT } from "./module_graph.ts";

interface Cell {
  readonly cell_type: string;
  readonly source: string | readonly string[];
  readonly outputs?: readonly unknown[];
}

/** One notebook as a module: its code cells, one after the other. */
export interface CellModule {
  readonly code: string;
  /** Outputs stored in the file. */
  readonly outputs: readonly unknown[];
}

/** Reads a notebook, given by its path in the project. */
export async function readCells(path: string): Promise<CellModule> {
  const { cells } = JSON.parse(await Deno.readTextFile(new URL(path, ROOT))) as { cells: readonly Cell[] };
  const codeCells = cells.filter(({ cell_type }) => cell_type === "code");
  return {
    code: codeCells.map(({ source }) => typeof source === "string" ? source : source.join("")).join("\n\n") + "\n",
    outputs: codeCells.flatMap(({ outputs = [] }) => outputs),
  };
}

/** Runs `deno` on modules, given by name, with the project's settings. */
export async function runDeno(
  modules: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  const folder = await Deno.makeTempDir();
  try {
    const paths = Object.keys(modules).map((name) => `${folder}/${name}.ts`);
    for (const [at, code] of Object.values(modules).entries()) await Deno.writeTextFile(paths[at] ?? "", code);
    const config = new URL("deno.json", ROOT).pathname;
    const [verb = "check", ...rest] = args;
    const done = await new Deno.Command("deno", {
      args: [verb, "--config", config, ...rest, ...paths],
      env: { NO_COLOR: "1" },
      stdin: "null",
    }).output();
    const text = new TextDecoder();
    return { code: done.code, output: text.decode(done.stdout) + text.decode(done.stderr) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
