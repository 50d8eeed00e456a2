/**
 * Checks a folder of price files: `deno task -q data check FOLDER`, `--help` for the flags.
 */
import { dataCommand } from "../src/commands/data_command.ts";
import { thisHost } from "../src/commands/this_host.ts";

if (import.meta.main) Deno.exitCode = await dataCommand(Deno.args, thisHost());
