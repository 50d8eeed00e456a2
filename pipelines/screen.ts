/**
 * Screens a CSV of tickers: `deno task -q screen [tickers.csv]`, `--help` for the flags.
 */
import { screenCommand } from "../src/commands/screen_command.ts";
import { thisHost } from "../src/commands/this_host.ts";

if (import.meta.main) Deno.exitCode = await screenCommand(Deno.args, thisHost());
