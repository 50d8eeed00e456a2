/**
 * Checks the specification line by line against a service: `deno task -q conform --base-url URL`, `--help` for the flags.
 */
import { conformCommand } from "../src/commands/conform/conform_command.ts";
import { thisHost } from "../src/commands/this_host.ts";

if (import.meta.main) Deno.exitCode = await conformCommand(Deno.args, thisHost());
