/** An `ask` on the sample, as a person starts it, connects to nothing: neither does Deno, for word of a newer version. */
import { deepEqual, equal, match } from "../assert.ts";
import { missingProgram, testNeeding } from "../needs.ts";
import { ROOT } from "./run_pipeline.ts";

const ASK = ["task", "-q", "--config", `${ROOT}deno.json`, "ask", "Analyse AAPL"];
const NAMES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

/** Accepts every connection, counts it and ends it. */
function listener(): AsyncDisposable & { readonly env: Record<string, string>; readonly connections: number } {
  const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let connections = 0;
  const accepting = (async () => {
    for await (const connection of server) {
      connections++;
      connection.close();
    }
  })();
  const address = `http://127.0.0.1:${server.addr.port}`;
  const proxies = NAMES.flatMap((name) => [[name, address], [name.toLowerCase(), address]]);
  return {
    env: Object.fromEntries([...proxies, ["NO_PROXY", ""], ["no_proxy", ""]]),
    get connections() {
      return connections;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      await accepting;
    },
  };
}

/** Deno's folder without the file that says when it last asked for a newer version: it would ask now. */
async function forgetfulFolder(): Promise<string> {
  const { stdout } = await new Deno.Command("deno", { args: ["info", "--json"] }).output();
  const { denoDir } = JSON.parse(new TextDecoder().decode(stdout)) as { readonly denoDir: string };
  const folder = await Deno.makeTempDir();
  for await (const { name } of Deno.readDir(denoDir)) {
    if (name !== "latest.txt") await Deno.symlink(`${denoDir}/${name}`, `${folder}/${name}`);
  }
  return folder;
}

/** The environment without what would end the question for a newer version, or go past the listener. */
async function freshEnv(proxies: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const { DENO_NO_UPDATE_CHECK: _, ...env } = Deno.env.toObject();
  const own = { INIT_CWD: await Deno.makeTempDir(), DENO_DIR: await forgetfulFolder(), NO_COLOR: "1" };
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("CONVICTION_"))),
    ...own,
    ...proxies,
  };
}

async function run(program: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(program, { args: [...args], env, clearEnv: true }).output();
  const text = new TextDecoder();
  equal(code, 0, text.decode(stderr));
  return text.decode(stdout);
}

Deno.test("an offline ask, started by its task, makes no connection; the listener counts what a program asks", async () => {
  await using counting = listener();
  const env = await freshEnv(counting.env);
  match(await run("deno", ASK, env), /^\*\*Apple \(AAPL\).* /m);
  equal(counting.connections, 0);
  const asks = 'await fetch("https://service.example").catch(() => {})';
  await run("deno", ["eval", asks], env);
  equal(counting.connections, 1);
});

testNeeding(missingProgram("strace"), "an offline ask makes no system call that connects to an address", async () => {
  const log = await Deno.makeTempFile();
  await run("strace", ["-f", "-e", "trace=connect,sendto", "-o", log, "deno", ...ASK], await freshEnv({}));
  const calls = (await Deno.readTextFile(log)).split("\n").filter((line) => /AF_INET6?\b/.test(line));
  deepEqual(calls, []);
});
