import { deepEqual } from "../assert.ts";
import { describe, offersOf } from "../../src/mcp/offer.ts";
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
