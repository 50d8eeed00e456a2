/**
 * Reports how an unknown service answers: `deno task -q probe --base-url URL`, `--help` for the flags.
 */
import { probeCommand } from "../src/commands/probe/probe_command.ts";
import { thisHost } from "../src/commands/this_host.ts";

if (import.meta.main) Deno.exitCode = await probeCommand(Deno.args, thisHost());
