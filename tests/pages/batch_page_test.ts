/** docs/batch.md: its commands work, and its flags and lines of JSON equal the real ones. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { helpLines } from "../../src/commands/flags.ts";
import { SCREEN } from "../../src/commands/screen_flags.ts";
import { countingService } from "../batch/counting_service.ts";
import { called } from "../commands/called.ts";
import { blocksOf, holdBlock, readPage } from "./pages.ts";

const page = await readPage("docs/batch.md");
const blocks = blocksOf(page);
const batch = page.text;

const COMMAND = /^deno task -q (?:conviction )?(\w+) (.*?)(?: +# (?:exits with (\d))?.*)?$/;
const commands = (blocks.find(({ language }) => language === "sh")?.code ?? "").trimEnd().split("\n").map((line) => {
  const [, name = "", args = "", code = "0"] = COMMAND.exec(line) ?? [];
  return { line, name, args: args.split(" "), code: Number(code) };
});

/** A folder with a list of two rows. */
async function folderWithList(): Promise<string> {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/my_tickers.csv`, "ticker\nAAPL\nIBM\n");
  return folder;
}

function run(name: string, args: readonly string[], { folder, baseUrl }: {
  readonly folder: string;
  readonly baseUrl: string;
}) {
  return called(name, { folder, args, env: { CONVICTION_BASE_URL: baseUrl } });
}

Deno.test("each command of docs/batch.md does in a fresh folder what its comment says", async () => {
  await using service = countingService();
  const at = { folder: await folderWithList(), baseUrl: service.baseUrl };
  equal(commands.length, 8, "the block is found");
  for (const { line, name, args, code } of commands) {
    const ended = await run(name, args, at);
    deepEqual({ line, code: ended.code }, { line, code });
    if (line.includes("--dry-run")) equal(service.answered.size, 0);
  }
  deepEqual([...service.answered.values()], [2, 2], "once for each of two runs");
  match(await Deno.readTextFile(`${at.folder}/copy/theses.csv`), /\n2,IBM,done,/);
});

Deno.test("the dry run in docs/batch.md equals a real one", async () => {
  const [, flags = ""] = /\n`(--dry-run [^`]*)` prints/.exec(batch) ?? [];
  const shown = blocks.find(({ code }) => code.startsWith("Service "));
  ok(shown, "the block is found");
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/my_tickers.csv`, "ticker,weight\nAAPL,2\nIBM,1\nAAPL,3\nMSFT\nXRX,1\n");
  const { out } = await run("screen", ["my_tickers.csv", ...flags.split(" ")], {
    folder,
    baseUrl: "https://research.example",
  });
  await holdBlock(shown, out);
});

Deno.test("the line of --json in docs/batch.md has the fields of a real one", async () => {
  await using service = countingService();
  const at = { folder: await folderWithList(), baseUrl: service.baseUrl };
  const { out } = await run("screen", ["my_tickers.csv", "--json"], at);
  const lines = out.trimEnd().split("\n").map((line) => JSON.parse(line));
  deepEqual(lines.map(({ event }) => event), ["begun", "outcome", "outcome", "ended"]);
  const example = blocks.find(({ language }) => language === "json")?.code ?? "{}";
  deepEqual(shapeOf(JSON.parse(example)), shapeOf(lines[2]));
});

Deno.test("docs/batch.md names each flag of screen, and no other flag", () => {
  const help = helpLines(SCREEN, { startedBy: "deno task -q" }).join("\n");
  const real = [...help.matchAll(/^ +(--[a-z-]+)/gm)].map(([, flag = ""]) => flag);
  const named = new Set([...batch.matchAll(/(?<!\w)--[a-z][a-z-]*/g)].map(([flag]) => flag));
  deepEqual(real.filter((flag) => !named.has(flag)), []);
  deepEqual([...named].filter((flag) => !real.includes(flag)), []);
});

Deno.test("the exit statuses in docs/batch.md are those of --help", () => {
  const [, said = ""] = /Exit status: (.*)/.exec(helpLines(SCREEN, { startedBy: "deno task -q" }).join("\n")) ?? [];
  const real = [...said.matchAll(/(?:^|; )(\d+) /g)].map(([, code]) => code);
  deepEqual([...batch.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => code), real);
});

/** The names of a value's fields, and the types of its leaves. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}
