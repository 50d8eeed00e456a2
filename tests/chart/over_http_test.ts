/** The modules as they come from a registry: over HTTP, with specifiers of packages instead of names. */
import { equal, match } from "../assert.ts";
import { sha256 } from "../../src/disk/digest.ts";
import config from "../../deno.json" with { type: "json" };
import { drawPriceChart } from "../../src/chart/render.ts";
import { chartOf } from "./chart_fixture.ts";

/** What publishing puts in the place of names. */
function publishedImports(): Record<string, string> {
  const packages = Object.entries(config.imports).filter(([, target]) => target.startsWith("npm:"));
  return Object.fromEntries(packages.flatMap(([name, target]) => [
    [name, target],
    [`${name}/`, `${target.replace("npm:", "npm:/")}/`],
  ]));
}

/** Serves the files of the checkout with the types of a registry. */
function registry() {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const type = pathname.endsWith(".ts") ? "application/typescript" : "text/plain";
    const text = await Deno.readTextFile(new URL(`../..${pathname}`, import.meta.url));
    return new Response(text, { headers: { "content-type": type } });
  });
  return { host: `127.0.0.1:${server.addr.port}`, [Symbol.asyncDispose]: () => server.shutdown() };
}

Deno.test("charts are drawn, in threads too, when the modules come over HTTP", async () => {
  await using served = registry();
  const folder = await Deno.makeTempDir();
  await Deno.copyFile(new URL("../../deno.lock", import.meta.url), `${folder}/deno.lock`); // asks no registry
  await Deno.writeTextFile(`${folder}/imports.json`, JSON.stringify({ imports: publishedImports() }));
  await Deno.writeTextFile(
    `${folder}/main.ts`,
    `import { createHash } from "node:crypto";
    import { createDrawing } from "http://${served.host}/src/chart/drawing.ts";
    const { png } = await createDrawing({ atOnce: 1 }).draw(${JSON.stringify(chartOf())});
    console.log(createHash("sha256").update(png).digest("hex"));`,
  );
  const allowed = ["--no-prompt", "--allow-read", `--allow-import=${served.host}`];
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--lock",
      `${folder}/deno.lock`,
      "--no-config",
      "--import-map",
      `${folder}/imports.json`,
      ...allowed,
      `${folder}/main.ts`,
    ],
  }).output();
  match(new TextDecoder().decode(stderr), /^$/);
  equal(new TextDecoder().decode(stdout).trim(), sha256((await drawPriceChart(chartOf())).png));
  await Deno.remove(folder, { recursive: true });
});
