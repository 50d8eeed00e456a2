/** docs/any_service.md: a probe of a service of another form prints what the page shows, and its advice works. */
import { equal, match, ok } from "../assert.ts";
import { called } from "../commands/called.ts";
import { blocksOf, holdBlock, readPage } from "./pages.ts";

const page = await readPage("docs/any_service.md");
const THESIS = { signal: "buy", confidence: 0.7, reasoning: "cheap", key_drivers: ["d"], risks: [] };

/** The arguments of a command of the page, as a shell would split them. */
function argsOf(command: string): string[] {
  const [, rest = ""] = /deno task -q conviction probe (.*)$/m.exec(command) ?? [];
  return [...rest.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

Deno.test("the probe in docs/any_service.md equals a real one, and its advice works", async () => {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const { query, opts } = await request.json();
    return pathname === "/research/ask" && query !== undefined && opts.isin === "US0378331005"
      ? Response.json({ data: { items: [{ thesis: THESIS }] } })
      : Response.json({ error: { message: "not here" } }, { status: 404 });
  });
  const baseUrl = `http://127.0.0.1:${server.addr.port}`;
  const folder = await Deno.makeTempDir();
  const [, body = ""] = /`body\.json` being\s+`([^`]*)`/.exec(page.text) ?? [];
  await Deno.writeTextFile(`${folder}/body.json`, body);
  const probe = async (command: string) => {
    const env = { CONVICTION_BASE_URL: baseUrl, CONVICTION_API_KEY: "sk-page-0123456789" };
    const { code, out } = await called("probe", { folder, args: argsOf(command), env });
    return { code, out: out.replaceAll(baseUrl, "https://research.example") };
  };

  const blocks = blocksOf(page);
  const shown = blocks.find(({ code }) => code.startsWith("FAILED"));
  ok(shown, "the block is found");
  const asked = await probe(
    blocks.find(({ code }) => code.includes("deno task -q conviction probe --path"))?.code ?? "",
  );
  equal(asked.code, 1);
  const [verdict = ""] = /^FAILED: [\s\S]*Try next:\n.*\n/m.exec(asked.out) ?? [];
  await holdBlock(shown, verdict);

  const advised = await probe(verdict);
  equal(advised.code, 0);
  match(advised.out, /conviction\.json/);
  ok((await Deno.stat(`${folder}/conviction.json`)).isFile);
});
