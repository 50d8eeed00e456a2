/** What a cell of the Deno kernel says about errors of this module, and of what nothing awaits. */
import { equal, match, ok } from "../assert.ts";
import { type Kernel, startKernel } from "../../src/kernel/kernel.ts";
import { ROOT } from "../house/module_graph.ts";

const IMPORTS = `
import { connect } from "conviction";
import { openRun, screen } from "conviction/batch";
import { show } from "conviction/notebook";
const answering = async (status, code, use) => {
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () =>
    Response.json({ error: { message: "No.", code } }, { status }));
  return await use(connect({ baseUrl: "http://127.0.0.1:" + server.addr.port, apiKey: "key-of-a-desk" }));
};`;

async function kernelWithModule(): Promise<Kernel> {
  const kernel = await startKernel({ folder: "notebooks" });
  const { status, error } = await kernel.execute(IMPORTS, { timeoutMs: 60_000 });
  equal(status, "ok", error?.evalue);
  return kernel;
}

/** Cells that fail, and what the first lines of their error are. */
const FAILING: readonly { readonly cell: string; readonly says: RegExp }[] = [
  {
    cell: 'await show("text", { everyMS: 50 })',
    says: /^InputError: Cannot show this: there is no option everyMS; did you mean everyMs\?$/m,
  },
  {
    cell: 'connect({ baseURL: "http://127.0.0.1:9" })',
    says: /^SettingsError: Cannot connect: there is no option baseURL; did you mean baseUrl\?$/m,
  },
  {
    cell: "for await (const _ of screen([{ ticker: 'IBM' }], connect(), { maxCosts: 3 }));",
    says: /^InputError: Cannot screen: there is no option maxCosts; did you mean maxCost\?$/m,
  },
  {
    cell: 'await openRun("nothing", { outcome: true })',
    says: /^InputError: Cannot open .*: there is no option outcome; /m,
  },
  {
    cell: 'await openRun("nothing")',
    says: /^InputError: Cannot open the run .*nothing: there is no readable .*; give the folder of a run, or latest/m,
  },
  {
    cell: 'await answering(401, "invalid_api_key", (research) => research.reason("IBM"))',
    says:
      /^HttpError: Cannot get thesis: .* 401: No\.\nCheck the key: connect\(\{ apiKey \}\), or .*CONVICTION_API_KEY/m,
  },
  {
    cell: 'await answering(404, "not_found", (research) => show(research.stream("IBM")))',
    says: /^HttpError: Cannot get answer: .* 404: No\.\nCheck the address.*CONVICTION_BASE_URL/m,
  },
  {
    cell: 'await connect().reason("Analyse ZZZZQ")',
    says: /^HttpError: .* 422: The data does not know "ZZZZQ"\.\nAsk about a company by its ticker/m,
  },
];

Deno.test("an error of the module names what is wrong and the cure, without the calls inside the module; one that is awaited is not said twice", async (test) => {
  await using kernel = await kernelWithModule();
  for (const { cell, says } of FAILING) {
    await test.step(cell, async () => {
      const { status, error, outputs } = await kernel.execute(cell, { timeoutMs: 60_000 });
      equal(status, "error");
      equal(outputs().filter(({ output_type }) => output_type !== "display_data").length, 1);
      const said = error?.traceback.join("\n") ?? "";
      match(said, says);
      ok(!said.includes(ROOT.href), said);
      ok(!said.includes("key-of-a-desk"), said);
      ok(said.split("\n").length <= 6, said);
    });
  }
  await test.step("a stack keeps the person's own functions, and can be replaced", () => ownStack(kernel));
});

async function ownStack(kernel: Kernel): Promise<void> {
  const { error } = await kernel.execute('const mine = () => openRun("nothing");\nawait mine();');
  match(error?.traceback.join("\n") ?? "", /at (async )?mine \(<anonymous>/);
  const replaced = await kernel.execute('try { await mine() } catch (e) { e.stack = "own"; console.log(e.stack) }');
  match(JSON.stringify(replaced.outputs()), /"own\\n"/);
}

/** What the kernel hides by itself. The cells wait until the failure has been reported. */
const UNAWAITED: readonly { readonly what: string; readonly cell: string; readonly says: RegExp }[] = [
  {
    what: "a promise that nothing awaits",
    cell: 'openRun("nothing"); await reported();',
    says: /^A promise failed, and nothing awaits it: InputError: Cannot open the run .*nothing: [^\n]*\n$/,
  },
  {
    what: "an error in a timer",
    cell: 'setTimeout(() => { throw new RangeError("too\\nfar") }); await reported();',
    says: /^Code failed after its cell: RangeError: too far\n$/,
  },
  {
    what: "a promise, where the module was loaded twice,",
    cell:
      'await import("../src/notebook/cell_values.ts?again"); Promise.reject(new RangeError("far")); await reported();',
    says: /^A promise failed, and nothing awaits it: RangeError: far\n$/,
  },
  {
    what: "a promise that failed with a value without words",
    cell: "Promise.reject(Object.create(null)); await reported();",
    says: /^A promise failed, and nothing awaits it: a value without words\n$/,
  },
];

/** Waits in turns of the event loop: the kernel reports a rejection only when something else wakes it. */
const REPORTED = `
let isReported = false;
for (const type of ["unhandledrejection", "error"]) addEventListener(type, () => { isReported = true; });
const reported = async () => {
  while (!isReported) await new Promise((resolve) => setTimeout(resolve, 1));
};`;

Deno.test("what nothing awaits fails with one line in its cell", async (test) => {
  await using kernel = await kernelWithModule();
  await kernel.execute(REPORTED);
  for (const { what, cell, says } of UNAWAITED) {
    await test.step(what, async () => {
      await kernel.execute("isReported = false");
      const { status, outputs } = await kernel.execute(cell, { timeoutMs: 60_000 });
      equal(status, "ok");
      equal(outputs().length, 1, JSON.stringify(outputs()));
      const [output] = outputs();
      ok(output?.output_type === "stream" && output.name === "stderr");
      match(output.text, says);
    });
  }
});
