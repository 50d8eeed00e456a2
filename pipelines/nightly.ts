/**
 * Does a night of a list, unattended: `deno task -q nightly my_tickers.csv`, `--help` for the flags.
 */
import { thisHost } from "../src/commands/this_host.ts";
import { nightlyCommand } from "../src/commands/nightly_command.ts";

if (import.meta.main) Deno.exitCode = await nightlyCommand(Deno.args, thisHost());
