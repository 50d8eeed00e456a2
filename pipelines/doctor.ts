/**
 * Checks this machine: `deno task -q doctor`, `--help` for the flags.
 */
import { doctorCommand } from "../src/commands/doctor_command.ts";
import { thisHost } from "../src/commands/this_host.ts";
import { thisComputer } from "../src/commands/local/computer.ts";

if (import.meta.main) Deno.exitCode = await doctorCommand(Deno.args, thisHost(), thisComputer());
