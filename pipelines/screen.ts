/**
 * Screens a CSV of tickers: `deno task screen [tickers.csv]`, `--help` for the flags.
 * Short enough to copy: flags in, one loop over outcomes, a table out.
 */
import { InputError, LockedError, openRun, screen, type ScreenEvent } from "conviction/batch";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import config from "../deno.json" with { type: "json" };
import type { Connection } from "../src/setup/connect.ts";
import { connectTo, settingsOf } from "../src/setup/connection_flags.ts";
import { parseScreenFlags, type ScreenFlags, screenHelp } from "../src/setup/screen_flags.ts";
import { onInterrupt } from "../src/setup/interrupt.ts";
import { ScreenTerminal } from "../src/setup/screen_terminal.ts";
import { begunLines, exitStatus, INTERRUPTED, NEXT_STEPS } from "../src/setup/screen_words.ts";
import { SettingsError } from "../src/setup/settings.ts";
import { systemClock } from "../src/pace/system_clock.ts";
import { newId, permittedEnv, random } from "../src/setup/world.ts";
import { ApiKeyError, createRedactor } from "../src/text/redact.ts";
import { runSummary } from "../src/view/run_summary.ts";
import { runTable } from "../src/view/run_table.ts";

const DEMO_LIST = fileURLToPath(new URL("tickers.csv", import.meta.url));
const here = permittedEnv("INIT_CWD") ?? Deno.cwd();
const redact = createRedactor([permittedEnv("CONVICTION_API_KEY") ?? ""]);
const versions = { conviction: config.version, deno: Deno.version.deno };

if (import.meta.main) Deno.exitCode = await main();

async function main(): Promise<number> {
  let terminal = new ScreenTerminal(systemClock);
  try {
    const flags = parseScreenFlags(Deno.args);
    if (flags === "help") {
      terminal.print(...screenHelp());
      return 0;
    }
    terminal = new ScreenTerminal(systemClock, { isQuiet: flags.isQuiet });
    return await screenList(flags, terminal);
  } catch (error) {
    terminal.endProgress();
    terminal.note(redact(`error: ${error instanceof Error ? error.message : String(error)}`));
    return [InputError, SettingsError, ApiKeyError, LockedError].some((kind) => error instanceof kind) ? 2 : 1;
  }
}

/** From flags to exit status; the events of the screen go to the terminal. */
async function screenList(flags: ScreenFlags, terminal: ScreenTerminal): Promise<number> {
  const connection = connectTo(settingsOf(flags, { env: permittedEnv, folder: here }));
  terminal.print((await connection.describe()).notice);
  const isDemo = flags.input === undefined;
  if (isDemo) terminal.print("No list was named: the sample tickers of pipelines/tickers.csv are screened.");

  const events: ScreenEvent[] = [];
  const onEvent = (event: ScreenEvent) => {
    if (event.type === "begun" || event.type === "ended") events.push(event);
    if (event.type === "begun") {
      const { isEmbedded } = connection;
      terminal.print(...begunLines(event, { folder: shorten(event.folder), isEmbedded }));
    }
    if (event.type !== "ended") terminal.progress(event.progress);
  };
  const interruption = onInterrupt((times) => terminal.note(INTERRUPTED[times - 1] ?? ""));
  try {
    const asked = await optionsOf(flags, connection);
    const control = { stop: interruption.stop, signal: interruption.giveUp, onEvent };
    // Each outcome is told through onEvent and kept in the run's folder; here they only pass by.
    for await (const _ of screen(flags.input ?? DEMO_LIST, connection.research, { ...asked, ...control }));
  } finally {
    interruption.close();
    terminal.endProgress();
  }

  const [begun, ended] = events;
  if (begun?.type !== "begun" || ended?.type !== "ended") throw new Error("Cannot tell how the screen ended");
  const { outcomes } = await openRun(ended.folder);
  terminal.print("", ...runTable(outcomes, { width: terminal.width }), "");
  terminal.print(...runSummary(ended.manifest, { folder: shorten(ended.folder), seconds: ended.seconds }));
  if (isDemo) terminal.print("", ...NEXT_STEPS);
  return exitStatus(ended.manifest, {
    wasRead: begun.state === "finished",
    wasInterrupted: interruption.stop.aborted,
  });
}

async function optionsOf(flags: ScreenFlags, connection: Connection) {
  const { tickerColumn, asOf, files, limit, concurrency, startNew, retryFailed, resendInDoubt, given } = flags;
  const { service, model, dataAsOf, dataDigest } = await connection.describe();
  return {
    ...{ tickerColumn, asOf, files, limit, concurrency, startNew, retryFailed, resendInDoubt, given, model },
    prompt: await readPrompt(flags.prompt),
    promptColumn: flags.promptColumn ?? (flags.input === undefined ? "question" : undefined),
    folder: flags.out,
    service: { name: service, model, dataEnds: dataAsOf, dataDigest },
    machine: { clock: systemClock, newId, random, folder: here, versions },
  };
}

async function readPrompt(prompt: string | undefined): Promise<string | undefined> {
  if (prompt?.startsWith("@") !== true) return prompt;
  const path = resolve(here, prompt.slice(1));
  try {
    return await Deno.readTextFile(path);
  } catch (cause) {
    throw new InputError(`Cannot read the prompt ${path}: there is no readable file`, { cause });
  }
}

/** As the person would type it. */
function shorten(path: string): string {
  const short = relative(here, path);
  return short === "" ? "." : short.startsWith("..") ? path : short;
}
