/**
 * Asks one question and shows the answer as it comes: `deno task ask "Analyse AAPL"`, `--help` for the flags.
 */
import { systemClock } from "../src/pace/system_clock.ts";
import { askCommand } from "../src/commands/ask_command.ts";
import { connectTo } from "../src/commands/connection_flags.ts";
import { onInterrupt } from "../src/commands/interrupt.ts";
import { readStandardInput, standardError, standardOutput } from "../src/commands/output.ts";
import { readTextFile } from "../src/commands/text_file.ts";
import { permittedEnv } from "../src/setup/host.ts";

if (import.meta.main) {
  Deno.exitCode = await askCommand(Deno.args, {
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
