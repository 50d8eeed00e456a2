/**
 * Says what changed from one run to another: `deno task compare A B`, `--help` for the flags.
 */
import { systemClock } from "../src/pace/system_clock.ts";
import { compareCommand } from "../src/commands/compare_command.ts";
import { standardError, standardOutput } from "../src/commands/output.ts";
import { permittedEnv } from "../src/setup/host.ts";

if (import.meta.main) {
  Deno.exitCode = await compareCommand(Deno.args, {
    out: standardOutput,
    err: standardError,
    clock: systemClock,
    folder: permittedEnv("INIT_CWD") ?? Deno.cwd(),
  });
}
