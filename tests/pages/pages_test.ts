/** Rules for every page: its links work, its flags exist, and README.md stays short. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { filesBelow, ROOT } from "../house/module_graph.ts";
import { COMMANDS as CONVICTION } from "../../pipelines/commands.ts";
import config from "../../deno.json" with { type: "json" };
import devConfig from "../../dev/deno.json" with { type: "json" };
import fleetConfig from "../../packages/fleet/deno.json" with { type: "json" };
import mcpConfig from "../../packages/mcp/deno.json" with { type: "json" };
import modelConfig from "../../packages/model/deno.json" with { type: "json" };
import { ending, startPipeline } from "../commands/run_pipeline.ts";
import { allPages, blocksOf, type Page, proseOf, readPage } from "./pages.ts";

const pages = await allPages();

/** Names that GitHub gives to the headings of a page. */
function anchorsOf(page: Page): string[] {
  return [...proseOf({ ...page, text: page.text.replaceAll("`", "") }).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")
  );
}

async function isThere(url: URL): Promise<boolean> {
  return await Deno.stat(url).then(() => true, () => false);
}

/** Why a link is broken; undefined if it works. */
async function problemOf(link: string, page: Page): Promise<string | undefined> {
  if (/^https?:/.test(link)) return undefined;
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? new URL(page.path, ROOT) : new URL(path, new URL(page.path, ROOT));
  if (!await isThere(target)) return `${page.path} links ${link}, which does not exist`;
  const linked = pages.find((one) => new URL(one.path, ROOT).href === target.href);
  if (anchor === undefined || linked && anchorsOf(linked).includes(anchor)) return undefined;
  return `${page.path} links ${link}, which has no such heading`;
}

/** The first command of README.md: without -q, Deno shows what it downloads, within two seconds. */
const FIRST = "npx -y deno@2.9 task screen   # the demo below";

const COMMANDS = Object.keys(CONVICTION).join("|");

Deno.test("every link between pages has an existing file and heading", async () => {
  const links = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => ({ link, page }))
  );
  ok(links.length > 40, `too few links found: ${links.length} links`);
  const problems = await Promise.all(links.map(({ link, page }) => problemOf(link, page)));
  deepEqual(problems.filter((problem) => problem !== undefined), []);
});

