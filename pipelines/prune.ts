/**
 * Removes the folders of old runs of a list: `deno task -q prune LIST --keep 90d`, `--help` for the flags.
 */
import { thisHost } from "../src/commands/this_host.ts";
import { pruneCommand } from "../src/commands/prune_command.ts";

if (import.meta.main) Deno.exitCode = await pruneCommand(Deno.args, thisHost());
