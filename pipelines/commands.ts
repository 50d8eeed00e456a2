/** The commands of `deno task -q conviction`, what each may do, and where its code is. */
import config from "../deno.json" with { type: "json" };
import type { Host } from "../src/commands/host.ts";

/** What a process may do, as a set of `deno.json` says it: everything of a kind, or what is named. */
export type Permissions = Readonly<
  Partial<Record<"read" | "write" | "net" | "run" | "sys" | "env", true | readonly string[]>>
>;

/** A command. */
export interface Command {
  /** What it is for, in one line. */
  readonly does: string;
  /** What it may do. A set of `deno.json` with this name is one that the set of `conviction` does not hold. */
  readonly set: keyof typeof SETS | "kernels" | "doctor";
  /** Loads its code; called after everything else was given up. */
  load(): Promise<(args: readonly string[], host: Host) => Promise<number>>;
}

/** With what `deno.json` starts every command. */
export const ALL = config.permissions.conviction as Permissions;
const { sys: _, ...work } = ALL;
const { run: __, ...reach } = work;
const { net: ___, ...pipe } = work;
/** Where the data and the settings of a person are. */
const OWN = ["HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"];
const TERMINAL = ["CONVICTION_STARTED_BY", "INIT_CWD", "NO_COLOR", "TERM"];

/** Parts of what `deno.json` starts every command with; a command keeps one of them. */
export const SETS = {
  /** All: a service, which also lowers the priority of threads. */
  serve: ALL,
  /** Asks a service or is one, and starts programs. */
  work,
  /** Starts programs, and asks nobody. */
  pipe,
  /** Starts programs of the user through the shell only. */
  fetch: { ...reach, run: ["sh"] },
  /** Asks a service, and starts nothing. */
  reach,
  /** Reads and writes files. */
  offline: { read: true, write: true, env: ["CONVICTION_DATA", "CONVICTION_KEYS", ...OWN, ...TERMINAL] },
  /** Reads and writes what a person said once. */
  settings: { read: true, write: true, env: [...OWN, ...TERMINAL] },
  /** Reads files. */
  look: { read: true, env: TERMINAL },
} as const satisfies Readonly<Record<string, Permissions>>;

