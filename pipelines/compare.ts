/**
 * Shows what changed from one run to another: `deno task -q compare A B`, `--help` for the flags.
 */
import { compareCommand } from "../src/commands/compare_command.ts";
import { thisHost } from "../src/commands/this_host.ts";

if (import.meta.main) Deno.exitCode = await compareCommand(Deno.args, thisHost());
