/**
 * A program that tries operations of the runtime one after another, on each of Deno's rights. Its input is the path of a
 * file outside; it returns what became of each: "allowed", "refused" for want of a right, or the name of another error.
 */
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import childProcess from "node:child_process";
import dns from "node:dns/promises";
import inspector from "node:inspector";
import { createRequire } from "node:module";
import v8 from "node:v8";
import vm from "node:vm";
import workerThreads from "node:worker_threads";

interface Where {
  readonly secret: string;
}

type Operation = (where: Where) => unknown;

/** Reads and writes outside of its folders. */
const OUTSIDE: Readonly<Record<string, Operation>> = {
  "read": ({ secret }) => Deno.readTextFileSync(secret),
  "read bytes": ({ secret }) => Deno.readFile(secret),
  "open": ({ secret }) => Deno.openSync(secret),
  "stat": ({ secret }) => Deno.statSync(secret),
  "lstat": ({ secret }) => Deno.lstatSync(secret),
  "real path": ({ secret }) => Deno.realPathSync(secret),
  "read link": ({ secret }) => Deno.readLinkSync(secret),
  "list above": () => [...Deno.readDirSync("../..")],
  "list its own run": () => [...Deno.readDirSync("..")],
  "watch": ({ secret }) => Deno.watchFs(secret).close(),
  "change folder": () => Deno.chdir("/"),
  "fetch a file": async ({ secret }) => await (await fetch(`file://${secret}`)).text(),
  "import text": async ({ secret }) => await import(`file://${secret}`, { with: { type: "text" } }),
  "import JSON": async ({ secret }) => await import(`file://${secret}`, { with: { type: "json" } }),
  "import code": async ({ secret }) => await import(`file://${secret}.ts`),
  "require": ({ secret }) => createRequire("file:///x.js")(secret),
  "node read": ({ secret }) => fs.readFileSync(secret),
  "node open": ({ secret }) => fs.openSync(secret, "r"),
  "node list": () => fs.readdirSync("../.."),
  "node access": ({ secret }) => fs.accessSync(secret),
  "node copy": ({ secret }) => fs.cpSync(secret, "copied"),
  "node link": ({ secret }) => fs.linkSync(secret, "linked"),
  "node symlink": ({ secret }) => fs.symlinkSync(secret, "linked"),
  "node statfs": () => fs.statfsSync("/"),
  "write": ({ secret }) => Deno.writeTextFileSync(`${secret}.new`, ""),
  "write into input": () => Deno.writeTextFileSync("../in/new", ""),
  "write beside": () => Deno.writeTextFileSync("../new", ""),
  "append": ({ secret }) => Deno.writeTextFileSync(secret, "", { append: true }),
  "remove": ({ secret }) => Deno.removeSync(secret),
  "truncate": ({ secret }) => Deno.truncateSync(secret, 99),
  "chmod": ({ secret }) => Deno.chmodSync(secret, 0o777),
  "chown": ({ secret }) => Deno.chownSync(secret, 1, 1),
  "set times": ({ secret }) => Deno.utimeSync(secret, 1, 1),
  "rename in": ({ secret }) => Deno.renameSync(secret, "in"),
  "rename out": ({ secret }) => {
    Deno.writeTextFileSync("out", "");
    Deno.renameSync("out", `${secret}.out`);
  },
  "copy in": ({ secret }) => Deno.copyFileSync(secret, "in"),
  "link": ({ secret }) => Deno.linkSync(secret, "hard"),
  "symlink": ({ secret }) => Deno.symlinkSync(secret, "soft"),
  "symlink within": () => Deno.symlinkSync("a", "soft"),
  "make a folder": ({ secret }) => Deno.mkdirSync(`${secret}.dir`),
  "make a temporary file": () => Deno.makeTempFileSync(),
  "make a temporary folder": () => Deno.makeTempDirSync(),
  "open a database": ({ secret }) => new DatabaseSync(`${secret}.db`),
  "attach a database": ({ secret }) => new DatabaseSync(":memory:").exec(`ATTACH '${secret}' AS x`),
  "load an extension": () => new DatabaseSync(":memory:", { allowExtension: true }).loadExtension("x"),
  "read the environment of a process": () => Deno.readTextFileSync("/proc/self/environ"),
  "read the maps of a process": () => Deno.readTextFileSync("/proc/self/maps"),
  "read a device": () => Deno.readTextFileSync("/dev/tty"),
};

/** The network. */
const NETWORK: Readonly<Record<string, Operation>> = {
  "fetch": async () => await fetch("http://127.0.0.1:40009/"),
  "connect": async () => await Deno.connect({ port: 40009 }),
  "connect with TLS": async () => await Deno.connectTls({ port: 40009 }),
  "connect to a file's socket": async () => await Deno.connect({ transport: "unix", path: "/run/x.sock" }),
  "listen": () => Deno.listen({ port: 0 }).close(),
  "listen on a file's socket": () => Deno.listen({ transport: "unix", path: "s.sock" }).close(),
  "serve": async () => await Deno.serve({ port: 0, onListen() {} }, () => new Response()).shutdown(),
  "resolve": async () => await Deno.resolveDns("localhost", "A"),
  "web socket": () => new WebSocket("ws://127.0.0.1:40009"),
  "event source": () => new EventSource("http://127.0.0.1:40009").close(),
  "HTTP client": () => Deno.createHttpClient({ proxy: { url: "http://127.0.0.1:40009" } }).close(),
  "import http:": async () => await import("http://127.0.0.1:40009/x.ts"),
  "import npm:": async () => await import(`npm:${"zod"}`),
  "import jsr:": async () => await import(`jsr:${"@std/assert"}`),
  "node connect": () => new Promise((ok, no) => net.connect(40009, "127.0.0.1", () => ok(1)).on("error", no)),
  "node lookup": async () => await dns.lookup("localhost"),
};