Deno.test("every file of the project that a page names exists", async () => {
  const named = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:[a-z_]+\/)+[a-z_]+\.(?:ts|md|txt))`/g)].map(([, file = ""]) => ({ path, file }))
  );
  ok(named.length > 80, `too few files found: ${named.length} files`);
  const missing = await Promise.all(named.map(async ({ path, file }) => {
    const bases = [ROOT, new URL(path, ROOT), new URL("src/", ROOT)];
    const found = await Promise.all(bases.map((base) => isThere(new URL(file, base))));
    return found.includes(true) ? [] : `${path} names ${file}`;
  }));
  deepEqual(missing.flat(), []);
});

Deno.test("README.md is at most 150 lines and 1,200 words, and each of its pictures at most 300 kB", async () => {
  const { text } = pages.find(({ path }) => path === "README.md") ?? { text: "" };
  ok(text.trimEnd().split("\n").length <= 150);
  ok(text.split(/\s+/).length <= 1_200);
  for (const [, path = ""] of text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) {
    ok((await Deno.stat(new URL(path, ROOT))).size <= 300_000, path);
  }
});

Deno.test("no page, comment or test cites a page outside the repository; only the map names the design", async () => {
  const files =
    (await Promise.all(["src", "tests", "pipelines", "examples"].map((folder) => filesBelow(folder, ".ts"))))
      .flat();
  const texts = [...pages, ...await Promise.all(files.map(readPage))];
  const outside = texts.filter(({ path, text }) =>
    /\b(?:HOUSE|STYLE|SPEC)\.md|shared\/research|\bresearch\/\w+\.md/.test(text) ||
    (path !== "src/README.md" && /DESIGN\.md/.test(text))
  );
  deepEqual(outside.map(({ path }) => path), []);
  const cited = texts.flatMap(({ text }) => text.match(/\bdocs\/\w+\.md\b/g) ?? []);
  const missing = await Promise.all(
    [...new Set(cited)].map(async (page) => await isThere(new URL(page, ROOT)) ? [] : page),
  );
  deepEqual(missing.flat(), []);
});

Deno.test("a command in a page, a notebook or a comment is typed with -q, without which Deno prints its permissions first", async () => {
  const files = (await Promise.all([
    ...["src", "pipelines", "examples"].map((folder) => filesBelow(folder, ".ts")),
    filesBelow("notebooks", ".ipynb"),
  ])).flat();
  const texts = [...pages, ...await Promise.all(files.map(readPage))];
  const loud = texts.filter(({ path }) => path !== "CHANGELOG.md").filter(({ text }) =>
    new RegExp(`\\btask (?:conviction |${COMMANDS})\\b`).test(text.replace(FIRST, ""))
  );
  deepEqual(loud.map(({ path }) => path), []);
});

Deno.test("every command starts as a process and prints its page; every flag in a command of a page exists", async () => {
  const uses = pages.flatMap((page) =>
    [...page.text.matchAll(new RegExp(`\\btask -q (?:conviction )?(${COMMANDS})\\b([^\\n\`#|]*)`, "g"))].flatMap((
      [, command = "", rest = ""],
    ) => {
      const words = /^ fetch\b/.test(rest) ? `${command} fetch` : command; // it has a page of help of its own
      return [...rest.matchAll(/(?<=\s)--[a-z][a-z-]*/g)].map(([flag]) => ({ page: page.path, command: words, flag }));
    })
  );
  ok(uses.length > 20, `too few flags found: ${uses.length} flags`);
  const folder = await Deno.makeTempDir();
  const helps = new Map(
    await Promise.all(
      [...new Set([...Object.keys(CONVICTION), ...uses.map(({ command }) => command)])].map(async (command) => {
        const [task = "", ...words] = command.split(" ");
        const { code, out } = await ending(startPipeline(task, { folder, args: [...words, "--help"] }));
        equal(code, 0, command);
        match(out, new RegExp(`^  .*task -q (?:conviction )?${task}\\b`, "m"));
        return [command, new Set([...out.matchAll(/^ +(--[a-z-]+)/gm)].map(([, flag]) => flag))] as const;
      }),
    ),
  );
  deepEqual(uses.filter(({ command, flag }) => !helps.get(command)?.has(flag)), []);
});

Deno.test("every block of a page is closed", () => {
  for (const page of pages) {
    deepEqual([page.path, page.text.match(/^```/gm)?.length ?? 0], [page.path, 2 * blocksOf(page).length]);
  }
});

const TASKS: Readonly<Record<string, object>> = {
  ...{ deno: config.tasks, dev: devConfig.tasks, conviction: CONVICTION },
  ...{ fleet: fleetConfig.tasks, mcp: mcpConfig.tasks, model: modelConfig.tasks },
};

/** Where a task or a command is named: its configuration, or what starts it, and its name. */
const NAMED =
  /\bdeno(?:@2\.9)? task(?: -q)?(?: (?:-c|--config) (\S*)deno\.json| --cwd \/path\/to\/conviction\/packages\/(\w+))?(?: (conviction|dev)(?![\w`]))?(?: ([a-z][\w:]*))?/g;

Deno.test("every task and command that a page, the code, a notebook or a unit names exists", async () => {
  const code = await Promise.all(
    ["src", "pipelines", "tests", "packages", "examples"].map((folder) => filesBelow(folder, ".ts")),
  );
  const others = await Promise.all(
    [".ipynb", ".cron", ".service", ".yml"].flatMap((ending) =>
      ["notebooks", "pipelines"].map((folder) => filesBelow(folder, ending))
    ),
  );
  const texts = [
    ...pages.filter(({ path }) => path !== "CHANGELOG.md"),
    ...await Promise.all([...code, ...others].flat().map(readPage)),
  ];
  const named = texts.flatMap(({ path, text }) =>
    [...text.matchAll(NAMED)].map(([words, config = "", cwd, start, name]) => {
      const [, folder] = /^(?:.*\/)?(fleet|mcp|model|dev)\/$/.exec(config) ?? [];
      return { path, words, of: start ?? cwd ?? folder ?? "deno", name };
    })
  );
  ok(named.length > 200, `too few names found: ${named.length}`);
  const unknown = named.filter(({ of, name }) => name !== undefined && !Object.hasOwn(TASKS[of] ?? {}, name));
  deepEqual(unknown.map(({ path, words }) => `${path}: ${words}`), []);
});
