import config from "../../deno.json" with { type: "json" };
import { type Machine, thisMachine } from "../batch/machine.ts";
import type { Fetch } from "../client/send.ts";
import type { Connection } from "../setup/connect.ts";
import type { VerifierData } from "../setup/read_verifier.ts";
import type { Settings } from "../setup/settings.ts";
import type { Verifier } from "../setup/verifier.ts";
import type { AskModel } from "../agent/model_port.ts";
import type { ModelSettings } from "../setup/model_settings.ts";
import { permittedEnv } from "../setup/host.ts";
import { networkFetch, proxyNotice } from "../setup/network.ts";
import { type Interruption, onInterrupt } from "./interrupt.ts";
import { type CommandEnd, type Finished, runCommand } from "./on_finish.ts";
import { type Output, readStandardInput, standardError, standardOutput } from "./output.ts";
import { readTextFile, writeNewFile } from "./text_file.ts";

/** What a command takes from the machine; each command picks what it needs, and a test hands in its own. */
export interface Host extends Machine {
  /** For results. */
  readonly out: Output;
  /** For progress, notes and errors. */
  readonly err: Output;
  /** How a person starts a task, like `deno task -q`: without -q Deno prints the permissions of the task first. */
  readonly startedBy: string;
  /** Sends a request over the network. */
  readonly fetch: Fetch;
  /** The value of an environment variable, where it may be read. */
  env(name: string): string | undefined;
  /** Reads standard input to its end. */
  readInput(): Promise<string>;
  /** Reads a file that a person wrote; undefined when there is none. */
  readText(path: string): string | undefined;
  /** Writes a new file; false when it exists or must not be written. */
  writeNew(path: string, text: string): boolean;
  /** A note about the proxy on the way to an address; usually empty. */
  proxyNotice(baseUrl: string): string;
  /** Connects to a service; nothing is sent yet. */
  connect(settings: Settings): Promise<Connection>;
  /** Opens a language model; only a start that loads the package for it has it. */
  readonly openModel?: (settings: ModelSettings) => AskModel;
  /** Opens data to check texts on. */
  openVerifier(data: VerifierData): Promise<Verifier>;
  /** Listens for Ctrl-C; `notify` gets 1 the first time and 2 the second. */
  onInterrupt(notify: (times: number) => void): Interruption;
  /** Runs a shell command when a screen has ended. */
  runCommand(command: string, finished: Finished): Promise<CommandEnd>;
}

/** The machine that this process runs on; relative paths start where the person called `deno task`. */
export function thisHost(): Host {
  const machine = thisMachine();
  return {
    ...machine,
    folder: permittedEnv("INIT_CWD") ?? machine.folder,
    startedBy: `${
      permittedEnv("npm_lifecycle_event") === "npx" ? `npx -y deno@${minorVersion(machine)} ` : "deno "
    }task -q`,
    versions: { conviction: config.version, ...machine.versions },
    out: standardOutput,
    err: standardError,
    fetch: networkFetch,
    env: permittedEnv,
    proxyNotice,
    readInput: readStandardInput,
    readText: readTextFile,
    writeNew: writeNewFile,
    onInterrupt,
    runCommand,
    // Loaded when it is called: the commands that only read a run start without the client.
    openVerifier: async (data) => (await import("../setup/read_verifier.ts")).readVerifier(data),
    connect: async (settings) => (await import("./connect_to.ts")).connectTo(settings),
  };
}

function minorVersion({ versions }: Machine): string {
  return (versions["deno"] ?? "").split(".").slice(0, 2).join(".");
}
