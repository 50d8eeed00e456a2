/**
 * Asks one question and shows the answer as it comes: `deno task ask "Analyse AAPL"`, `--help` for the flags.
 */
import { systemClock } from "../src/pace/system_clock.ts";
import { ask } from "../src/setup/ask.ts";
import { connectTo } from "../src/setup/connection_flags.ts";
import { onInterrupt } from "../src/setup/interrupt.ts";
import { readStandardInput, standardError, standardOutput } from "../src/setup/output.ts";
import { readTextFile } from "../src/setup/text_file.ts";
import { permittedEnv } from "../src/setup/world.ts";

if (import.meta.main) {
  Deno.exitCode = await ask(Deno.args, {
    out: standardOutput,
    err: standardError,
    clock: systemClock,
    env: permittedEnv,
    folder: permittedEnv("INIT_CWD") ?? Deno.cwd(),
    readText: readTextFile,
    connect: connectTo,
    readInput: readStandardInput,
    onInterrupt,
  });
}
