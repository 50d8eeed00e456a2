import { deepEqual, equal, match, ok } from "../assert.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { makeRoom, run } from "./sandbox_fixture.ts";

const DENIED = /NotCapable|Requires|not allowed|was requested|were requested/;

/** The host replaces `SECRET` with the path of a file, and `PORT` with a port that answers. */
const REACHES_OUT = [
  { by: "reading a path", code: "export default () => Deno.readTextFileSync(SECRET)" },
  { by: "reading upwards", code: 'export default () => Deno.readTextFileSync("../../../secret.json")' },
  { by: "node:fs", code: 'import fs from "node:fs"; export default () => fs.readFileSync(SECRET, "utf8")' },
  { by: "a static import as text", code: 'import x from SECRET with { type: "text" }; export default () => x' },
  { by: "a static import as JSON", code: 'import x from SECRET with { type: "json" }; export default () => x' },
  { by: "a static import as code", code: "import x from SECRET; export default () => x" },
  {
    by: "a computed import",
    code: 'export default async () => (await import(SECRET + "", { with: { type: "json" } })).default',
  },
  {
    by: "a data: module that imports",
    code:
      'export default async () => (await import("data:text/javascript," + encodeURIComponent(`import x from ${JSON.stringify("file://" + SECRET)} with { type: "json" }; export default x`))).default',
  },
  { by: "fetch of a file", code: 'export default async () => await (await fetch("file://" + SECRET)).text()' },
  { by: "listing the parent folder", code: 'export default () => [...Deno.readDirSync("../..")].length' },
  { by: "a symbolic link", code: 'export default () => { Deno.symlinkSync(SECRET, "link"); return 1; }' },
  { by: "a hard link", code: 'export default () => { Deno.linkSync(SECRET, "link"); return 1; }' },
  {
    by: "a result that is a link",
    code: 'import fs from "node:fs"; export default () => { fs.linkSync(SECRET, "result.json"); Deno.exit(0); }',
  },
  { by: "copying a file in", code: 'export default () => { Deno.copyFileSync(SECRET, "copy"); return 1; }' },
  { by: "moving a file in", code: 'export default () => { Deno.renameSync(SECRET, "moved"); return 1; }' },
  {
    by: "SQLite",
    code:
      'import { DatabaseSync } from "node:sqlite"; export default () => { new DatabaseSync(SECRET + ".db"); return 1; }',
  },
  {
    by: "writing beside its folder",
    code: 'export default () => { Deno.writeTextFileSync("../main.js", ""); return 1; }',
  },
  {
    by: "writing into its input",
    code: 'export default () => { Deno.writeTextFileSync("../in/code.ts", ""); return 1; }',
  },
  { by: "the environment", code: "export default () => Deno.env.toObject()" },
  { by: "one variable", code: 'export default () => Deno.env.get("PATH")' },
  { by: "node's environment", code: 'import { env } from "node:process"; export default () => env.PATH' },
  { by: "the network", code: 'export default async () => await (await fetch("http://127.0.0.1:PORT/")).text()' },
  { by: "a socket", code: "export default async () => { await Deno.connect({ port: PORT }); return 1; }" },
  { by: "listening", code: "export default () => { Deno.listen({ port: 0 }); return 1; }" },
  { by: "resolving a name", code: 'export default () => Deno.resolveDns("localhost", "A")' },
  { by: "a remote module", code: 'import x from "http://127.0.0.1:PORT/x.ts"; export default () => x' },
  { by: "an npm package", code: 'import x from "npm:zod"; export default () => Object.keys(x)' },
  { by: "starting a program", code: 'export default () => new Deno.Command("deno").outputSync().code' },
  {
    by: "node's child process",
    code: 'import { execSync } from "node:child_process"; export default () => String(execSync("id"))',
  },
  { by: "killing its host", code: 'export default () => { Deno.kill(Deno.ppid, "SIGTERM"); return 1; }' },
  { by: "a foreign library", code: 'export default () => { Deno.dlopen("libc.so.6", {}); return 1; }' },
  { by: "the name of the machine", code: "export default () => Deno.hostname()" },
] as const;
for (const { by, code } of REACHES_OUT) {
  Deno.test(`runCode() keeps code from reaching out by ${by}`, async () => {
    await using room = await makeRoom();
    await using server = listen();
    const literal = /^import .* from SECRET/.test(code) ? `file://${room.secretPath}` : room.secretPath;
    const real = code.replaceAll("SECRET", JSON.stringify(literal)).replaceAll("PORT", `${server.port}`);
    const found = await run(room, real);
    equal("result" in found, false, JSON.stringify(found));
    match(found.stderr, DENIED);
    equal(server.requests(), 0);
    match(await Deno.readTextFile(room.secretPath), /canary/);
  });
}

interface Server extends AsyncDisposable {
  readonly port: number;
  requests(): number;
}

function listen(): Server {
  let requests = 0;
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepting = (async () => {
    for await (const connection of listener) {
      requests += 1;
      connection.close();
    }
  })();
  return {
    port: listener.addr.port,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
    },
  };
}

