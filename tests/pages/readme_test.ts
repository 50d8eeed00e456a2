/** README.md: its demo is what the command prints, and the module works in a project of one's own as it says. */
import { equal, match, ok } from "../assert.ts";
import { countingService } from "../batch/counting_service.ts";
import { ROOT } from "../house/module_graph.ts";
import { blocksOf, readPage } from "./pages.ts";

const root = ROOT.pathname.replace(/\/$/, "");
const blocks = blocksOf(await readPage("README.md"));

/**
 * Without what differs from one run to the next: the day of its folder, how long it took, and how many charts a busy
 * machine had the time for (each is given up after 10 s).
 */
function normalised(output: string): string {
  return output
    .replaceAll(/runs\/tickers\/\d{4}-\d\d-\d\d/g, "runs/tickers/<day>")
    .replaceAll(/verified\. \d+ s\./g, "verified. <n> s.")
    .replaceAll(/, \d+ files under/g, ", <n> files under");
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

Deno.test("the demo in README.md is what the command prints", async () => {
  const shown = blocks.find(({ language }) => language === "")?.code ?? "";
  ok(shown.startsWith("Sample history"), "the block was read");
  const folder = await Deno.makeTempDir();
  const { code, out, err } = await runDeno(["task", "-q", "--config", `${root}/deno.json`, "screen"], folder);
  equal(code, 0, err);
  equal(normalised(out).slice(0, normalised(shown).length), normalised(shown));
});

Deno.test("README.md imports the module into a project of one's own, embedded and remote", async () => {
  await using service = countingService();
  const folder = await Deno.makeTempDir();
  const project = `${folder}/desk`;
  await Deno.mkdir(project);
  await Deno.symlink(root, `${folder}/conviction`);
  await Deno.writeTextFile(`${project}/deno.json`, blocks.find(({ language }) => language === "json")?.code ?? "");
  const [embedded = "", remote = ""] = blocks.flatMap(({ code }) => code.match(/^deno run .* main\.ts/gm) ?? []);
  const run = async (command: string, call: string, env = {}) => {
    await Deno.writeTextFile(
      `${project}/main.ts`,
      `import { connect } from "conviction";\nimport { openRun } from "conviction/batch";\n${call}\n`,
    );
    const [, verb = "", ...args] = command.split(" ");
    return await runDeno([verb, "--cached-only", "--no-prompt", ...args], project, env);
  };
  const ask = `console.log(typeof openRun, (await connect().reason("Analyse AAPL")).agent_thesis.signal);`;
  const local = await run(embedded, ask);
  match(local.out, /^function neutral$/m, local.err);
  const { host } = new URL(service.baseUrl);
  const far = await run(remote.replace("research.example", host), ask, { CONVICTION_BASE_URL: service.baseUrl });
  match(far.out, /^function \w+$/m, far.err);
  equal(service.answered.size, 1);
});
