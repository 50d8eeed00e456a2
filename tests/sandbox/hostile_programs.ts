/**
 * Programs that try to reach out of the sandbox, or to use up the machine, by kind. Those that need a secret's path, a
 * port that answers or the process of the host have SECRET, FILE_URL (the same as a URL), PORT or HOST in their code.
 */
import type { SandboxLimits } from "../../src/sandbox/run_code.ts";

/** How a program must end on every tier. */
export type End =
  /** Without a result, because it may not; in namespaces also because there is nothing of the kind. */
  | "refused"
  /** Without a result, for this reason. */
  | RegExp
  /** With this result, which tells nothing. */
  | { readonly result: unknown }
  /** Stopped by that limit. */
  | "time"
  | "files"
  | "output"
  /** Without a result; where no limit of the kernel or of V8 was first, stopped by the host for its memory. */
  | "memory";

/** A program that tries something. */
export interface HostileProgram {
  /** Completes the sentence "A program that ...". */
  readonly does: string;
  readonly code: string;
  readonly end: End;
  readonly limits?: Partial<SandboxLimits>;
}

const does = (end: End, limits: Partial<SandboxLimits> = {}) => (does: string, code: string): HostileProgram => {
  return { does, code, end, limits };
};
const main = (body: string) => `export default async (input: any) => { ${body} }`;
const refused = does("refused");

const FILES: readonly HostileProgram[] = [
  refused("reads a path", main("return Deno.readTextFileSync(SECRET)")),
  refused("reads upwards", main('return Deno.readTextFileSync("../../../secret.json")')),
  refused(
    "changes its folder, then reads",
    main('Deno.chdir("../../.."); return Deno.readTextFileSync("secret.json")'),
  ),
  refused("reads with node:fs", `import fs from "node:fs"; ${main('return fs.readFileSync(SECRET, "utf8")')}`),
  refused("opens a descriptor", `import fs from "node:fs"; ${main("return fs.openSync(SECRET)")}`),
  refused(
    "streams with node:fs",
    `import fs from "node:fs"; ${main("for await (const x of fs.createReadStream(SECRET)) return String(x)")}`,
  ),
  refused(
    "copies a folder with node:fs",
    `import fs from "node:fs"; ${main('fs.cpSync("../../..", "copy", { recursive: true }); return 1')}`,
  ),
  refused("imports a file as text", 'import x from FILE_URL with { type: "text" }; export default () => x'),
  refused("imports a file as JSON", 'import x from FILE_URL with { type: "json" }; export default () => x'),
  does(/is unsupported/)(
    "imports a file as bytes",
    'import x from FILE_URL with { type: "bytes" }; export default () => [...x]',
  ),
  refused("imports a file as code", "import x from FILE_URL; export default () => x"),
  refused("computes an import", main('return (await import(SECRET + "", { with: { type: "json" } })).default')),
  refused(
    "requires a file",
    `import { createRequire } from "node:module"; ${main('return createRequire("file:///x.js")(SECRET)')}`,
  ),
  refused(
    "imports from a data: module",
    main(
      'const m = `import x from ${JSON.stringify(FILE_URL)} with { type: "json" }; export default x`; return (await import("data:text/javascript," + encodeURIComponent(m))).default',
    ),
  ),
  refused(
    "imports from a blob: module",
    main(
      'const m = `import x from ${JSON.stringify(FILE_URL)} with { type: "json" }; export default x`; return (await import(URL.createObjectURL(new Blob([m], { type: "text/javascript" })))).default',
    ),
  ),
  refused(
    "imports a list of users",
    'import x from "file:///etc/passwd" with { type: "text" }; export default () => x',
  ),
  refused("fetches a file", main("return await (await fetch(FILE_URL)).text()")),
  refused("looks whether a file is there", main("return Deno.statSync(SECRET).size")),
  refused("asks for a real path", main('return Deno.realPathSync("../../..")')),
  refused("lists the folder above", main('return [...Deno.readDirSync("../..")].length')),
  refused("watches a folder", main("Deno.watchFs(SECRET); return 1")),
  refused("makes a symbolic link", main('Deno.symlinkSync(SECRET, "link"); return Deno.readTextFileSync("link")')),
  refused("makes a hard link", main('Deno.linkSync(SECRET, "link"); return 1')),
  refused(
    "returns a link as its result",
    `import fs from "node:fs"; ${main('fs.linkSync(SECRET, "result.json"); Deno.exit(0)')}`,
  ),
  refused(
    "returns a symbolic link as its result",
    `import fs from "node:fs"; ${main('fs.symlinkSync(SECRET, "result.json"); Deno.exit(0)')}`,
  ),
  refused("copies a file in", main('Deno.copyFileSync(SECRET, "copy"); return 1')),
  refused("moves a file in", main('Deno.renameSync(SECRET, "moved"); return 1')),
  refused("moves its own folder out", main('Deno.renameSync(".", "../../out"); return 1')),
  refused(
    "opens a database",
    `import { DatabaseSync } from "node:sqlite"; ${main('new DatabaseSync(SECRET + ".db"); return 1')}`,
  ),
  does(/too many attached/)(
    "attaches a database",
    `import { DatabaseSync } from "node:sqlite"; ${
      main('new DatabaseSync(":memory:").exec(`ATTACH ${JSON.stringify(SECRET)} AS x`); return 1')
    }`,
  ),
  does(/too many attached/)(
    "writes a database elsewhere",
    `import { DatabaseSync } from "node:sqlite"; ${
      main("const to = SECRET + 2; new DatabaseSync(':memory:').exec(`VACUUM INTO '${to}'`); return 1")
    }`,
  ),
  refused("overwrites a file", main('Deno.writeTextFileSync(SECRET, "gone"); return 1')),
  refused("removes a file", main("Deno.removeSync(SECRET); return 1")),
  refused("shortens a file", main("Deno.truncateSync(SECRET); return 1")),
  refused("changes the rights of a file", main("Deno.chmodSync(SECRET, 0o777); return 1")),
  refused("writes beside its folder", main('Deno.writeTextFileSync("../main.js", ""); return 1')),
  refused("writes into its input", main('Deno.writeTextFileSync("../in/code.ts", ""); return 1')),
  refused("removes its input", main('Deno.removeSync("../in", { recursive: true }); return 1')),
  refused("makes a temporary file elsewhere", main("Deno.makeTempFileSync(); return 1")),
  refused(
    "loads a native addon",
    `import process from "node:process"; ${main("process.dlopen({ exports: {} } as any, SECRET); return 1")}`,
  ),
];

