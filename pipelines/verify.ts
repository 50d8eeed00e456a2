/**
 * Checks a text on your data: `deno task -q verify FILE`, `--help` for the flags.
 */
import { verifyCommand } from "../src/commands/verify_command.ts";
import { thisHost } from "../src/commands/this_host.ts";

if (import.meta.main) Deno.exitCode = await verifyCommand(Deno.args, thisHost());
