/** protect() in a real Deno kernel, which begins with every right. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { ROOT } from "../house/module_graph.ts";
import { sweep } from "../sweeps.ts";
import { type Kernel, startKernel } from "../../src/kernel/kernel.ts";

const FOLDER = new URL("notebooks", ROOT).pathname;
const THESIS = { agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "r" }, key_drivers: ["d"], risks: [] };
const IMPORTS = `
import { connect } from "conviction";
import { openRun, screen } from "conviction/batch";
import { protect, show } from "conviction/notebook";`;

/** What a cell prints, and its value; throws what the cell throws. */
async function said(kernel: Kernel, code: string): Promise<string> {
  const { status, error, outputs } = await kernel.execute(code, { timeoutMs: 60_000 });
  if (status !== "ok") throw new Error(error?.evalue ?? status);
  return outputs().map((one) => textOf(one as unknown as Record<string, unknown>)).join("");
}

function textOf({ text, data }: Record<string, unknown>): string {
  const value = text ?? (data as Readonly<Record<string, unknown>> | undefined)?.["text/plain"] ?? "";
  return Array.isArray(value) ? value.join("") : String(value);
}

/** Whether a cell is refused for want of a right. */
async function isRefused(kernel: Kernel, code: string): Promise<boolean> {
  return await said(kernel, code).then(
    () => false,
    (error) => /^Requires (?:run|env|write|ffi) access/.test(error.message),
  );
}

const RIGHTS: Readonly<Record<string, string>> = {
  run: `new Deno.Command("deno", { args: ["--version"], stdout: "null" }).outputSync()`,
  env: `Deno.env.get("PATH")`,
  write: `Deno.makeTempDirSync()`,
  ffi: `Deno.dlopen("libc.so.6", {})`,
};

Deno.test("after protect() a kernel starts, reads, writes and loads nothing that it may not, whoever asks twice; connect() still finds the service of the environment, whose key no cell can read, and asks it without a proxy", async () => {
  const keys: (string | null)[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ headers }) => {
    keys.push(headers.get("authorization"));
    return Response.json(THESIS);
  });
  const env = {
    CONVICTION_BASE_URL: `http://127.0.0.1:${server.addr.port}`,
    CONVICTION_API_KEY: "sk-canary",
    HTTP_PROXY: "http://127.0.0.1:9",
    NO_PROXY: "",
  };
  await using kernel = await startKernel({ folder: FOLDER, env });
  for (const right of ["run", "env", "write"]) equal(await isRefused(kernel, RIGHTS[right] ?? ""), false, right);
  match(await said(kernel, `${IMPORTS}\nprotect()`), /^Protected until the kernel restarts: .*\nWorks: .*\nDoes not: /);
  for (const [right, code] of Object.entries(RIGHTS)) equal(await isRefused(kernel, code), true, right);
  equal(
    await said(kernel, `console.log(protect() === protect(), protect().dropped.join())`),
    "true run,env,write,ffi\n",
  );
  const asked = await said(kernel, `console.log((await connect().reason("Analyse AAPL")).agent_thesis.confidence)`);
  deepEqual([asked, keys], ["0.51\n", ["Bearer sk-canary"]]);
  equal(await isRefused(kernel, `Deno.env.get("CONVICTION_API_KEY")`), true);
});

/** What a protected kernel with the embedded service does. */
interface Protected {
  readonly does: string;
  readonly proves: (kernel: Kernel) => Promise<void>;
}

const ORDERS = [
  { when: "protect() comes first", code: `protect();\nconst research = connect();` },
  {
    when: "the service has answered before",
    code: `const research = connect();
await research.stream("Analyse MSFT").final();\nprotect();`,
  },
];

const ANSWERS = ORDERS.map(({ when, code }): Protected => ({
  does: `the embedded service answers without a chart of prices, and says why, when ${when}`,
  async proves(kernel) {
    await said(kernel, `${IMPORTS}\n${code}\nconst answer = await research.stream("Analyse AAPL").final();`);
    const { state, files, why, warnings, verified } = JSON.parse(
      await said(
        kernel,
        `console.log(JSON.stringify({ state: answer.state, files: answer.files.map(({ filename }) => filename).toSorted(),
        why: answer.executions.map(({ stderr }) => stderr), warnings: answer.thesis?.metadata?.warnings,
        verified: answer.verification?.claims_verified }))`,
      ),
    );
    const words = "protect() dropped the right to run code; restart the kernel for charts";
    const others = ["evidence.csv", "statements.csv", "statements.png", "statements.svg"].map((end) => `AAPL_${end}`);
    deepEqual([state, files, why], ["completed", others, [`${words}\n`]]);
    deepEqual(warnings, [`no chart of AAPL: its program failed: ${words}`]);
    ok(verified > 0);
    match(await said(kernel, `await show(answer)`), /AAPL/);
  },
}));

async function readsAndDraws(kernel: Kernel): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const run = `for await (const _ of screen([{ ticker: "AAPL" }], connect(), { folder: ${
      JSON.stringify(`${folder}/run`)
    } }));`;
    await said(kernel, `${IMPORTS}\n${run}\nprotect();`);
    match(await said(kernel, `await show(await openRun(${JSON.stringify(`${folder}/run`)}))`), /AAPL/);
    const draw = `const { drawPriceChart } = await import(${JSON.stringify(new URL("src/chart/render.ts", ROOT).href)});
      const rows = ["2017-11-30", "2017-12-29"].map((date) => ({ date, close: 100, drawdown: 0 }));
      const words = { title: "t", subtitle: "s", source: "s", currency: "USD", closeLabel: "Close" };
      console.log((await drawPriceChart({ rows, ...words })).png.length > 10_000);`;
    equal(await said(kernel, draw), "true\n");
    await said(kernel, run.replace("/run", "/other")).then(
      () => ok(false, "it was written"),
      ({ message }) => match(message, /^Cannot create the folder .*no permission to write there/),
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const PROTECTED: readonly Protected[] = [
  ...ANSWERS,
  {
    does: "after protect() a run is still read and shown, a chart is drawn, and a screen names what it may not write",
    proves: readsAndDraws,
  },
];

for (const { does, proves } of sweep("kernel/protect", PROTECTED)) {
  Deno.test(does, async () => {
    await using kernel = await startKernel({ folder: FOLDER });
    await proves(kernel);
  });
}
