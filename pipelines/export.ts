/**
 * Renders the files of a run without sending: `deno task -q export RUN`, `--help` for the flags.
 */
import { exportCommand } from "../src/commands/export_command.ts";
import { thisHost } from "../src/commands/this_host.ts";

if (import.meta.main) Deno.exitCode = await exportCommand(Deno.args, thisHost());
