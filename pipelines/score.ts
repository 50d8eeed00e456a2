/**
 * Shows what happened after the theses of runs: `deno task -q score RUN...`, `--help` for the flags.
 */
import { scoreCommand } from "../src/commands/score_command.ts";
import { thisHost } from "../src/commands/this_host.ts";

if (import.meta.main) Deno.exitCode = await scoreCommand(Deno.args, thisHost());
