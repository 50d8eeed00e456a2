/** Where there is no Deno, the remote client works, and what needs Deno says so. */
import { deepEqual, ok } from "../assert.ts";
import { loadedBy, ROOT } from "../house/module_graph.ts";

const MODULE = new URL("../../mod.ts", import.meta.url).href;
const THESIS = { agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "r" }, key_drivers: ["d"], risks: [] };

/** Hides Deno while the module is loaded, as on Node; what Deno has of Node needs it afterwards. */
const PROGRAM = `
for (const name of ["process", "fs", "fs/promises", "crypto", "timers/promises"]) await import("node:" + name);
const deno = Deno;
delete globalThis.Deno;
const { connect, openPrices } = await import("${MODULE}");
globalThis.Deno = deno;
const { agent_thesis } = await connect({ baseUrl: "BASE", apiKey: "k" }).reason("x");
const messages = [];
for (const use of [() => connect(), () => openPrices()]) {
  try {
    await use();
  } catch (error) {
    messages.push(error.name + ": " + error.message);
  }
}
console.log(JSON.stringify({ agent_thesis, messages }));
`;

Deno.test("without Deno the module loads and asks a remote service; the embedded one and prices say that they need it", async () => {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => Response.json(THESIS));
  const program = PROGRAM.replace("BASE", `http://127.0.0.1:${server.addr.port}`);
  const args = ["eval", "--quiet", program];
  const env = { CONVICTION_BASE_URL: "", CONVICTION_API_KEY: "", CONVICTION_MODEL: "" };
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, env }).output();
  const said = new TextDecoder().decode(stdout);
  ok(said !== "", new TextDecoder().decode(stderr));
  deepEqual(JSON.parse(said), {
    agent_thesis: THESIS.agent_thesis,
    messages: [
      "SettingsError: Cannot connect: the embedded service needs Deno; name a service with baseUrl or CONVICTION_BASE_URL",
      "InputError: Cannot open prices: reading them needs Deno; scoreTheses() takes any PricePort",
    ],
  });
});

Deno.test("of the files that the package for Node loads, only those of the machine and its network name Deno", async () => {
  // packages/npm/build.ts leaves out the two files that lead to src/notebook.
  const loaded = (await loadedBy("mod.ts", "packages/npm/batch.ts"))
    .filter((name) => name.endsWith(".ts") && !name.startsWith("src/notebook/"));
  ok(loaded.length > 100, `too few files found: ${loaded.length}`);
  const naming = await Promise.all(loaded.map(async (file) => {
    const code = (await Deno.readTextFile(new URL(file, ROOT))).replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, "");
    return /\bDeno\./.test(code) ? [file] : [];
  }));
  deepEqual(naming.flat().toSorted(), ["src/setup/host.ts", "src/setup/network.ts"]);
});
