/**
 * Fits the chance of a fall to a folder of prices: `deno task -q calibrate --data DIR`, `--help` for the flags.
 */
import { calibrateCommand } from "../src/commands/calibrate_command.ts";
import { thisHost } from "../src/commands/this_host.ts";

if (import.meta.main) Deno.exitCode = await calibrateCommand(Deno.args, thisHost());