const MACHINE: readonly HostileProgram[] = [
  refused("reads the environment", main("return Deno.env.toObject()")),
  refused("reads one variable", main('return Deno.env.get("HOME")')),
  refused("sets a variable", main('Deno.env.set("LD_PRELOAD", "x"); return 1')),
  refused("reads node's environment", `import { env } from "node:process"; ${main("return env.HOME")}`),
  refused("reads the environment of its process", main('return Deno.readTextFileSync("/proc/self/environ")')),
  refused("reads the memory map of its process", main('return Deno.readTextFileSync("/proc/self/maps")')),
  refused("reads how the host was started", main("return Deno.readTextFileSync(`/proc/${Deno.ppid}/cmdline`)")),
  refused("lists descriptors", main('return [...Deno.readDirSync("/proc/self/fd")].length')),
  refused("reads a device", main('return Deno.readFileSync("/dev/mem").length')),
  refused("asks for the name of the machine", main("return Deno.hostname()")),
  refused("asks for the user", `import os from "node:os"; ${main("return os.userInfo()")}`),
  refused("asks for the network's interfaces", main("return Deno.networkInterfaces()")),
  refused("asks for the load", main("return Deno.loadavg()")),
  refused("asks for the system's memory", main("return Deno.systemMemoryInfo()")),
  refused("starts a program", main('return new Deno.Command("deno").outputSync().code')),
  refused(
    "starts its own Deno",
    main('return new Deno.Command(Deno.execPath(), { args: ["--version"] }).outputSync().code'),
  ),
  refused(
    "starts a shell with node",
    `import { execSync } from "node:child_process"; ${main('return String(execSync("id"))')}`,
  ),
  refused(
    "forks with node",
    `import { fork } from "node:child_process"; ${
      main('fork(import.meta.filename ?? ""); await new Promise(() => {})')
    }`,
  ),
  refused("kills its host", main('Deno.kill(HOST, "SIGKILL"); return 1')),
  refused(
    "kills its parent with node",
    `import process from "node:process"; ${main('process.kill(process.ppid, "SIGKILL"); return 1')}`,
  ),
  refused("loads a library", main('Deno.dlopen("libc.so.6", {}); return 1')),
  does({ result: ["denied", "denied", "denied"] })(
    "asks for more rights",
    main(
      'return await Promise.all((["read", "net", "run"] as const).map(async (name) => (await Deno.permissions.request({ name })).state))',
    ),
  ),
  does(/Unstable API/)(
    "gives a worker more rights",
    main(
      'new Worker("data:text/javascript,", { type: "module", deno: { permissions: { net: true } } } as any); return 1',
    ),
  ),
  refused(
    "opens an inspector",
    `import inspector from "node:inspector"; ${main("inspector.open(0); return inspector.url() ?? null.x")}`,
  ),
  does({ result: [null, false, null] })(
    "asks a person",
    main('return [prompt("name?"), confirm("sure?"), Deno.stdin.readSync(new Uint8Array(9))]'),
  ),
];

