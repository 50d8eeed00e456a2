/**
 * The command of the packages, as a person installs it into an empty HOME: from a registry on this machine that has the
 * tarball, and from the wheel. Registered by `package_test.ts`, with which it shares what was built.
 */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { serveEdgar } from "../connect/edgar_loopback.ts";
import { CONTACT, type MadeFiler, published } from "../connect/made_edgar.ts";
import { ROOT } from "../house/module_graph.ts";
import { HAS_PROGRAMS } from "../lanes.ts";
import { once } from "../once.ts";
import { missingProgram, missingPython, PYTHON, testNeeding } from "../needs.ts";
import { findNode, packed, run, startRegistry } from "./packed.ts";

const QUESTION = ["ask", "Analyse AAPL"];
/** The sample's list; charts are drawn by answers. */
const DEMO = ["screen", "--new", "--files", "none", "--out"];
/** What a site's network needs goes along. */
const SITE = /^(?:SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|DENO_TLS_CA_STORE|npm_config_\w+|PIP_\w+|https?_proxy|no_proxy)$/i;
/** Erases a line of a terminal. */
const ERASE = "\r\x1b[2K";
/** The first spawns Deno; the second becomes it. */
const MAJORS = [20, 22] as const;
const NODES = new Map(MAJORS.map((major) => [major, HAS_PROGRAMS ? findNode(major) : undefined]));
const missingNode = MAJORS.filter((major) => NODES.get(major) === undefined).map((major) => `Node ${major}`).join(
  " and ",
);

const PALANTIR: MadeFiler = {
  cik: 1321655,
  tickers: ["PLTR"],
  name: "Palantir Technologies Inc.",
  filings: [{ accession: "0000000001-20-000001", form: "10-K", filed: "2020-02-14", document: "r.htm", isXBRL: 1 }],
  facts: [{}, { start: "2018-01-01", end: "2018-12-31", value: 800 }],
};

/** An empty HOME, in which nothing is known of the checkout. */
async function emptyHome(path: string, more: Readonly<Record<string, string>> = {}): Promise<Deno.CommandOptions> {
  const home = await Deno.makeTempDir();
  const site = Object.entries(Deno.env.toObject()).filter(([name]) => SITE.test(name));
  const env = {
    ...Object.fromEntries(site),
    HOME: home,
    PATH: `${path}:${Deno.env.get("PATH")}`,
    npm_config_cache: `${home}/.npm`, // whoever started this with `npx` has named its own
    NO_COLOR: "1",
    ...more,
  };
  return { cwd: home, clearEnv: true, env };
}

/** What a checkout gives: the folder of a run of the demo, its theses, and an answer. */
const ofCheckout = once(async () => {
  const { folder } = await packed();
  const [env, run_] = [{ INIT_CWD: folder, NO_COLOR: "1" }, `${folder}/checkout`];
  await run(Deno.execPath(), ["task", "-q", ...DEMO, run_], { cwd: ROOT, env });
  const answer = await run(Deno.execPath(), ["task", "-q", ...QUESTION], { cwd: ROOT, env });
  return { run: run_, theses: await Deno.readTextFile(`${run_}/theses.csv`), answer };
});

async function namesIn(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).toSorted();
}

/** What the first match in a stream captures, and the end of the stream, to which it is read. */
function firstIn(stream: ReadableStream<Uint8Array>, pattern: RegExp) {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  const readAll = async () => {
    let said = "";
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
      said += chunk;
      const found = pattern.exec(said);
      if (found !== null) resolve(found.slice(1));
    }
    reject(new Error(`It ended before it said ${pattern}: ${said}`));
  };
  return { found: promise, end: readAll() };
}

