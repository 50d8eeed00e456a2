import { InputError } from "../protocol/errors.ts";
import { baseUrlOf } from "../client/address.ts";
import type { Clock } from "../pace/clock.ts";
import { ROUTES } from "../protocol/route.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { createRedactor } from "../text/redact.ts";
import { checkedLines, fileLines, stoppedLines } from "../view/answer_end.ts";
import { type AskFlags, askHelp, parseAskFlags } from "./ask_flags.ts";
import { LiveTerminal } from "./live_terminal.ts";
import { endCommand, INTERRUPTED } from "./command_end.ts";
import type { Connection } from "../setup/connect.ts";
import { chooseService, type ConnectionHost, keyNote } from "./connection_flags.ts";
import type { Interruption } from "./interrupt.ts";
import type { Output } from "./output.ts";
import { saveAnswerFiles } from "./save_answer_files.ts";
import type { Settings } from "../setup/settings.ts";
import type { Answer } from "../stream/answer.ts";
import { activity, AnswerLines } from "../view/answer_lines.ts";
import { jsonLine } from "../view/lines.ts";

/** What `ask` runs on. */
export interface AskHost extends ConnectionHost {
  /** For the answer. */
  readonly out: Output;
  /** For the steps on the way to it, notes and errors. */
  readonly err: Output;
  readonly clock: Clock;
  connect(settings: Settings): Pick<Connection, "research" | "isEmbedded" | "describe">;
  readInput(): Promise<string>;
  onInterrupt(tell: (times: number) => void): Interruption;
}

/**
 * Asks one question and shows the answer as it comes.
 * @param args As the shell gave them; `--help` says what they mean.
 * @returns Exit status: 0 complete; 1 incomplete or refused; 2 wrong usage; 130 interrupted.
 */
export async function askCommand(args: readonly string[], host: AskHost): Promise<number> {
  let terminal = terminalOf(host, false);
  try {
    const flags = parseAskFlags(args);
    if (flags === "help") {
      terminal.print(...askHelp());
      return 0;
    }
    terminal = terminalOf(host, flags.isQuiet);
    return await askAs(flags, host, terminal);
  } catch (error) {
    return endCommand(error, terminal, redactorOf(host));
  }
}

async function askAs(flags: AskFlags, host: AskHost, terminal: LiveTerminal): Promise<number> {
  const { settings, notes } = chooseService(flags, host);
  const connection = host.connect(settings);
  const request = await requestOf(flags, host);
  const { notice, service } = await connection.describe();
  if (flags.form === "text") terminal.print(notice, "");
  else if (!flags.isQuiet) terminal.note(notice);
  terminal.note(...[...notes, keyNote(settings, host)].filter((line) => line !== undefined));
  const interruption = host.onInterrupt(() => interruption.close()); // a second Ctrl-C ends the process
  const signal = interruption.stop;
  try {
    const answer = connection.research.stream(request, { signal });
    const snapshot = await showAnswer(answer, { form: flags.form, terminal, width: () => host.err.width });
    if (flags.form === "text") terminal.print("", ...checkedLines(snapshot));
    if (flags.files !== undefined) {
      const { folder } = host;
      const { research } = connection;
      return await saveAnswerFiles(snapshot.files, flags.files, { ...flags, research, terminal, folder, signal });
    }
    if (flags.form === "text") terminal.print(...namedFiles(snapshot, connection.isEmbedded ? undefined : service));
    return 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    terminal.note(...stoppedLines(error).map(redactorOf(host)));
    return INTERRUPTED;
  } finally {
    interruption.close();
  }
}

async function requestOf({ question, asOf }: AskFlags, host: AskHost) {
  const input = question === "-" ? (await host.readInput()).trim() : question;
  if (input === "") throw new InputError("Cannot ask: standard input holds no question");
  return asOf === undefined ? { input } : { input, metadata: { as_of: asOf } };
}

function namedFiles({ files }: Snapshot, service: string | undefined): string[] {
  const path = ROUTES.downloadFile.path.replace("/{file_id}", "");
  return fileLines(files, service === undefined ? undefined : baseUrlOf(service) + path);
}

function terminalOf({ out, err, clock, env }: AskHost, isQuiet: boolean): LiveTerminal {
  return new LiveTerminal({ out, err, clock, isQuiet, hasColour: !env("NO_COLOR") && env("TERM") !== "dumb" });
}

function redactorOf({ env }: AskHost): (text: string) => string {
  return createRedactor([env("CONVICTION_API_KEY") ?? ""]);
}

/** How an answer is shown. */
interface ShowOptions {
  readonly form: AskFlags["form"];
  readonly terminal: LiveTerminal;
  /** Columns for the steps. */
  width(): number;
}

/**
 * Reads an answer to its end and shows it on the way, in the form that was asked for.
 * @returns What is known at its end.
 * @throws What reading it throws; all that came until then has been shown.
 */
async function showAnswer(answer: Answer, { form, terminal, width }: ShowOptions): Promise<Snapshot> {
  const lines = new AnswerLines(width);
  terminal.wait(() => activity(answer.snapshot));
  try {
    for await (const event of answer) {
      if (form === "events") terminal.output(jsonLine(event.type === "unknown" ? event.wire : event));
      if (form !== "text") continue;
      const { steps, text } = lines.next(event, () => answer.snapshot);
      terminal.steps(steps);
      if (text !== "") terminal.text(text);
    }
    return answer.snapshot;
  } finally {
    terminal.end();
    if (form === "json" && answer.snapshot.events > 0) terminal.output(jsonLine(answer.snapshot));
  }
}