const NETWORK: readonly HostileProgram[] = [
  refused("fetches", main('return await (await fetch("http://127.0.0.1:PORT/")).text()')),
  refused("connects", main("await Deno.connect({ port: PORT }); return 1")),
  refused("connects with TLS", main("await Deno.connectTls({ port: PORT }); return 1")),
  refused(
    "connects to a socket of a file",
    main('await Deno.connect({ transport: "unix", path: "/run/docker.sock" }); return 1'),
  ),
  refused(
    "connects with node:net",
    `import net from "node:net"; ${
      main('return await new Promise((ok, no) => net.connect(PORT, "127.0.0.1", () => ok(1)).on("error", no))')
    }`,
  ),
  refused(
    "asks with node:http",
    `import http from "node:http"; ${
      main('return await new Promise((ok, no) => http.get("http://127.0.0.1:PORT/", () => ok(1)).on("error", no))')
    }`,
  ),
  refused(
    "opens a web socket",
    main(
      'return await new Promise((ok, no) => { const s = new WebSocket("ws://127.0.0.1:PORT"); s.onopen = () => ok(1); s.onerror = (e: any) => no(e.error ?? new Error("not allowed")); })',
    ),
  ),
  refused(
    "sends a datagram",
    `import dgram from "node:dgram"; ${
      main(
        'return await new Promise((ok, no) => dgram.createSocket("udp4").on("error", no).send("x", PORT, "127.0.0.1", (e) => e ? no(e) : ok(1)))',
      )
    }`,
  ),
  refused("listens", main("Deno.listen({ port: 0 }); return 1")),
  refused("serves", main("await Deno.serve({ port: 0 }, () => new Response()).finished; return 1")),
  refused("resolves a name", main('return await Deno.resolveDns("localhost", "A")')),
  refused(
    "looks up a name with node",
    `import dns from "node:dns/promises"; ${main('return (await dns.lookup("localhost")).address')}`,
  ),
  refused("imports a remote module", 'import x from "http://127.0.0.1:PORT/x.ts"; export default () => x'),
  refused("computes a remote import", main('return (await import("http://127.0.0.1:" + "PORT/x.ts")).default')),
  refused("imports an npm package", 'import x from "npm:zod"; export default () => Object.keys(x)'),
  refused("imports a jsr package", 'import x from "jsr:@std/assert"; export default () => Object.keys(x)'),
];

const QUICK = { wallMs: 400 };
const time = does("time", QUICK);
const SMALL_OUTPUT = { outputBytes: 4096 };

const TIME: readonly HostileProgram[] = [
  time("spins", main("for (;;);")),
  time("spins before it is called", "for (;;); export default () => 1"),
  time("spins while its result is written", main("return { toJSON() { for (;;); } }")),
  time("never waits for a timer", main("for (;;) await 0")),
  time("matches an exponential pattern", main('return /^(a+)+$/.test("a".repeat(60) + "b")')),
  time("waits for memory", main("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); return 1")),
  time("waits for nothing", main("await new Promise((resolve) => setTimeout(resolve, 1e8))")),
  time(
    "ignores signals",
    `for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) Deno.addSignalListener(name, () => {}); ${
      main("await new Promise((resolve) => setTimeout(resolve, 1e8))")
    }`,
  ),
  time("counts in big numbers", main("let x = 3n; for (;;) x = x * x")),
  time("sorts without end", main("for (;;) Array.from({ length: 1e5 }, Math.random).sort()")),
];