/** Serves, asks, and ends it as a supervisor does. */
async function serves(command: string, options: Deno.CommandOptions): Promise<void> {
  const child = new Deno.Command(command, {
    args: ["serve", "--port", "0"],
    ...options,
    stdout: "piped",
    stderr: "null",
  })
    .spawn();
  const { found, end } = firstIn(
    child.stdout,
    /Listening on (\S+)\n[^]*Key, shown once: (\S+)\n[^]*Sandbox of the agent's code: (.+)\n[^]*Assistants: \S+\n/,
  );
  const [url = "", key = "", sandbox = ""] = await found;
  const headers = { "authorization": `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ input: "Analyse AAPL" });
  const response = await fetch(`${url}/v1/responses`, { method: "POST", headers, body });
  match(await response.text(), /Apple \(AAPL\): \w+/);
  match(sandbox, /^(?:bubblewrap|permissions)/);
  child.kill("SIGTERM");
  equal((await child.status).code, 0);
  await end;
  Deno.listen({ hostname: "127.0.0.1", port: Number(new URL(url).port) }).close(); // the port is free
}

/** Speaks to an assistant's end of the pipe. */
async function speaksMcp(command: string, options: Deno.CommandOptions): Promise<void> {
  const child = new Deno.Command(command, {
    args: ["mcp"],
    ...options,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  })
    .spawn();
  const answered = firstIn(child.stdout, /"structuredContent":.*"signal"/);
  const writer = child.stdin.getWriter();
  const send = (message: object) =>
    writer.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  const clientInfo = { name: "test", version: "1" };
  await send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  await send({ method: "notifications/initialized" });
  await send({ id: 2, method: "tools/call", params: { name: "thesis", arguments: { question: "Analyse AAPL" } } });
  await answered.found;
  await writer.close();
  equal((await child.status).code, 0);
  await answered.end;
}

testNeeding(
  missingNode || missingProgram("script") || undefined,
  `the command of the npm package does on Node ${MAJORS.join(" and ")} what a checkout does, in an empty HOME`,
  async (test) => {
    const package_ = await packed();
    await using registry = await startRegistry(package_);
    const [node = ""] = [...NODES.values()];
    const options = await emptyHome(node.replace(/\/[^/]*$/, ""), { npm_config_registry: registry.url });
    const home = String(options.cwd);
    const expected = await ofCheckout();
    await test.step("npx answers a question; beside Deno it installs nothing", async () => {
      const npx = ["-y", "@conviction/conviction"];
      const answer = expected.answer.replaceAll(
        /(npx -y deno@[\d.]+|deno) task -q ask/g,
        "npx @conviction/conviction ask",
      );
      equal(await run("npx", [...npx, ...QUESTION], options), answer);
      match(await run("npx", npx, options), /^npx @conviction\/conviction NAME \[arguments\]/);
      const [cached] = await namesIn(`${home}/.npm/_npx`);
      const modules = await namesIn(`${home}/.npm/_npx/${cached}/node_modules`);
      deepEqual(modules, [".bin", ".package-lock.json", "@conviction", "@deno", "deno"]);
    });
    await run(
      "npm",
      ["install", "--global", "--prefix", `${home}/g`, "--prefer-offline", "@conviction/conviction"],
      options,
    );
    const command = `${home}/g/bin/conviction`;
    for (const [major, path = ""] of NODES) {
      const on = {
        ...options,
        env: { ...options.env, PATH: `${path.replace(/\/[^/]*$/, "")}:${options.env?.["PATH"]}` },
      };
      await test.step(`Node ${major}: ask runs code in the sandbox, and a chart is drawn`, async () => {
        const answer = JSON.parse(await run(command, [...QUESTION, "--files", `files_${major}`, "--json"], on));
        ok(answer.executions.length > 0);
        ok((await namesIn(`${home}/files_${major}`)).includes("AAPL_price_drawdown.png"));
        deepEqual(answer.warnings, []);
      });
      await test.step(`Node ${major}: serve answers, and ends on SIGTERM`, () => serves(command, on));
      await test.step(`Node ${major}: mcp answers an assistant`, () => speaksMcp(command, on));
      await test.step(`Node ${major}: a terminal shows at once that it starts, until it has`, async () => {
        const shown = await run("script", ["-qec", `'${command}' ask --help`, "/dev/null"], on);
        const [starting = "", ...others] = shown.split(ERASE);
        match(starting, /^… starting; the first time takes a few seconds(?:\r… starting)?$/);
        ok(others.length > 0 && !/… starting/.test(others.join("")), shown);
      });
      await test.step(`Node ${major}: a refusal is that of the program, with its status and the command's name`, async () => {
        const child = new Deno.Command(command, { args: ["ask"], ...on, stdin: "null" });
        const { code, stderr } = await child.output();
        equal(code, 2);
        equal(
          new TextDecoder().decode(stderr),
          'error: Cannot ask: there is no question; try conviction ask "Analyse AAPL"\n',
        );
      });
    }
    await test.step("the demo's theses are the checkout's to the byte, and status and compare read its run", async () => {
      const said = await run(command, [...DEMO, "demo"], options);
      equal(await Deno.readTextFile(`${home}/demo/theses.csv`), expected.theses);
      match(said, /^(\d+) of \1 names done .* All [\d,]+ figures checked\.$/m);
      match(said, /^Your own list: {5}conviction screen my_tickers\.csv$/m);
      match(await run(command, ["status", "demo"], options), /^(\d+) of \1 rows: \1 done/m);
      match(await run(command, ["compare", expected.run, "demo"], options), /^(\d+) unchanged, of \1 names/m);
    });
    await test.step("the first figure of a filer that is not here comes after a consent, within 30 s", async () => {
      await using edgar = serveEdgar(published([PALANTIR]));
      const env = { ...options.env, CONVICTION_EDGAR_URL: edgar.url, CONVICTION_CONTACT: CONTACT };
      const question = "What was Palantir's revenue in 2019?";
      const refusal = await new Deno.Command(command, { args: [question], ...options, env, stdin: "null" }).output();
      match(new TextDecoder().decode(refusal.stderr), /nothing was fetched; .*: conviction ask '[^\n]*' --fetch$/m);
      deepEqual([refusal.code, edgar.asked], [2, []]);
      const began = performance.now();
      match(await run(command, [question, "--fetch"], { ...options, env }), /Palantir.* revenue .*2019/);
      const seconds = (performance.now() - began) / 1000;
      // deno-lint-ignore no-console -- it prints the figure
      console.log(`first figure of an unknown filer: ${seconds.toFixed(1)} s, ${edgar.asked.length} requests`);
      ok(seconds < 30, `${seconds} s`);
    });
    await test.step("a command with permissions of its own starts too", async () => {
      match(await run(command, ["kernel"], options), /Something does not work\? conviction doctor/);
    });
    await test.step("no page of a command names a task of a checkout", async () => {
      match(await run(command, [], options), /^ {2}mcp {3,}Answer an assistant/m);
      const names = ["ask", "data", "mcp", "model", "serve"];
      const pages = await Promise.all(names.map((name) => run(command, [name, "--help"], options)));
      deepEqual(names.filter((_, at) => /deno task/.test(pages[at] ?? "")), []);
    });
    await Deno.remove(home, { recursive: true });
  },
);

