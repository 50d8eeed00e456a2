/** What a screen of the embedded service says of its cost: it has none. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { connectTo } from "../../src/commands/connect_to.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import { testHost } from "./captured.ts";

const FREE = "the embedded service is free";

async function screened(args: readonly string[]) {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/list.csv`, "ticker\nIBM\nAAPL\n");
  const host = testHost({ folder, connect: (settings) => Promise.resolve(connectTo(settings)) });
  const code = await screenCommand(["list.csv", "--out", "out", "--files", "none", ...args], host);
  return { code, folder, out: host.out.text, err: host.err.text };
}

Deno.test("a price of the embedded service does not count, in no line and in no file, and stops nothing", async () => {
  const { code, folder, out, err } = await screened(["--price", "0.25", "--max-cost", "0.25"]);
  equal(code, 0, err);
  ok(out.includes(`\n--price and --max-cost do not count: ${FREE}.\n`), out);
  match(
    out.replace(/\s+/g, " "),
    new RegExp(` 2 of 2 names done in [^.]*\\. All \\d+ figures checked\\. Nothing spent: ${FREE}\\. `),
  );
  const manifest = JSON.parse(await Deno.readTextFile(`${folder}/out/manifest.json`));
  deepEqual([manifest.spent, out.includes("At most")], [undefined, false]);
  const page = await Deno.readTextFile(`${folder}/out/report.html`);
  ok(page.includes(FREE) && !page.includes("no price set"), "the page's tile");
});

Deno.test("without a price a run of the embedded service says nothing of cost, and its dry run that it costs nothing", async () => {
  const { out } = await screened(["--limit", "1"]);
  ok(!out.includes("free"), out);
  match((await screened(["--dry-run"])).out, new RegExp(`^Cost {7}nothing: ${FREE}$`, "m"));
  match((await screened(["--dry-run", "--price", "2"])).out, new RegExp(`^Cost {7}nothing: ${FREE}$`, "m"));
});
