/** A notebook of one cell from the command to the written file: our runner and `jupyter nbconvert --execute`. */
import { fileURLToPath } from "node:url";
import { notebookOf } from "../kernel/notebook_of.ts";
import { hasProgram, JUPYTER } from "../needs.ts";

const ROUNDS = 3;
const NBCONVERT = ["nbconvert", "--to", "notebook", "--execute"];
const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));
const KERNEL = {
  argv: ["deno", "jupyter", "--kernel", "--conn", "{connection_file}"],
  display_name: "Deno",
  language: "typescript",
};

/** Prints the ratios of the fastest of three runs each, taken in turn. nbconvert checks no types. */
export async function benchNotebook(print: (line: string) => void): Promise<void> {
  print("Notebook of one cell, from the command to the written file:");
  if (!hasProgram(JUPYTER, ["nbconvert", "--version"])) return print("  not run: needs jupyter nbconvert");
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/kernels/deno`, { recursive: true });
    await Deno.writeTextFile(`${folder}/kernels/deno/kernel.json`, JSON.stringify(KERNEL));
    const ours = () =>
      seconds("deno", ["task", "-q", "--config", CONFIG, "conviction", "notebooks", "a.ipynb"], folder);
    const [first, again, theirs] = [new Array<number>(), new Array<number>(), new Array<number>()];
    for (let round = 0; round < ROUNDS; round++) {
      // Another cell each time: Deno remembers the type check of cells that have not changed.
      await Deno.writeTextFile(`${folder}/a.ipynb`, notebookOf([`console.log("one", ${round} + 1);`]));
      first.push(await ours());
      again.push(await ours());
      theirs.push(await seconds(JUPYTER, [...NBCONVERT, "a.ipynb", "--output", "b"], folder));
    }
    const slow = Math.min(...theirs);
    for (
      const [what, times] of [["cells that changed, type-checked first", first], ["the same cells", again]] as const
    ) {
      const fast = Math.min(...times);
      print(
        `  our time / nbconvert's, ${what}: ${(fast / slow).toFixed(2)}   (${fast.toFixed(2)} s, ${slow.toFixed(2)} s)`,
      );
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function seconds(program: string, args: readonly string[], folder: string): Promise<number> {
  const startMs = performance.now();
  const { success, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd: folder,
    env: { JUPYTER_PATH: folder, INIT_CWD: folder, NO_COLOR: "1" },
    stdin: "null",
  }).output();
  if (!success) throw new Error(`Cannot run ${program}: ${new TextDecoder().decode(stderr).slice(-500)}`);
  return (performance.now() - startMs) / 1000;
}
