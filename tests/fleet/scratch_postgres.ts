/** A PostgreSQL server of a test's own, on a free port, with a data folder that is removed with it. */
import { once } from "../once.ts";

/** Where Debian's packages put the server, newest first. */
const FOLDERS = ["17", "16", "15", "14", "13"].map((version) => `/usr/lib/postgresql/${version}/bin`);

/** Folder of the server's programs; undefined where it is not installed. */
const postgresBin = FOLDERS.find((folder) => {
  try {
    return Deno.statSync(`${folder}/initdb`).isFile;
  } catch {
    return false;
  }
});

/** Whether a test of a fleet is skipped; in CI it is not. */
export const isWithoutPostgres = postgresBin === undefined;
if (isWithoutPostgres) {
  const need = "a PostgreSQL server (apt: postgresql)";
  if (Deno.env.get("CONVICTION_CI") === "1") throw new Error(`Cannot test a fleet: CI must have ${need}`);
  console.log(`Tests of a fleet are NOT RUN: they need ${need}`);
}

/** A server that a test may kill and start again. */
export interface ScratchPostgres extends AsyncDisposable {
  readonly url: string;
  /** Kills the server and all its processes, as a host that dies does. */
  kill(): Promise<void>;
  /** Its first process, and those that it has started. */
  processes(): Promise<readonly [first: number, ...others: number[]]>;
  start(): Promise<void>;
}

const LISTEN = "listen_addresses=";
/** Where it listens, unless its settings say otherwise. */
export const LOOPBACK = "127.0.0.1";

/** The server refuses to run as root. */
const AS_SERVER = Deno.uid() === 0 ? ["runuser", "-u", "postgres", "--"] : [];

/** A folder of the server's own. */
async function newFolder(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "conviction-fleet-" });
  await Deno.chmod(folder, 0o755);
  if (AS_SERVER.length > 0) await run("chown", "postgres", folder);
  return folder;
}

/** A data folder that each server begins with a copy of: to make one takes 1.5 s of processor time. */
const madeData = once(async () => {
  const folder = await newFolder();
  addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  const data = `${folder}/data`;
  await run(...AS_SERVER, `${postgresBin}/initdb`, "-D", data, "-A", "trust", "-U", "postgres");
  await Deno.writeTextFile(`${data}/pg_hba.conf`, "host all all all trust\n", { append: true });
  return data;
});

/** Starts a server. @param settings Like `synchronous_commit=off`, or the address of this machine where it listens. */
export async function scratchPostgres(...settings: readonly string[]): Promise<ScratchPostgres> {
  const folder = await newFolder();
  const data = `${folder}/data`;
  await run(...AS_SERVER, "cp", "-a", await madeData(), data);
  const port = freePort();
  const address = settings.findLast((one) => one.startsWith(LISTEN))?.slice(LISTEN.length) ?? LOOPBACK;
  const options = [
    `-p ${port}`,
    `-k ${folder}`,
    `-c ${LISTEN}${address}`,
    ...settings.map((one) => `-c ${one}`),
  ];
  const control = (...args: readonly string[]) => run(...AS_SERVER, `${postgresBin}/pg_ctl`, "-D", data, ...args);
  const start = () =>
    control("-o", options.join(" "), "-l", `${folder}/log`, "-w", "start").catch((error: Error) => {
      throw new Error(`${error.message}: ${Deno.readTextFileSync(`${folder}/log`).slice(-500)}`);
    });
  await start();
  const processes = async (): Promise<readonly [first: number, ...others: number[]]> => {
    const [pid = ""] = (await Deno.readTextFile(`${data}/postmaster.pid`)).split("\n");
    const children = (await new Deno.Command("pgrep", { args: ["-P", pid] }).output()).stdout;
    return [Number(pid), ...new TextDecoder().decode(children).split("\n").filter(Boolean).map(Number)];
  };
  const kill = async () => {
    for (const pid of await processes()) {
      try {
        Deno.kill(pid, "SIGKILL");
      } catch {
        // it ended by itself
      }
    }
  };
  return {
    url: `postgres://postgres@${address}:${port}/postgres`,
    kill,
    processes,
    start,
    async [Symbol.asyncDispose]() {
      await control("-m", "immediate", "-w", "stop").catch(() => {});
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function run(...[program = "", ...args]: readonly string[]): Promise<void> {
  // A server that was started keeps the streams it was given: these are files.
  const command = new Deno.Command(program, { args: [...args], cwd: "/", stdout: "null", stderr: "null" });
  const { code } = await command.output();
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}`);
}

/** Ports below those that Linux gives to connections that name none (32768 to 60999): no client takes one between two starts. */
const PORTS = { first: 20_000, count: 12_000 };

function freePort(): number {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    try {
      Deno.listen({ hostname: LOOPBACK, port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}
