import { deepEqual, match } from "../assert.ts";
import { describe, offersOf } from "../../src/mcp/assistant.ts";
import { PARTS } from "./fixture.ts";

/** The rows of the table of tools, as docs/mcp.md should have them. */
function rows(): string[] {
  return offersOf(PARTS.tools, { all: false }).map(describe).map(({ name, description, inputSchema }) => {
    const { properties, required = [] }: { properties: object; required?: readonly string[] } = Object(inputSchema);
    const asked = Object.keys(properties).map((one) => required.includes(one) ? `\`${one}\`` : `\`${one}\`?`);
    return `| \`${name}\` | ${asked.join(", ")} | ${description} |`;
  });
}

Deno.test("docs/mcp.md has a row for each tool that is offered at first, from the registry", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/mcp.md", import.meta.url));
  const written = page.split("\n").filter((line) => /^\| `\w+` /.test(line)).map((line) => line.replace(/ +/g, " "));
  deepEqual(written, rows());
});

Deno.test("server.json describes the package that deno.json is, and starts what docs/mcp.md says", async () => {
  const text = async (name: string) => await Deno.readTextFile(new URL(`../../${name}`, import.meta.url));
  const { name, version, packages: [npm, pypi] } = JSON.parse(await text("server.json"));
  const { name: identifier, version: own } = JSON.parse(await text("deno.json"));
  deepEqual([version, npm.version, npm.identifier, npm.transport.type], [own, own, identifier, "stdio"]);
  deepEqual(npm.packageArguments.map(({ value }: { readonly value: string }) => value), ["mcp"]);
  deepEqual([pypi.version, pypi.identifier, pypi.packageArguments], [own, "conviction", npm.packageArguments]);
  match(name, /^io\.github\.[\w-]+\/[\w-]+$/);
  match(await text("docs/mcp.md"), new RegExp(`npx -y ${npm.runtimeArguments[0].value} ${identifier} mcp`));
});
