/**
 * Screens a CSV of tickers: `deno task screen [tickers.csv]`, `--help` for the flags.
 * Short enough to copy: flags in, one loop over outcomes, a table out.
 */
import { InputError, LockedError, openRun, screen, type ScreenEvent } from "conviction/batch";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import config from "../deno.json" with { type: "json" };
import { type Connection, openConnection } from "../src/setup/connect.ts";
import { parseScreenFlags, type ScreenFlags, screenHelp } from "../src/setup/screen_flags.ts";
import { onInterrupt, ScreenTerminal } from "../src/setup/screen_terminal.ts";
import { type ConnectOptions, readSettings, SettingsError } from "../src/setup/settings.ts";
import { newId, permittedEnv, systemClock } from "../src/setup/world.ts";
import { ApiKeyError, createRedactor } from "../src/text/redact.ts";
import { runSummary } from "../src/view/run_summary.ts";
import { runTable } from "../src/view/run_table.ts";

const here = permittedEnv("INIT_CWD") ?? Deno.cwd();
const redact = createRedactor([permittedEnv("CONVICTION_API_KEY") ?? ""]);

const INTERRUPTED = [
  "Stopping: nothing new is sent, what is on its way is awaited. Ctrl-C again gives it up.",
  "Giving up what is on its way. The same command goes on from here.",
];
const NEXT_STEPS = [
  "Your own list:     deno task screen my_tickers.csv",
  "Your own data:     deno task screen my_tickers.csv --data FOLDER   (one CSV of daily prices per ticker)",
  "Your own service:  CONVICTION_BASE_URL=https://... CONVICTION_API_KEY=... deno task screen my_tickers.csv",
];

if (import.meta.main) Deno.exitCode = await main();

/** Runs one screen and gives its exit status. */
async function main(): Promise<number> {
  let terminal = new ScreenTerminal(systemClock);
  try {
    const flags = parseScreenFlags(Deno.args);
    if (flags === "help") {
      terminal.print(...screenHelp());
      return 0;
    }
    terminal = new ScreenTerminal(systemClock, { isQuiet: flags.isQuiet });
    return await screenTickers(flags, terminal);
  } catch (error) {
    terminal.endProgress();
    terminal.note(redact(`error: ${error instanceof Error ? error.message : String(error)}`));
    return isWrongUsage(error) ? 2 : 1;
  }
}

async function screenTickers(flags: ScreenFlags, terminal: ScreenTerminal): Promise<number> {
  const { baseUrl, model, data } = flags;
  const folder = data === undefined ? undefined : resolve(here, data);
  const connection = openService({ baseUrl, model, data: folder });
  const service = await connection.describe();
  terminal.print(service.notice);
  const isDemo = flags.input === undefined;
  if (isDemo) terminal.print("No list was named: the eight sample tickers of pipelines/tickers.csv are screened.");
  let ended: Extract<ScreenEvent, { type: "ended" }> | undefined;
  let isRead = false;
  const onEvent = (event: ScreenEvent) => {
    if (event.type === "begun") {
      isRead = event.state === "finished";
      terminal.print(...begunLines(event, connection.isEmbedded));
    }
    if (event.type === "ended") ended = event;
    else terminal.progress(event.progress);
  };
  const interruption = onInterrupt((times) => terminal.note(INTERRUPTED[times - 1] ?? ""));
  try {
    const outcomes = screen(
      isDemo ? fileURLToPath(new URL("tickers.csv", import.meta.url)) : flags.input ?? "",
      connection.research,
      {
        ...flags,
        folder: flags.out,
        prompt: await readPrompt(flags.prompt),
        promptColumn: flags.promptColumn ?? (isDemo ? "question" : undefined),
        model: service.model,
        service: { name: service.service, model: service.model, dataEnds: service.dataAsOf },
        serviceSurvives: !connection.isEmbedded,
        stop: interruption.stop,
        signal: interruption.giveUp,
        machine: {
          clock: systemClock,
          newId,
          folder: here,
          versions: { conviction: config.version, deno: Deno.version.deno },
        },
        onEvent,
      },
    );
    for await (const _outcome of outcomes); // what comes is told through onEvent, and kept in the run's folder
  } finally {
    interruption.close();
    terminal.endProgress();
  }
  if (ended === undefined) return 1;
  const shown = shorten(ended.folder);
  const { outcomes } = await openRun(ended.folder);
  terminal.print("", ...runTable(outcomes, { width: terminal.width }), "");
  terminal.print(...runSummary(ended.manifest, { folder: shown, seconds: ended.seconds }));
  if (isDemo) terminal.print("", ...NEXT_STEPS);
  if (interruption.stop.aborted) return 130;
  return isRead ? 0 : exitStatus(ended.manifest.counts);
}

function begunLines(event: Extract<ScreenEvent, { type: "begun" }>, isEmbedded: boolean): string[] {
  const folder = shorten(event.folder);
  const { rows, statuses } = event.progress;
  const sent = isEmbedded ? [] : [`Leaves this machine: the columns ${event.sentColumns.join(", ")}.`];
  if (event.state === "finished") return [`The run in ${folder} is finished: nothing is sent. --new asks again.`];
  if (event.state === "new") return [...sent, `New run in ${folder}.`];
  return [...sent, `Going on with ${folder}: ${statuses.pending} of ${rows} rows are open. --new starts afresh.`];
}

function exitStatus({ statuses, rows }: { statuses: Readonly<Record<string, number>>; rows: number }): number {
  if (statuses["done"] === rows) return 0;
  const isLimited = (statuses["skipped"] ?? 0) > 0;
  return isLimited ? 3 : 1;
}

function isWrongUsage(error: unknown): boolean {
  return [InputError, SettingsError, ApiKeyError, LockedError].some((kind) => error instanceof kind);
}

function openService(options: ConnectOptions): Connection {
  try {
    return openConnection(readSettings(options, permittedEnv));
  } catch (cause) {
    if (cause instanceof TypeError) throw new InputError(cause.message, { cause }); // an address that is none
    throw cause;
  }
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
  return short.startsWith("..") ? path : short;
}
