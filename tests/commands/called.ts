/** Commands as function calls: what their processes do, without a start of Deno each. */
import { askCommand } from "../../src/commands/ask_command.ts";
import { compareCommand } from "../../src/commands/compare_command.ts";
import { conformCommand } from "../../src/commands/service_check/conform_command.ts";
import { connectTo } from "../../src/commands/connect_to.ts";
import { exportCommand } from "../../src/commands/export_command.ts";
import type { Host } from "../../src/commands/host.ts";
import { nightlyCommand } from "../../src/commands/nightly_command.ts";
import { runCommand } from "../../src/commands/on_finish.ts";
import { probeCommand } from "../../src/commands/service_check/probe_command.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import { serveCommand } from "../../src/commands/serve_command.ts";
import { statusCommand } from "../../src/commands/status_command.ts";
import { readTextFile, writeNewFile } from "../../src/commands/text_file.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { testHost } from "./captured.ts";
import type { Ending } from "./run_pipeline.ts";

const COMMANDS = {
  ask: askCommand,
  compare: compareCommand,
  conform: conformCommand,
  export: exportCommand,
  nightly: nightlyCommand,
  probe: probeCommand,
  screen: screenCommand,
  serve: serveCommand,
  status: statusCommand,
} satisfies Readonly<Record<string, (args: readonly string[], host: Host) => Promise<number>>>;

/** What a command is called with. */
interface Call {
  /** The current folder. */
  readonly folder: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether waits, also those for a reply, end by themselves: for a service that answers at once. */
  readonly isImpatient?: boolean;
}

/** Calls a command on the real disk and network. */
export async function called(
  name: string,
  { folder, args, env = {}, isImpatient = false }: Call,
): Promise<Ending> {
  if (!isCommand(name)) throw new Error(`"${name}" is not one of ${Object.keys(COMMANDS)}`);
  const host = testHost({
    folder,
    env: (variable) => env[variable],
    fetch: networkFetch,
    readText: readTextFile,
    writeNew: writeNewFile,
    runCommand,
    ...!isImpatient && { clock: systemClock },
    connect: (settings) => Promise.resolve(connectTo(settings)),
  });
  const code = await COMMANDS[name](args, host);
  return { code, out: host.out.text, err: host.err.text };
}

function isCommand(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name);
}
