/**
 * Shows what the nights of a list said: `deno task -q history TICKER|LIST`, `--help` for the flags.
 */
import { historyCommand } from "../src/commands/history_command.ts";
import { thisHost } from "../src/commands/this_host.ts";

if (import.meta.main) Deno.exitCode = await historyCommand(Deno.args, thisHost());
