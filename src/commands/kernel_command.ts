import { resolve } from "node:path";
import { InputError } from "../protocol/errors.ts";
import { type CommandHost, perform, type Place } from "./command.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import type { Host } from "./host.ts";
import type { Computer } from "./local/computer.ts";
import { IMPORT_ALL, writeImportMap } from "./local/import_map.ts";
import { type InstalledKernel, installKernel, removeKernel } from "./local/install_kernel.ts";
import { shellWord, typedCommand } from "../text/typed_command.ts";

const FLAGS = {
  "in": { value: "FOLDER", help: "also make notebooks in FOLDER find conviction: a deno.json with an import map" },
  "remove": { help: "remove what it installed" },
} as const satisfies FlagTable;

/** The page of `kernel`. */
export const KERNEL = {
  does: "Installs the Deno kernel for Jupyter, so that notebooks and the code of an answer run from any folder.",
  usage: ["kernel [--in FOLDER]", "kernel --remove"],
  flags: FLAGS,
  notes: [
    "It writes a kernel named conviction, and deno where no other kernel has that name, into Jupyter's folder of this",
    "user: $JUPYTER_DATA_DIR, or the one of the system. A Deno in npx's cache is kept beside them.",
    "Exit status: 0 done; 1 not done, or the import map does not work; 2 wrong usage, or nowhere to write.",
  ],
} as const satisfies CommandPage;

type KernelCommandHost = CommandHost & Pick<Host, "versions">;

/** What the command works with. */
interface Work extends Place<KernelCommandHost> {
  readonly computer: Computer;
}

/**
 * Installs our kernel spec for Jupyter, or removes it.
 * @param args As the shell passed them; `--help` explains them.
 * @returns Exit status: 0 done; 1 not done, or the import map does not work; 2 wrong usage, or nowhere to write.
 */
export function kernelCommand(args: readonly string[], host: KernelCommandHost, computer: Computer): Promise<number> {
  return perform(args, host, {
    page: KERNEL,
    work: (flags, terminal) =>
      flags.remove ? undo(flags, { host, computer, terminal }) : install(flags, { host, computer, terminal }),
  });
}

async function install(flags: FlagsOf<typeof FLAGS> & Given, work: Work): Promise<number> {
  const { host, computer, terminal } = work;
  refuseWords(flags);
  const folder = flags.in === undefined ? undefined : resolve(host.folder, flags.in);
  const map = folder === undefined ? undefined : await writeImportMap(folder, computer);
  const installed = await installKernel({ host, computer });
  terminal.print(...kernelLines(installed, host.versions["deno"] ?? ""));
  if (map !== undefined) terminal.print(`Import map: ${map.path}, ${MAP_WORDS[map.state]}.`);
  if (folder !== undefined && !await findsModule(folder, work)) return 1;
  const [kernel, doctor] = ["kernel", "doctor"].map((name) => typedCommand(host.startedBy, `conviction ${name}`));
  terminal.print(
    folder === undefined
      ? `Next: start Jupyter, and open a notebook, like notebooks/01_ask.ipynb of the project. Elsewhere: ${kernel} --in FOLDER`
      : `Next: start Jupyter, and open a notebook in ${folder} with the kernel Deno (Conviction).`,
    `Something does not work? ${doctor}${folder === undefined ? "" : ` ${shellWord(flags.in ?? "")}`}`,
  );
  return 0;
}

const MAP_WORDS = { new: "new", completed: "completed", complete: "which has it already" } as const;

function kernelLines({ written, left, deno }: InstalledKernel, version: string): string[] {
  const size = `${Math.round(deno.bytes / 2 ** 20)} MiB`;
  const how = {
    link: `, a second name of the one in npx's cache: ${size}, which a cleaned cache no longer frees`,
    copy: `, a copy of the one in npx's cache: ${size}`,
    none: "",
  }[deno.kept ?? "none"];
  const [own, standIn] = written;
  const start = standIn === undefined ? "It starts" : "Both start";
  return [
    `Kernel Deno (Conviction): ${own}`,
    standIn === undefined
      ? `Left as it is, another kernel for notebooks that name deno: ${left}`
      : `For notebooks that name deno: ${standIn}`,
    `${start} Deno ${version}: ${deno.path}${how}.`,
  ];
}

/** Whether a program in the folder imports what cells import; a lock that is frozen, for one, prevents it. */
async function findsModule(folder: string, { computer, terminal }: Work): Promise<boolean> {
  const ended = await computer.run("deno", {
    args: ["eval", "--quiet", IMPORT_ALL],
    cwd: folder,
    env: { NO_COLOR: "1" },
  });
  if (ended?.code === 0) return true;
  const [line = "deno does not start"] = (ended?.stderr ?? "").trim().split("\n");
  terminal.note(`error: Cannot import conviction in ${folder}: ${line}`);
  return false;
}

function undo(flags: FlagsOf<typeof FLAGS> & Given, { host, computer, terminal }: Work): number {
  refuseWords(flags);
  if (flags.in !== undefined) {
    throw new InputError("Cannot remove and add at once: --in is for installing; a deno.json is removed by hand");
  }
  const removed = removeKernel({ host, computer });
  terminal.print(...removed.map((path) => `Removed ${path}`));
  if (removed.length === 0) terminal.print("There was no kernel of ours.");
  return 0;
}

/** @throws {InputError} when there is a word that is no flag. */
function refuseWords({ words: [word] }: Given): void {
  if (word !== undefined) throw new InputError(`Cannot use "${word}": kernel takes flags only; for a folder, --in`);
}