const OUTPUT: readonly HostileProgram[] = [
  does("output", SMALL_OUTPUT)("floods its output", main('for (;;) console.log("x".repeat(10_000))')),
  does("output", SMALL_OUTPUT)("floods both outputs", main('for (;;) { console.log("é"); console.error("é"); }')),
  does("output", SMALL_OUTPUT)(
    "floods bytes that are no text",
    main("for (;;) Deno.stderr.writeSync(new Uint8Array(5000).fill(255))"),
  ),
  does("files", { fileCount: 10 })(
    "writes many files",
    main('for (let i = 0; i < 5_000; i++) Deno.writeTextFileSync(`f${i}`, ""); return 1'),
  ),
  does("files", { fileCount: 10 })(
    "nests folders",
    main('Deno.mkdirSync("d/".repeat(50), { recursive: true }); return 1'),
  ),
  does("files", { fileBytes: 4_000_000 })(
    "writes a large file",
    main('Deno.writeFileSync("big", new Uint8Array(9_000_000)); return 1'),
  ),
  does("files", { fileBytes: 4_000_000 })(
    "writes files that are large together",
    main('for (const f of "abc") Deno.writeFileSync(f, new Uint8Array(2e6)); return 1'),
  ),
  does("files", { fileBytes: 4_000_000 })(
    "makes a file of a terabyte",
    main('Deno.writeTextFileSync("big", ""); Deno.truncateSync("big", 2 ** 40); return 1'),
  ),
  does("files", { fileCount: 10 })(
    "hides files in a folder that cannot be read",
    main(
      'Deno.mkdirSync("d"); for (let i = 0; i < 20; i++) Deno.writeTextFileSync(`d/${i}`, ""); Deno.chmodSync("d", 0); await new Promise((resolve) => setTimeout(resolve, 1e8))',
    ),
  ),
  does("files", { fileBytes: 1_000_000 })(
    "fills a cache",
    main(
      'const c = await caches.open("c"); for (let i = 0; i < 99; i++) await c.put(`http://a/${i}`, new Response(new Uint8Array(1e6))); return 1',
    ),
  ),
  does(/over 1000/, { resultBytes: 1000 })("returns a long result", main('return "x".repeat(10_000)')),
  does(/not a regular file/)("returns a folder", main('Deno.mkdirSync("result.json"); Deno.exit(0)')),
  does(/not JSON/)("returns no JSON", main('Deno.writeTextFileSync("result.json", "{"); Deno.exit(0)')),
  does(/without returning/)("returns nothing and exits", main("Deno.exit(0)")),
  does(/^$/)("says that it was killed", main("Deno.exit(137)")),
  does({ result: [1] })("forges its result", main('Deno.writeTextFileSync("result.json", "[1]"); Deno.exit(0)')),
];

const memory = does("memory");

const MEMORY: readonly HostileProgram[] = [
  does("memory")(
    "fills buffers",
    main("const held = []; for (let i = 0; i < 60; i++) held.push(new Uint8Array(60e6).fill(1)); return held.length"),
  ),
  memory("fills the heap", main("const held = []; for (;;) held.push(new Array(1e6).fill(held.length))")),
  memory(
    "fills shared buffers",
    main(
      "const held = []; for (let i = 0; i < 200; i++) held.push(new Uint8Array(new SharedArrayBuffer(2 ** 24)).fill(1)); return held.length",
    ),
  ),
  memory(
    "fills the memory of WebAssembly",
    main(
      "const held = []; for (let i = 0; i < 64; i++) held.push(new Uint8Array(new WebAssembly.Memory({ initial: 1024 }).buffer).fill(1)); return held.length",
    ),
  ),
  memory(
    "grows a buffer",
    main(
      "const b = new ArrayBuffer(1, { maxByteLength: 2 ** 32 }); for (let n = 2 ** 24; n < 2 ** 32; n += 2 ** 24) { b.resize(n); new Uint8Array(b).fill(1); } return 1",
    ),
  ),
  memory(
    "fills strings",
    main(
      "const bytes = new Uint8Array(5e7).fill(97); const held = []; for (;;) held.push(new TextDecoder().decode(bytes))",
    ),
  ),
  memory(
    "fills blobs",
    main(
      "const held = []; for (let i = 0; i < 200; i++) held.push(new Blob([new Uint8Array(2 ** 24).fill(1)])); return held.length",
    ),
  ),
  does(/call stack size/)("recurses without end", main("const f = (): number => f() + 1; return f()")),
];

/** All of them. */
export const HOSTILE_PROGRAMS = [...FILES, ...MACHINE, ...NETWORK, ...TIME, ...OUTPUT, ...MEMORY];