Deno.test("runCode() confines a worker of the code in the same way", async () => {
  await using room = await makeRoom();
  const module = `
    import x from ${JSON.stringify(`file://${room.secretPath}`)} with { type: "json" };
    postMessage(x);`;
  const code = `export default () => new Promise((resolve, reject) => {
    const url = "data:text/javascript," + encodeURIComponent(${JSON.stringify(module)});
    const worker = new Worker(url, { type: "module" });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => { event.preventDefault(); reject(new Error(event.message)); };
  });`;
  // Under the default memory a second isolate does not even start.
  const found = await run(room, code, { limits: { memoryBytes: 4 * 2 ** 30 } });
  match(found.stderr, DENIED);
});

const EXHAUSTS = [
  { what: "spins", by: "time", limits: { wallMs: 400 }, code: "export default () => { for (;;); }" },
  {
    what: "sleeps through SIGTERM",
    by: "time",
    limits: { wallMs: 400 },
    code: `for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) Deno.addSignalListener(name, () => {});
      export default () => new Promise((resolve) => setTimeout(resolve, 5_000));`,
  },
  {
    what: "floods stdout",
    by: "output",
    limits: { outputBytes: 4096 },
    code: 'export default () => { for (;;) console.log("x".repeat(10_000)); }',
  },
  {
    what: "floods both outputs",
    by: "output",
    limits: { outputBytes: 4096 },
    code: 'export default () => { for (;;) { console.log("é"); console.error("é"); } }',
  },
  {
    what: "writes many files",
    by: "files",
    limits: { fileCount: 10 },
    code: 'export default () => { for (let i = 0; i < 5_000; i++) Deno.writeTextFileSync(`f${i}`, ""); return 1; }',
  },
  {
    what: "writes many nested folders",
    by: "files",
    limits: { fileCount: 10 },
    code: 'export default () => { Deno.mkdirSync("d/".repeat(50), { recursive: true }); return 1; }',
  },
  {
    what: "writes one large file",
    by: "files",
    limits: { fileBytes: 4_000_000 },
    code: 'export default () => { Deno.writeFileSync("big", new Uint8Array(9_000_000)); return 1; }',
  },
  {
    what: "writes several files that are too large together",
    by: "files",
    limits: { fileBytes: 4_000_000 },
    code: 'export default () => { for (const f of "abc") Deno.writeFileSync(f, new Uint8Array(2e6)); return 1; }',
  },
] as const;
for (const { what, by, limits, code } of EXHAUSTS) {
  Deno.test(`runCode() stops code that ${what}, and names ${by} as the limit`, async () => {
    await using room = await makeRoom();
    const found = await run(room, code, { limits });
    equal(found.stopped_by, by);
    if (by === "time") equal(found.return_code, 137, "only SIGKILL ended it");
    const bytes = new TextEncoder().encode(found.stdout + found.stderr).length;
    if (by === "output") ok(bytes >= 4096 && bytes < 4096 + 8, `${bytes}`);
  });
}

Deno.test("runCode() accepts a result below its limit and rejects one above", async () => {
  await using room = await makeRoom();
  const code = 'export default (n: number) => "x".repeat(n)';
  const limits = { resultBytes: 1000 };
  equal((await run(room, code, { limits, input: 998 })).result, "x".repeat(998));
  match((await run(room, code, { limits, input: 999 })).stderr, /1001 bytes, over 1000/);
});

Deno.test("runCode() reads a forged result only as JSON", async () => {
  await using room = await makeRoom();
  const forge = (text: string) =>
    `export default () => { Deno.writeTextFileSync("result.json", ${JSON.stringify(text)}); Deno.exit(0); }`;
  match((await run(room, forge("{"))).stderr, /not JSON/);
  deepEqual((await run(room, forge("[1]"))).result, [1]);
  const folder = 'export default () => { Deno.mkdirSync("result.json"); Deno.exit(0); }';
  match((await run(room, folder)).stderr, /not a regular file/);
});

Deno.test("runCode() survives code that fills the heap", async () => {
  await using room = await makeRoom();
  const code = "export default () => { const a = []; for (;;) a.push(new Array(1e6).fill(a.length)); }";
  const found = await run(room, code, { limits: { memoryBytes: 700 * 2 ** 20 } });
  equal("result" in found, false);
});

testNeeding(
  missingProgram("prlimit"),
  "runCode() survives code that fills typed arrays, which V8's own limit does not count",
  async () => {
    await using room = await makeRoom();
    const code = `export default () => {
      const held = [];
      for (let i = 0; i < 24; i++) held.push(new Uint8Array(2 ** 26).fill(1));
      return held.length;
    };`;
    match((await run(room, code)).stderr, /allocation failed/);
  },
);

testNeeding(
  missingProgram("prlimit"),
  "runCode() stops code at its processor time, before the wall clock",
  async () => {
    await using room = await makeRoom();
    const limits = { cpuSeconds: 1, wallMs: 60_000 };
    const found = await run(room, "export default () => { for (;;); }", { limits });
    deepEqual([found.stopped_by, found.return_code], ["time", 128 + 24]);
  },
);

Deno.test("runCode() passes nothing from one run to the next", async () => {
  await using room = await makeRoom();
  const code = `export default async () => {
    const before = [localStorage.getItem("a"), await caches.has("b")];
    localStorage.setItem("a", "left");
    await caches.open("b");
    return before;
  };`;
  deepEqual((await run(room, code)).result, [null, false]);
  deepEqual((await run(room, code)).result, [null, false]);
});

Deno.test("runCode() provides no input: prompt, confirm and stdin are empty", async () => {
  await using room = await makeRoom();
  const code = `export default () =>
    [prompt("name?"), confirm("sure?"), Deno.stdin.readSync(new Uint8Array(9))];`;
  deepEqual((await run(room, code)).result, [null, false, null]);
});
