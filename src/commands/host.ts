import type { Machine } from "../batch/machine.ts";
import type { Fetch } from "../client/send.ts";
import type { Connection } from "../setup/connection.ts";
import type { Settings } from "../setup/settings.ts";
import type { Verifier, VerifierData } from "../setup/verifier.ts";
import type { AskModel } from "../agent/model_port.ts";
import type { ModelSettings } from "../setup/model_settings.ts";
import type { Interruption } from "./interrupt.ts";
import type { CommandEnd, Finished } from "./on_finish.ts";
import type { Output } from "./output.ts";

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
  /** Asks a person for a line; absent where nobody sits at a terminal. */
  readonly askPerson?: ((question: string) => Promise<string>) | undefined;
  /** Reads a file that a person wrote; undefined if absent. */
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