const PYTHON_PROGRAM = `
import json, os, sys, doctest, conviction
saved = sys.modules.pop("pandas", None); sys.modules["pandas"] = None
try: conviction.screen(["AAPL"])
except ModuleNotFoundError as error: missing = str(error)
del sys.modules["pandas"]
def refused(**given):
    try: conviction.ask(**given)
    except conviction.Refused as error: return [str(error).split(";")[0], error.status]
print(json.dumps({
    "examples": [doctest.testmod(conviction).failed, doctest.testmod(conviction).attempted > 2],
    "missing": missing,
    "refused": [refused(question="What is the weather in Paris?"), refused(question="Analyse AAPL", data="/nowhere")],
}))
`;

testNeeding(
  missingPython("pandas", "venv"),
  "the wheel has the same command, screen() gives a DataFrame and ask() a dict",
  async (test) => {
    const { wheel } = await packed();
    const options = await emptyHome("");
    const home = String(options.cwd);
    await run(PYTHON, ["-m", "venv", `${home}/venv`], options);
    await run(`${home}/venv/bin/pip`, ["install", "--quiet", wheel], options);
    const page = "from importlib.metadata import metadata; print(metadata('conviction').get_payload())";
    const described = await run(`${home}/venv/bin/python`, ["-c", page], options);
    const { name } = JSON.parse(await Deno.readTextFile(new URL("../../server.json", import.meta.url)));
    ok(described.includes(`mcp-name: ${name}`), "the registry of servers looks for it");
    const pandas = await run(PYTHON, [
      "-c",
      "import pandas, os; print(os.path.dirname(os.path.dirname(pandas.__file__)))",
    ]);
    const [own] = await run(`${home}/venv/bin/python`, ["-c", "import site; print(site.getsitepackages()[0])"]).then((
      said,
    ) => said.split("\n"));
    await Deno.writeTextFile(`${own}/pandas.pth`, pandas);
    await test.step("the command's theses are the checkout's to the byte", async () => {
      await run(`${home}/venv/bin/conviction`, [...DEMO, "wheel"], options);
      equal(await Deno.readTextFile(`${home}/wheel/theses.csv`), (await ofCheckout()).theses);
    });
    await test.step("the module gives values, refuses in the program's words, and its examples are true", async () => {
      const found = JSON.parse(await run(`${home}/venv/bin/python`, ["-c", PYTHON_PROGRAM], options));
      deepEqual(found, {
        examples: [0, true],
        missing: "Cannot make a table: pandas is missing; pip install 'conviction[pandas]'",
        refused: [['No filer at the SEC goes by "Paris"', 2], [
          "Cannot read the data folder /nowhere: no such folder",
          2,
        ]],
      });
    });
    await Deno.remove(home, { recursive: true });
  },
);
