/** The notebooks on the real Deno kernel, executed through nbconvert where Jupyter is installed. */
import { deepEqual, equal, ok } from "../assert.ts";
import { filesBelow, ROOT } from "../house/module_graph.ts";
import { hasProgram, JUPYTER, missingProgram, testNeeding } from "../needs.ts";

interface Output {
  readonly output_type: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly text?: readonly string[];
  readonly evalue?: string;
}

const missing = missingProgram(JUPYTER) ??
  (hasProgram(JUPYTER, ["nbconvert", "--version"]) ? undefined : "jupyter nbconvert");

/** A kernel that only the test finds, so that nothing is installed for the user. */
const KERNEL = {
  argv: ["deno", "jupyter", "--kernel", "--conn", "{connection_file}"],
  display_name: "Deno",
  language: "typescript",
  env: { NO_COLOR: "1" },
};

async function execute(notebook: string): Promise<Output[]> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/kernels/deno`, { recursive: true });
    await Deno.writeTextFile(`${folder}/kernels/deno/kernel.json`, JSON.stringify(KERNEL));
    const { success, stderr } = await new Deno.Command(JUPYTER, {
      args: ["nbconvert", "--to", "notebook", "--execute", notebook, "--output-dir", folder, "--output", "out.ipynb"],
      cwd: ROOT,
      env: { JUPYTER_PATH: folder },
      stdin: "null",
    }).output();
    ok(success, new TextDecoder().decode(stderr));
    const { cells } = JSON.parse(await Deno.readTextFile(`${folder}/out.ipynb`));
    return cells.flatMap((cell: { readonly outputs?: readonly Output[] }) => cell.outputs ?? []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

for (const notebook of await filesBelow("notebooks", ".ipynb")) {
  testNeeding(missing, `${notebook} runs on the Deno kernel and shows an answer, a thesis and a chart`, async () => {
    const outputs = await execute(notebook);
    deepEqual(outputs.filter(({ output_type }) => output_type === "error").map(({ evalue }) => evalue), []);
    const types = new Set(outputs.flatMap(({ data = {} }) => Object.keys(data)));
    for (const type of ["text/plain", "text/html", "image/png"]) ok(types.has(type), `${type} of ${[...types]}`);
    const pages = outputs.map(({ data = {} }) => [data["text/html"] ?? ""].flat().join(""));
    equal(pages.some((page) => page.includes("figures verified")), true);
    equal(pages.some((page) => /<script/i.test(page)), false);
  });
}

testNeeding(missing, "a notebook in another folder finds the module by the import map above it", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const imports = {
      conviction: new URL("mod.ts", ROOT),
      "conviction/notebook": new URL("src/notebook/mod.ts", ROOT),
    };
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ imports }));
    await Deno.mkdir(`${folder}/deep`);
    const source = [
      'import { connect } from "conviction";\n',
      'import { show } from "conviction/notebook";\n',
      "console.log(typeof connect, typeof show);",
    ];
    const cell = { id: "one", cell_type: "code", metadata: {}, execution_count: null, outputs: [], source };
    const metadata = { kernelspec: { name: "deno", display_name: "Deno", language: "typescript" } };
    const notebook = { cells: [cell], metadata, nbformat: 4, nbformat_minor: 5 };
    await Deno.writeTextFile(`${folder}/deep/a.ipynb`, JSON.stringify(notebook));
    deepEqual((await execute(`${folder}/deep/a.ipynb`)).map(({ text }) => text), [["function function\n"]]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
