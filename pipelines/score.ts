/**
 * Says what happened after the theses of runs: `deno task score RUN...`, `--help` for the flags.
 */
import { systemClock } from "../src/pace/system_clock.ts";
import { standardError, standardOutput } from "../src/commands/output.ts";
import { scoreCommand } from "../src/commands/score_command.ts";
import { permittedEnv } from "../src/setup/host.ts";

if (import.meta.main) {
  Deno.exitCode = await scoreCommand(Deno.args, {
    out: standardOutput,
    err: standardError,
    clock: systemClock,
    folder: permittedEnv("INIT_CWD") ?? Deno.cwd(),
    env: permittedEnv,
  });
}
