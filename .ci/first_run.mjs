// deno-lint-ignore-file no-console -- it prints for people
// Measures what the README's first command downloads, and fails above the limit; prints how long it takes. Everything
// passes through a proxy of this program, which counts bytes, encrypted as they are. HOME should be empty.
//   node .ci/first_run.mjs
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";

/** Beyond Deno itself. */
const MAX_MIB = 12;
/** On two idle cores; printed beside what was measured, because a busy machine takes longer. */
const MAX_PROCESSOR_SECONDS = 10;
/** Until it shows something: without `-q`, what it downloads. Printed beside what was measured. */
const MAX_SECONDS_OF_NOTHING = 2;

const PROXIES = ["http_proxy", "https_proxy", "npm_config_proxy", "npm_config_https_proxy"];
const proxies = Object.keys(process.env).filter((name) => PROXIES.includes(name.toLowerCase()));
if (proxies.length > 0) {
  console.log(`The first run is not measured: ${proxies.join(", ")} name a proxy already.`);
  process.exit();
}

const DENO = ["-y", "deno@2.9"];
const SCREEN = [...DENO, "task", "screen", "--new", "--out"];

let bytes = 0;
const proxy = createServer((asked, answer) => { // a registry without TLS
  const forward = request(asked.url, { method: asked.method, headers: asked.headers }, (reply) => {
    answer.writeHead(reply.statusCode, reply.headers);
    reply.on("data", ({ length }) => bytes += length).pipe(answer);
  });
  asked.pipe(forward.on("error", () => answer.destroy()));
});
proxy.on("connect", ({ url }, client, head) => {
  const { hostname, port } = new URL(`https://${url}`);
  const server = connect(Number(port || 443), hostname, () => {
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    server.write(head);
    server.on("data", ({ length }) => bytes += length).pipe(client).pipe(server);
  });
  server.on("error", () => client.destroy());
  client.on("error", () => server.destroy());
});
await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));

const folder = await mkdtemp("first_run_");
try {
  const deno = await run(["npx", ...DENO, "--version"]);
  const first = await run(["npx", ...SCREEN, join(folder, "1")]);
  const again = await run(["npx", ...SCREEN, join(folder, "2")]);
  console.log(
    `The first run downloads ${mib(deno)} MiB for Deno and ${mib(first)} MiB of packages (at most ${MAX_MIB}), and ` +
      `takes ${first.seconds} s, ${first.processorSeconds} s of processor time (aim: ${MAX_PROCESSOR_SECONDS}); it shows ` +
      `something after ${first.secondsOfNothing} s (aim: ${MAX_SECONDS_OF_NOTHING}). ` +
      `The next run downloads ${mib(again)} MiB.`,
  );
  if (deno.bytes < 1e7) console.log("Not measured: HOME was not empty, or the downloads went past the proxy.");
  if (first.bytes > MAX_MIB * 2 ** 20) throw new Error("the first run downloads too much");
} finally {
  await rm(folder, { recursive: true });
  proxy.closeAllConnections();
  proxy.close();
}

async function run(command) {
  const bytesBefore = bytes;
  const begun = Date.now();
  const address = `http://127.0.0.1:${proxy.address().port}`;
  const env = { ...process.env, no_proxy: "", NO_PROXY: "" };
  for (const name of PROXIES.slice(0, 2)) env[name] = env[name.toUpperCase()] = address;
  const child = spawn("sh", ["-c", '"$@" && times', "sh", ...command], { env, stdio: ["ignore", "pipe", "pipe"] });
  let shown = "";
  let secondsOfNothing;
  const sees = () => secondsOfNothing ??= secondsSince(begun);
  child.stdout.once("data", sees);
  child.stderr.once("data", sees).pipe(process.stderr, { end: false });
  for await (const chunk of child.stdout.setEncoding("utf8")) shown += chunk;
  const code = child.exitCode ?? await new Promise((resolve) => child.on("exit", resolve));
  if (code !== 0) throw new Error(`${command.join(" ")}: exit status ${code}, ${shown}`);
  const [, user, system] = /(\S+) (\S+)\s*$/.exec(shown);
  return {
    bytes: bytes - bytesBefore,
    ...{ secondsOfNothing, seconds: secondsSince(begun) },
    processorSeconds: Number((secondsOf(user) + secondsOf(system)).toFixed(1)),
  };
}

function secondsSince(ms) {
  return ((Date.now() - ms) / 1000).toFixed(1);
}

function mib({ bytes }) {
  return (bytes / 2 ** 20).toFixed(1);
}

function secondsOf(time) { // "1m2.345s"
  const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/.exec(time);
  return 60 * Number(minutes) + Number(seconds);
}
