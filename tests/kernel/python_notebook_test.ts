/** The notebook in Python: asked of our service through `openai`, with a run read through pandas, in nbclient. */
import { deepEqual, match } from "../assert.ts";
import { connect } from "conviction";
import { screen } from "conviction/batch";
import { startService } from "../clients/served.ts";
import { ROOT } from "../house/module_graph.ts";
import { JUPYTER, missingProgram, missingPython, testNeeding } from "../needs.ts";
import { readNotebook, textOf } from "../../src/kernel/notebook_file.ts";
import { inFolder } from "./notebook_of.ts";

const PATH = "notebooks/04_python.ipynb";
const missing = missingProgram(JUPYTER) ?? missingPython("openai", "pandas", "ipykernel");

interface Output {
  readonly text?: unknown;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What is below each cell. Where one stream is cut into outputs depends on time. */
function textsOf(text: string): string[] {
  const { cells } = readNotebook(text, PATH);
  return cells.filter(({ cell_type }) => cell_type === "code")
    .map((cell) => ((cell["outputs"] ?? []) as Output[]))
    .map((outputs) => outputs.map(({ text, data }) => textOf(text ?? data?.["text/plain"])).join(""));
}

testNeeding(missing, `${PATH} runs in nbclient, and shows what is saved`, async () => {
  const saved = await Deno.readTextFile(new URL(PATH, ROOT));
  const service = await startService();
  try {
    await inFolder({ "a.ipynb": saved }, async (folder) => {
      const run = { asOf: "2025-03-31", folder: `${folder}/runs/tour/monday` };
      for await (const _ of screen(new URL("pipelines/tickers.csv", ROOT).pathname, connect(), run));
      const { success, stderr } = await new Deno.Command(JUPYTER, {
        args: ["nbconvert", "--to", "notebook", "--execute", `${folder}/a.ipynb`, "--output", "out.ipynb"],
        env: { CONVICTION_BASE_URL: service.url, CONVICTION_API_KEY: service.apiKey, HOME: folder },
        stdin: "null",
      }).output();
      deepEqual(success, true, new TextDecoder().decode(stderr));
      const ran = textsOf(await Deno.readTextFile(`${folder}/out.ipynb`));
      deepEqual(ran, textsOf(saved));
      match(ran[2] ?? "", /^neutral score 0\.\d+\n/);
    });
  } finally {
    await service.stop();
  }
});
