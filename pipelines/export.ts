/**
 * Renders the files of a run without sending: `deno task export RUN`, `--help` for the flags.
 */
import config from "../deno.json" with { type: "json" };
import { systemClock } from "../src/pace/system_clock.ts";
import { standardError, standardOutput } from "../src/commands/output.ts";
import { exportCommand } from "../src/commands/show_run.ts";
import { permittedEnv } from "../src/setup/host.ts";

if (import.meta.main) {
  Deno.exitCode = await exportCommand(Deno.args, {
    out: standardOutput,
    err: standardError,
    clock: systemClock,
    folder: permittedEnv("INIT_CWD") ?? Deno.cwd(),
    versions: { conviction: config.version, deno: Deno.version.deno },
  });
}
