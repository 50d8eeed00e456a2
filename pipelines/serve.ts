/**
 * Serves the embedded service on a port of this machine: `deno task -q serve`, `--help` for the flags.
 */
import { thisHost } from "../src/commands/this_host.ts";
import { serveCommand } from "../src/commands/serve_command.ts";

if (import.meta.main) Deno.exitCode = await serveCommand(Deno.args, thisHost());
