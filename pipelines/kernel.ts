/**
 * Installs the Deno kernel for Jupyter: `deno task -q kernel`, `--help` for the flags.
 */
import { thisHost } from "../src/commands/this_host.ts";
import { thisComputer } from "../src/commands/local/computer.ts";
import { kernelCommand } from "../src/commands/kernel_command.ts";

if (import.meta.main) Deno.exitCode = await kernelCommand(Deno.args, thisHost(), thisComputer());
