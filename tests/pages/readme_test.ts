/** README.md: its demo equals the output of the command, and the module works in another project as the pages say. */
import { equal, match, ok } from "../assert.ts";
import { countingService } from "../batch/counting_service.ts";
import { ROOT } from "../house/module_graph.ts";
import { sweep } from "../sweeps.ts";
import { digestOf, DRAWN_FROM } from "./drawn_from.ts";
import { blocksOf, holdBlock, readPage } from "./pages.ts";

const root = ROOT.pathname.replace(/\/$/, "");
const blocks = blocksOf(await readPage("README.md"));

/** Removes what differs between runs: the day of the folder, and the time. */
function normalised(output: string): string {
  return output
    .replaceAll(/runs\/tickers\/\d{4}-\d\d-\d\d/g, "runs/tickers/<day>")
    .replaceAll(/done in (?:(?:\d+ min )?\d+ s|\d+ min|under 1 s)\./g, "done in <n> s.");
}

/** The output as the page shows it: names between the second and the last are left out. */
function shortened(output: string): string {
  return output.replace(/^BA .*\n(?:[A-Z]+ .*\n)*(?=JNJ )/m, "…\n");
}

async function runDeno(args: readonly string[], cwd: string, env: Record<string, string> = {}) {
  const ended = await new Deno.Command("deno", {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code: ended.code, out: decoder.decode(ended.stdout), err: decoder.decode(ended.stderr) };
}

Deno.test("the demo in README.md equals the output of the command, and the pictures are of its theses", async () => {
  const shown = blocks.find(({ code }) => code.startsWith("Sample:"));
  ok(shown, "the block is found");
  const folder = await Deno.makeTempDir();
  const env = { INIT_CWD: folder }; // `deno task` would keep that of the task that runs the tests
  const { code, out, err } = await runDeno(["task", "-q", "--config", `${root}/deno.json`, "screen"], folder, env);
  equal(code, 0, err);
  await holdBlock(shown, shortened(out.slice(0, out.indexOf("\n\nYour own list:") + 1)), normalised);
  const entries = await Array.fromAsync(Deno.readDir(`${folder}/runs/tickers`));
  const day = entries.find(({ isDirectory }) => isDirectory);
  const drawn = JSON.parse(await Deno.readTextFile(DRAWN_FROM));
  equal(
    await digestOf(`${folder}/runs/tickers/${day?.name}`),
    drawn["theses.csv"],
    "draw again: deno task -q dev pictures",
  );
});

/** A project beside the checkout, with the `deno.json` that a page shows. */
async function ownProject(page: string): Promise<string> {
  const folder = await Deno.makeTempDir();
  await Deno.symlink(root, `${folder}/conviction`);
  await Deno.mkdir(`${folder}/desk`);
  const config = blocksOf(await readPage(page)).find(({ language }) => language === "json")?.code ?? "";
  await Deno.writeTextFile(`${folder}/desk/deno.json`, config);
  // The versions that are in the cache: there may be word of newer ones, which other configurations have asked about.
  await Deno.copyFile(`${root}/deno.lock`, `${folder}/desk/deno.lock`);
  await Deno.writeTextFile(
    `${folder}/desk/main.ts`,
    `import { connect } from "conviction";
import { openRun } from "conviction/batch";
console.log(typeof openRun, (await connect().reason("Analyse AAPL")).agent_thesis.signal);`,
  );
  return `${folder}/desk`;
}

const [embedded = "", remote = ""] = blocks.flatMap(({ code }) => code.match(/^deno run .* main\.ts/gm) ?? []);

for (const page of sweep("pages/own_project", ["README.md", "docs/module.md"])) {
  Deno.test(`${page} imports the module into another project, embedded and remote`, async () => {
    await using service = countingService();
    const project = await ownProject(page);
    const run = (command: string, env = {}) =>
      runDeno(command.replace("deno run", "run --cached-only --no-prompt").split(" "), project, env);
    const here = await run(embedded);
    match(here.out, /^function neutral$/m, here.err);
    const { host } = new URL(service.baseUrl);
    const far = await run(remote.replace("research.example", host), { CONVICTION_BASE_URL: service.baseUrl });
    match(far.out, /^function \w+$/m, far.err);
    equal(service.answered.size, 1);
  });
}
