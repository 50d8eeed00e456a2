/**
 * Creates, lists and revokes the keys of a service: `deno task -q keys create --name NAME`, `--help` for the flags.
 */
import { thisHost } from "../src/commands/this_host.ts";
import { keysCommand } from "../src/commands/keys_command.ts";

if (import.meta.main) Deno.exitCode = await keysCommand(Deno.args, thisHost());
