/**
 * Asks one question and shows the answer as it arrives: `deno task -q ask "Analyse AAPL"`, `--help` for the flags.
 */
import { askCommand } from "../src/commands/ask_command.ts";
import { thisHost } from "../src/commands/this_host.ts";

if (import.meta.main) Deno.exitCode = await askCommand(Deno.args, thisHost());
