import { readTextFile } from "../../src/commands/text_file.ts";
import type { Computer, ProgramEnd, ProgramOptions } from "../../src/commands/local/computer.ts";

/** What a program prints when it succeeds. */
export function prints(stdout: string): ProgramEnd {
  return { code: 0, stdout, stderr: "" };
}

/** Programs by name or path; what is not there does not start. */
export type Programs = Readonly<Record<string, ProgramEnd | ((options: ProgramOptions) => ProgramEnd)>>;

/** A Linux machine with room, a port, a Deno, and real files. */
export function fakeComputer({ programs = {}, ...given }: Partial<Computer> & { programs?: Programs } = {}): Computer {
  return {
    os: "linux",
    denoPath: "/opt/deno/deno",
    envNames: () => [],
    readText: readTextFile,
    run(program, options) {
      const ended = programs[program];
      return Promise.resolve(typeof ended === "function" ? ended(options) : ended);
    },
    freeBytes: () => Promise.resolve(1e12),
    usePort: () => Promise.resolve(),
    findSandbox: () => Promise.resolve("permissions"),
    ...given,
  };
}
