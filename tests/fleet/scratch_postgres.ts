/** A PostgreSQL server of a test's own, on a free port, with a data folder that is removed with it. */
import { createServer } from "node:net";

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

/** Starts a server. @param settings Like `synchronous_commit=off`, or the address of this machine where it listens. */
export async function scratchPostgres(...settings: readonly string[]): Promise<ScratchPostgres> {
  const folder = await Deno.makeTempDir({ prefix: "conviction-fleet-" });
  await Deno.chmod(folder, 0o755);
  const isRoot = Deno.uid() === 0; // the server refuses to run as root
  const data = `${folder}/data`;
  if (isRoot) await run("chown", "postgres", folder);
  const asServer = (program: string, ...args: readonly string[]) =>
    isRoot
      ? run("runuser", "-u", "postgres", "--", `${postgresBin}/${program}`, ...args)
      : run(`${postgresBin}/${program}`, ...args);
  await asServer("initdb", "-D", data, "-A", "trust", "-U", "postgres");
  await Deno.writeTextFile(`${data}/pg_hba.conf`, "host all all all trust\n", { append: true });
  const port = await freePort();
  const address = settings.findLast((one) => one.startsWith(LISTEN))?.slice(LISTEN.length) ?? LOOPBACK;
  const options = [
    `-p ${port}`,
    `-k ${folder}`,
    `-c ${LISTEN}${address}`,
    ...settings.map((one) => `-c ${one}`),
  ];
  const start = () => asServer("pg_ctl", "-D", data, "-o", options.join(" "), "-l", `${folder}/log`, "-w", "start");
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
    start: async () => {
      await start();
    },
    async [Symbol.asyncDispose]() {
      await asServer("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop").catch(() => {});
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function run(program: string, ...args: readonly string[]): Promise<void> {
  // A server that was started keeps the streams it was given: these are files.
  const command = new Deno.Command(program, { args: [...args], cwd: "/", stdout: "null", stderr: "null" });
  const { code } = await command.output();
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject).listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
