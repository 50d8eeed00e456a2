/**
 * Reports the progress of a run: `deno task -q status RUN`, `--help` for the flags.
 */
import { statusCommand } from "../src/commands/status_command.ts";
import { thisHost } from "../src/commands/this_host.ts";

if (import.meta.main) Deno.exitCode = await statusCommand(Deno.args, thisHost());
