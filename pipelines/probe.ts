/**
 * Looks at an unknown service: `deno task probe --base-url URL`, `--help` for the flags.
 */
import { systemClock } from "../src/pace/system_clock.ts";
import { onInterrupt } from "../src/commands/interrupt.ts";
import { standardError, standardOutput } from "../src/commands/output.ts";
import { probeCommand } from "../src/commands/probe/probe_command.ts";
import { readTextFile, writeNewFile } from "../src/commands/text_file.ts";
import { newId, permittedEnv } from "../src/setup/host.ts";
import { networkFetch, proxyNotice } from "../src/setup/network.ts";

if (import.meta.main) {
  Deno.exitCode = await probeCommand(Deno.args, {
    out: standardOutput,
    err: standardError,
    clock: systemClock,
    fetch: networkFetch,
    newId,
    env: permittedEnv,
    proxyNotice,
    folder: permittedEnv("INIT_CWD") ?? Deno.cwd(),
    readText: readTextFile,
    writeNew: writeNewFile,
    onInterrupt,
  });
}
