import { statfs } from "node:fs/promises";
import { readTextFile } from "../text_file.ts";

/** A program that ran to its end. */
export interface ProgramEnd {
  /** Exit status; 0 means success. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run a program. */
export interface ProgramOptions {
  readonly args: readonly string[];
  /** Working folder. Default: that of this process. */
  readonly cwd?: string;
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What installing a kernel and checking a machine take from it; a test hands in its own. */
export interface Computer {
  /** The operating system, as Deno names it: `linux`, `darwin`, `windows`. */
  readonly os: string;
  /** The path of the Deno that runs this. */
  readonly denoPath: string;
  /** Names of all environment variables that may be read. */
  envNames(): readonly string[];
  /** Reads a file; undefined if absent. */
  readText(path: string): string | undefined;
  /** Runs a program to its end, for a minute at most; undefined when it does not start. */
  run(program: string, options: ProgramOptions): Promise<ProgramEnd | undefined>;
  /** Bytes that may still be written on the disk of an existing folder. */
  freeBytes(folder: string): Promise<number>;
  /** Opens a port of this machine, connects to it and closes it. */
  usePort(): Promise<void>;
  /** The tier of the sandbox in which the code of an answer runs. */
  findSandbox(): Promise<string>;
}

const MOST_MS = 60_000;

/** The machine itself. */
export function thisComputer(): Computer {
  return {
    os: Deno.build.os,
    denoPath: Deno.execPath(),
    envNames: () => Object.keys(Deno.env.toObject()),
    readText: readTextFile,
    run,
    freeBytes,
    usePort,
    findSandbox: async () => (await (await import("../../sandbox/find_deno.ts")).findDeno()).tier,
  };
}

async function run(program: string, { args, cwd, env }: ProgramOptions): Promise<ProgramEnd | undefined> {
  const where = { ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env }) };
  try {
    const { code, stdout, stderr } = await new Deno.Command(program, {
      ...where,
      args: [...args],
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      signal: AbortSignal.timeout(MOST_MS),
    }).output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  } catch {
    return undefined; // it is missing, is no program, or may not be started
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function usePort(): Promise<void> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  using _outgoing = await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port });
  using _incoming = await listener.accept();
}
