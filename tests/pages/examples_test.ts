/** The examples: each is in a page unchanged, and works in an empty folder. */
import { deepEqual, equal, ok } from "../assert.ts";
import { filesBelow, ROOT } from "../house/module_graph.ts";
import { sweep } from "../sweeps.ts";
import { allPages, blocksOf } from "./pages.ts";

const RIGHTS = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-run=deno,prlimit",
  "--allow-env=CONVICTION_*,PATH",
];
const examples = await filesBelow("examples", ".ts");

/** An example as a page shows it: without its first lines, which name the page. */
async function shownCode(path: string): Promise<string> {
  return (await Deno.readTextFile(new URL(path, ROOT))).replace(/^(?:\/\/.*\n|\/\*\*.*\*\/\n)+\n?/, "");
}

Deno.test("every TypeScript block of README.md and docs is an example, and every example is in a page", async () => {
  const pages = (await allPages()).filter(({ path }) => path === "README.md" || path.startsWith("docs/"));
  const shown = pages.flatMap(blocksOf).filter(({ language }) => language === "ts").map(({ code }) => code);
  const codes = await Promise.all(examples.map(shownCode));
  ok(codes.length >= 5);
  deepEqual(shown.filter((code) => !codes.includes(code)), [], "blocks that are not examples");
  deepEqual(examples.filter((_, at) => !shown.includes(codes[at] ?? "")), [], "examples in no page");
});

for (const example of sweep("pages/examples", examples)) {
  Deno.test(`${example} runs in an empty folder, without a network`, async () => {
    const folder = await Deno.makeTempDir();
    const { code, stdout, stderr } = await new Deno.Command("deno", {
      args: ["run", ...RIGHTS, "--config", new URL("deno.json", ROOT).pathname, new URL(example, ROOT).pathname],
      cwd: folder,
      env: { NO_COLOR: "1" },
      stdin: "null",
    }).output();
    const decoder = new TextDecoder();
    equal(code, 0, decoder.decode(stderr));
    ok(decoder.decode(stdout).length > 0);
  });
}