/** Every command, in the order of the list. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  screen: {
    does: "Screen a CSV of tickers: theses, confidences and files into a folder",
    set: "work",
    load: async () => (await import("../src/commands/screen_command.ts")).screenCommand,
  },
  nightly: {
    does: "Do a night of a list, unattended: each step once, however often it is started",
    set: "work",
    load: async () => (await import("../src/commands/nightly_command.ts")).nightlyCommand,
  },
  ask: {
    does: "Ask one question and watch the answer arrive",
    set: "work",
    load: async () => (await import("../src/commands/ask_command.ts")).askCommand,
  },
  serve: {
    does: "Serve the research service on a port",
    set: "serve",
    load: async () => (await import("../src/commands/serve_command.ts")).serveCommand,
  },
  keys: {
    does: "Create, list and revoke the keys of a service",
    set: "offline",
    load: async () => (await import("../src/commands/keys_command.ts")).keysCommand,
  },
  status: {
    does: "Report the progress of a run, finished or running",
    set: "look",
    load: async () => (await import("../src/commands/status_command.ts")).statusCommand,
  },
  compare: {
    does: "Show what changed from one run to another",
    set: "look",
    load: async () => (await import("../src/commands/compare_command.ts")).compareCommand,
  },
  export: {
    does: "Render the files of a run again, from its ledger alone",
    set: "offline",
    load: async () => (await import("../src/commands/export_command.ts")).exportCommand,
  },
  history: {
    does: "Show what the nights of a list said, of one name or of all",
    set: "offline",
    load: async () => (await import("../src/commands/history_command.ts")).historyCommand,
  },
  prune: {
    does: "Remove the folders of old runs of a list; what each night said of each name stays",
    set: "offline",
    load: async () => (await import("../src/commands/prune_command.ts")).pruneCommand,
  },
  score: {
    does: "Show what happened after the theses of one or more runs",
    set: "offline",
    load: async () => (await import("../src/commands/score_command.ts")).scoreCommand,
  },
  calibrate: {
    does: "Fit the chance of a fall to the prices of a folder, and show how it would have done",
    set: "offline",
    load: async () => (await import("../src/commands/calibrate_command.ts")).calibrateCommand,
  },
  verify: {
    does: "Check each figure and judgement of a text on your data",
    set: "offline",
    load: async () => (await import("../src/commands/verify_command.ts")).verifyCommand,
  },
  data: {
    does: "Fill a data folder from sources, check what is read of it, or audit the figures of its reports",
    set: "fetch",
    load: async () => (await import("../src/commands/data_command.ts")).dataCommand,
  },
  settings: {
    does: "Show, change or forget what you said once: who you are at the SEC, and whether filings may be fetched",
    set: "settings",
    load: async () => (await import("../src/commands/settings_command.ts")).settingsCommand,
  },
  probe: {
    does: "Look at an unknown service: what was sent, what came back, how it was read",
    set: "reach",
    load: async () => (await import("../src/commands/service_check/probe_command.ts")).probeCommand,
  },
  conform: {
    does: "Check the specification line by line against a service",
    set: "reach",
    load: async () => (await import("../src/commands/service_check/conform_command.ts")).conformCommand,
  },
  notebooks: {
    does: "Run notebooks without Jupyter, and write or check the outputs of their cells",
    set: "kernels",
    load: async () => (await import("../src/commands/notebooks_command.ts")).notebooksCommand,
  },
  kernel: {
    does: "Install the Deno kernel for Jupyter, so that notebooks run from any folder",
    set: "kernels",
    load: async () => {
      const [{ kernelCommand }, computer] = await Promise.all([import("../src/commands/kernel_command.ts"), local()]);
      return (args, host) => kernelCommand(args, host, computer());
    },
  },
  doctor: {
    does: "Check this machine: what is wrong here, and how to mend it",
    set: "doctor",
    load: async () => {
      const [{ doctorCommand }, computer] = await Promise.all([import("../src/commands/doctor_command.ts"), local()]);
      return (args, host) => doctorCommand(args, host, computer());
    },
  },
};

async function local() {
  return (await import("../src/commands/local/computer.ts")).thisComputer;
}

/**
 * Loads and runs a command.
 * @param loading Disposed of when it is loaded.
 * @returns Its exit status.
 */
export async function runCommand(
  { load }: Command,
  args: readonly string[],
  loading?: Disposable,
): Promise<number> {
  const [command, { thisHost }] = await Promise.all([load(), import("../src/commands/this_host.ts")]);
  loading?.[Symbol.dispose]();
  return await command(args, thisHost());
}

/** Whether the set is no part of what every command is started with: it needs a process of its own. */
export function isApart(set: Command["set"]): set is Exclude<Command["set"], keyof typeof SETS> {
  return !Object.hasOwn(SETS, set);
}

/**
 * Gives up, for good, what a set does not name.
 * @param set A part of {@linkcode ALL}.
 */
export function keepOnly(set: Permissions): void {
  for (const [name, all] of Object.entries(ALL)) {
    const kept = set[name as keyof Permissions];
    if (kept === true) continue;
    if (kept === undefined || all === true) Deno.permissions.revokeSync({ name } as Deno.PermissionDescriptor);
    else for (const item of all) if (!kept.includes(item)) Deno.permissions.revokeSync(descriptor(name, item));
  }
}

/** A permission by the name of its kind and of what it permits. */
export function descriptor(name: string, item: string): Deno.PermissionDescriptor {
  const field = { env: "variable", run: "command", sys: "kind", net: "host" }[name] ?? "path";
  return { name, [field]: item } as unknown as Deno.PermissionDescriptor;
}
