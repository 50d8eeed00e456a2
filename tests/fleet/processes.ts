/** A fleet on this machine: its database, the service that counts, workers and conductor. */
import config from "../../deno.json" with { type: "json" };
import fleetConfig from "../../packages/fleet/deno.json" with { type: "json" };
import { listFolder } from "./list_folder.ts";
import { LOOPBACK, type ScratchPostgres, scratchPostgres } from "./scratch_postgres.ts";

const HERE = new URL("../../", import.meta.url).pathname;

/** A guard against a test that never ends: the longest takes a minute on two idle cores. */
const GIVE_UP_MS = 300_000;

/** What the service counted. */
export interface Counted {
  /** Requests that arrived, over all questions and of the one that arrived most often. */
  readonly arrivals: number;
  readonly mostOfOne: number;
  readonly executions: number;
  readonly mostExecutions: number;
  /** When each arrived, in milliseconds of the service's clock. */
  readonly starts: readonly number[];
}

/** Resolves when it is so; rejects where that does not come. */
export async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpMs = performance.now() + GIVE_UP_MS;
  while (!await isSo()) {
    if (performance.now() > giveUpMs) throw new Error(`It was not so within ${GIVE_UP_MS / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A service in a process of its own. */
export interface CountingService extends AsyncDisposable {
  readonly url: string;
  counted(): Promise<Counted>;
  /** Resolves when it has counted what is waited for; rejects where that does not come. */
  until(isEnough: (counted: Counted) => boolean): Promise<void>;
  /** Resolves when so many requests have arrived. */
  reached(arrivals: number): Promise<void>;
  /** The next request is refused with status 429 and this Retry-After. */
  refuseOne(seconds: number): Promise<void>;
}

/**
 * Starts a service that answers each question after this time and counts.
 * @param modes As `fake_service.ts` has them.
 * @param address Of this machine, where it listens.
 */
export async function countingService(
  answerMs: number,
  modes: readonly string[] = [],
  address = LOOPBACK,
): Promise<CountingService> {
  const args = ["run", "-q", "--allow-net", `${HERE}tests/fleet/fake_service.ts`, address, String(answerMs), ...modes];
  const child = new Deno.Command("deno", { args, stdout: "piped", stderr: "inherit" }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = await reader.read();
  const url = value.trim();
  const counted = async (): Promise<Counted> => {
    const { arrivals, executions, starts } = await (await fetch(`${url}/_report`)).json();
    const counts = (entries: readonly (readonly [string, number])[]) => entries.map(([, count]) => count);
    const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
    const [arrived, executed] = [counts(arrivals), counts(executions)];
    return {
      ...{ arrivals: sum(arrived), mostOfOne: Math.max(0, ...arrived) },
      ...{ executions: sum(executed), mostExecutions: Math.max(0, ...executed), starts },
    };
  };
  const until = (isEnough: (counted: Counted) => boolean) => eventually(async () => isEnough(await counted()));
  return {
    url,
    counted,
    until,
    reached: (arrivals) => until((counted) => counted.arrivals >= arrivals),
    async refuseOne(seconds) {
      await fetch(`${url}/_refuse?seconds=${seconds}`);
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await reader.cancel();
    },
  };
}

/** A process of the fleet; one that is still there is killed at the end. */
export interface FleetProcess extends AsyncDisposable {
  readonly pid: number;
  kill(signal: Deno.Signal): void;
  /** Its exit status and what it wrote. */
  readonly ended: Promise<{ readonly code: number; readonly text: string }>;
  /** Waits until it has written a text. @throws {Error} when it ends before. */
  says(pattern: RegExp): Promise<void>;
}

/** Where a process of the fleet runs. */
export interface FleetPlace {
  /** Where its paths start. */
  readonly folder: string;
  /** Address of the database. */
  readonly url: string;
  /** When a process that has not ended is killed, in milliseconds. Default: after 5 minutes. */
  readonly giveUpMs?: number;
  /** Words that its command begins with, as of another host. Default: none. */
  readonly on?: readonly string[];
}

/** Starts a task of `packages/fleet/deno.json`, with its permissions and settings. */
export function fleetProcess(
  name: "screen" | "work" | "status",
  args: readonly string[],
  { folder, url, giveUpMs = GIVE_UP_MS, on = [] }: FleetPlace,
): FleetProcess {
  const { command } = fleetConfig.tasks[name];
  const [program = "", ...words] = [...on, ...command.replace("DENO_NO_UPDATE_CHECK=1 ", "").split(" "), ...args];
  const child = new Deno.Command(program, {
    args: words,
    cwd: `${HERE}packages/fleet`,
    env: { CONVICTION_FLEET_URL: url, INIT_CWD: folder, NO_COLOR: "1", TMPDIR: folder }, // what it leaves goes with it
    ...{ stdout: "piped", stderr: "piped" },
  }).spawn();
  let end: { readonly code: number; readonly text: string } | undefined;
  const guard = setTimeout(() => child.kill("SIGKILL"), giveUpMs);
  let text = "";
  let onText = () => {};
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
      text += piece;
      onText();
    }
  };
  const ended = Promise.all([child.status, read(child.stdout), read(child.stderr)]).then(([{ code }]) => {
    clearTimeout(guard);
    return end = { code, text };
  });
  return {
    pid: child.pid,
    kill: (signal) => {
      if (end !== undefined) throw new Error(`${name} ended by itself with ${end.code}: ${end.text}`);
      child.kill(signal);
    },
    ended,
    async says(pattern) {
      while (!pattern.test(text)) {
        const more = Promise.withResolvers<void>();
        onText = more.resolve;
        if (await Promise.race([more.promise, ended]) !== undefined && !pattern.test(text)) throw new Error(text);
      }
    },
    async [Symbol.asyncDispose]() {
      if (end === undefined) child.kill("SIGKILL");
      await ended;
    },
  };
}

/** What a fleet under test is made of. */
export interface FleetOptions {
  /** Rows of its list. */
  readonly rows: number;
  /** How long the service takes for an answer, in milliseconds. */
  readonly answerMs: number;
  /** Modes of the service, as `fake_service.ts` names them. */
  readonly modes?: readonly string[];
  /** Workers at the beginning. Default: 2. */
  readonly workers?: number;
  /** Most requests that each worker has under way. Default: 32. */
  readonly concurrency?: number;
  /** Prepares the server. Default: its own database and role. @returns The address for the fleet. */
  readonly urlOf?: (postgres: ScratchPostgres) => Promise<string>;
}

/** A fleet under test; all of it ends with its block. */
export interface TestFleet extends AsyncDisposable {
  readonly postgres: ScratchPostgres;
  readonly service: CountingService;
  readonly workers: readonly FleetProcess[];
  /** Where its processes run: the folder of the list, and the database. */
  readonly place: FleetPlace;
  /** Starts a conductor of the list, with more flags. @param folder Of another list; with `out` in it. */
  screen(flags?: readonly string[], folder?: string): FleetProcess;
  /** Another folder with a list of so many rows. */
  listFolder(rows: number): Promise<string>;
  /** The `theses.csv` of a folder. */
  theses(folder?: string): Promise<string>;
}

/** Starts a PostgreSQL, a service and workers, and writes a list. */
export async function testFleet({ rows, answerMs, modes, workers = 2, ...options }: FleetOptions): Promise<TestFleet> {
  const { concurrency = 32, urlOf = ({ url }) => Promise.resolve(url) } = options;
  await using starting = new AsyncDisposableStack();
  let stack = starting;
  const newFolder = async (rows: number) => stack.use(await listFolder(rows)).folder;
  const postgres = starting.use(await scratchPostgres());
  const place = { folder: await newFolder(rows), url: await urlOf(postgres) };
  const service = starting.use(await countingService(answerMs, modes));
  const workArgs = ["--base-url", service.url, "--concurrency", String(concurrency)];
  const args = ["list.csv", "--files", "none", "--base-url", service.url, "--out", "out", "--quiet", "--shard", "50"];
  const working = Array.from({ length: workers }, () => starting.use(fleetProcess("work", workArgs, place)));
  stack = starting.move();
  return {
    ...{ postgres, service, place, workers: working, listFolder: newFolder },
    screen: (flags = [], folder = place.folder) =>
      stack.use(fleetProcess("screen", [...args, ...flags], { ...place, folder })),
    theses: (folder = place.folder) => Deno.readTextFile(`${folder}/out/theses.csv`),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Screens `list.csv` of a folder with one process. @returns Its `theses.csv`, and what it wrote on the terminal. */
export async function screenAlone(
  folder: string,
  serviceUrl: string,
  { files = "none", out = "alone", concurrency = 64, more = [] }: {
    readonly files?: "auto" | "none";
    readonly out?: string;
    readonly concurrency?: number;
    readonly more?: readonly string[];
  } = {},
): Promise<{ readonly theses: string; readonly text: string }> {
  const [program = "", ...words] = config.tasks.screen.replace("DENO_NO_UPDATE_CHECK=1", "").trim().replace(
    "--cached-only",
    "",
  ).split(/ +/);
  const flags = ["list.csv", "--files", files, "--base-url", serviceUrl, "--out", out, "--quiet", ...more];
  const args = [...words, ...flags, "--concurrency", String(concurrency)];
  const command = new Deno.Command(program, { args, cwd: HERE, env: { INIT_CWD: folder, NO_COLOR: "1" } });
  const { stderr } = await command.output();
  const theses = await Deno.readTextFile(`${folder}/${out}/theses.csv`);
  return { theses, text: new TextDecoder().decode(stderr) };
}