/** The machine, its programs and the rights themselves. */
const MACHINE: Readonly<Record<string, Operation>> = {
  "all variables": () => Deno.env.toObject(),
  "a variable": () => Deno.env.get("HOME"),
  "whether a variable is set": () => Deno.env.has("HOME"),
  "set a variable": () => Deno.env.set("X", "1"),
  "delete a variable": () => Deno.env.delete("X"),
  "node variable": () => process.env.HOME,
  "node variables": () => Object.keys(process.env),
  "hostname": () => Deno.hostname(),
  "release": () => Deno.osRelease(),
  "uptime": () => Deno.osUptime(),
  "load": () => Deno.loadavg(),
  "interfaces": () => Deno.networkInterfaces(),
  "system memory": () => Deno.systemMemoryInfo(),
  "user": () => Deno.uid(),
  "group": () => Deno.gid(),
  "node user": () => os.userInfo(),
  "node processors": () => os.cpus(),
  "node home": () => os.homedir(),
  "node umask": () => process.umask(),
  "umask": () => Deno.umask(),
  "run": () => new Deno.Command("true").outputSync(),
  "run itself": () => new Deno.Command(Deno.execPath()).outputSync(),
  "node exec": () => childProcess.execSync("true"),
  "node spawn": () => childProcess.spawnSync("true").error,
  "kill the parent": () => Deno.kill(Deno.ppid, "SIGCONT"),
  "kill itself": () => Deno.kill(Deno.pid, "SIGCONT"),
  "node kill": () => process.kill(process.ppid, "SIGCONT"),
  "load a library": () => Deno.dlopen("libc.so.6", {}),
  "native addon": () => process.dlopen({ exports: {} }, "x.node"),
  "a pointer": () => Deno.UnsafePointer.create(1n),
  "inspector": () => inspector.open(0),
  "raise rights": async () => {
    if ((await Deno.permissions.request({ name: "net" })).state !== "granted") throw new Deno.errors.NotCapable();
  },
};

/** What a program has anyway. */
const OWN: Readonly<Record<string, Operation>> = {
  "read its input": () => Deno.readTextFileSync("../in/input.json"),
  "list its input": () => [...Deno.readDirSync("../in")],
  "write its folder": () => Deno.writeTextFileSync("a", ""),
  "read its folder": () => Deno.readTextFileSync("a"),
  "chmod its file": () => Deno.chmodSync("a", 0o600),
  "database in memory": () => new DatabaseSync(":memory:").close(),
  "process id": () => [Deno.pid, Deno.ppid],
  "path of Deno": () => Deno.execPath(),
  "working folder": () => Deno.cwd(),
  "versions": () => [Deno.version, Deno.build],
  "memory of its own": () => Deno.memoryUsage(),
  "signal handler": () => Deno.addSignalListener("SIGTERM", () => {}),
  "local storage": () => localStorage.setItem("a", "b"),
  "cache": async () => await caches.open("a"),
  "graphics adapter": async () => await navigator.gpu.requestAdapter(),
  "V8's flags": () => v8.setFlagsFromString("--max-old-space-size=8000"),
  "heap snapshot": () => v8.writeHeapSnapshot("../heap"),
  "evaluate": () => vm.runInNewContext("1 + 1"),
  "data: import": async () => await import("data:text/javascript,export default 1"),
  "blob: import": async () =>
    await import(URL.createObjectURL(new Blob(["export default 1"], { type: "text/javascript" }))),
  "internals": () => Object.keys(Reflect.get(Deno, Reflect.get(Deno, "internal"))),
  "node thread": () => new workerThreads.Worker("1", { eval: true }).terminate(),
  "WebAssembly": () => new WebAssembly.Memory({ initial: 1 }),
  "query rights": async () => await Deno.permissions.query({ name: "net" }),
};

async function outcomeOf(operation: Operation, where: Where): Promise<string> {
  try {
    await operation(where);
    return "allowed";
  } catch (error) {
    if (!(error instanceof Error)) return "an odd error";
    const { code } = error as { code?: string };
    const isRefused = error.name === "NotCapable" || code === "EPERM" ||
      /Requires|not allowed|NotCapable/.test(error.message);
    return isRefused ? "refused" : code ?? error.name;
  }
}

export default async (where: Where): Promise<Record<string, string>> => {
  const outcomes: Record<string, string> = {};
  // Its own first: an attack may change what they do.
  for (const [name, operation] of Object.entries({ ...OWN, ...OUTSIDE, ...NETWORK, ...MACHINE })) {
    outcomes[name] = await outcomeOf(operation, where);
  }
  return outcomes;
};
