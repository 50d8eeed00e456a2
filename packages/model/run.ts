/** A command with a language model: `deno task -q -c packages/model/deno.json ask "Analyse AAPL"`, `--help` for the commands. */
import type { Host } from "../../src/commands/host.ts";
import { thisHost } from "../../src/commands/this_host.ts";
import { modelCommand } from "../../src/commands/model_command.ts";
import { openModel } from "./adapter.ts";

/** Runs a command that can use a model. */
export function runWithModel(args: readonly string[], host: Host): Promise<number> {
  const { fetch, clock } = host;
  return modelCommand(args, { ...host, openModel: (settings) => openModel(settings, { fetch, clock }) });
}

if (import.meta.main) Deno.exitCode = await runWithModel(Deno.args, thisHost());
