/**
 * Screens a CSV of tickers: `deno task screen [tickers.csv]`, `--help` for the flags.
 */
import { fileURLToPath } from "node:url";
import config from "../deno.json" with { type: "json" };
import { systemClock } from "../src/pace/system_clock.ts";
import { connectTo } from "../src/commands/connection_flags.ts";
import { onInterrupt } from "../src/commands/interrupt.ts";
import { runCommand } from "../src/commands/on_finish.ts";
import { standardError, standardOutput } from "../src/commands/output.ts";
import { screenCommand } from "../src/commands/screen_command.ts";
import { readTextFile } from "../src/commands/text_file.ts";
import { newId, permittedEnv, random } from "../src/setup/host.ts";

if (import.meta.main) {
  Deno.exitCode = await screenCommand(Deno.args, {
    out: standardOutput,
    err: standardError,
    clock: systemClock,
    ...{ newId, random },
    env: permittedEnv,
    folder: permittedEnv("INIT_CWD") ?? Deno.cwd(),
    readText: readTextFile,
    demoList: fileURLToPath(new URL("tickers.csv", import.meta.url)),
    versions: { conviction: config.version, deno: Deno.version.deno },
    connect: connectTo,
    ...{ onInterrupt, runCommand },
  });
}
