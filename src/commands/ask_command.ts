import { basename, join, resolve } from "node:path";
import type { Research } from "../client/research.ts";
import { createRedactor } from "../text/redact.ts";
import { baseUrlOf } from "../client/address.ts";
import { InputError } from "../protocol/errors.ts";
import { ROUTES } from "../protocol/route.ts";
import type { Answer } from "../stream/answer.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { checkedLines, failureLines, fileLines, foldedLines, savedLine, stoppedLines } from "../view/answer_end.ts";
import { activity, AnswerLines } from "../view/answer_lines.ts";
import { jsonLine } from "../view/lines.ts";
import { modelNote } from "./choose_model.ts";
import { type AskData, dataFor } from "./ask_data.ts";
import { chooseService, keyNote } from "./choose_service.ts";
import { type CommandHost, defineCommand, INTERRUPTED, type Place, redactorOf } from "./command.ts";
import { CONNECTION_FLAGS, DEMAND_FLAGS, KEY_HELP } from "./connection_flags.ts";
import { describeService } from "./data_lines.ts";
import { day } from "./flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import type { Host } from "./host.ts";
import { unnamed } from "./list_data.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import type { DemandHost } from "./on_demand.ts";
import { withHints } from "../view/continue_command.ts";
import { MODEL_TASK, typedCommand } from "../text/typed_command.ts";

const FLAGS = {
  "files": { value: "DIR", help: "save the charts and tables of the answer in this folder" },
  "as-of": { value: "DATE", read: day, help: "research as of this day, like 2025-03-31" },
  "json": { help: "print the final object as one line of JSON" },
  "events": { help: "print each event as a line of JSON, as it arrives" },
  "steps": { help: "print tools and code as they run, the notes on the data and what stands behind the answer" },
  ...CONNECTION_FLAGS,
  ...DEMAND_FLAGS,
  "quiet": { help: "print the answer's text only" },
} as const satisfies FlagTable;

/** The page of `ask`. */
export const ASK = {
  does: "Asks one question and shows the answer as it arrives: text, data, verification, files.",
  usage: ['ask "Analyse AAPL" [flags]', "ask - < question.txt"],
  flags: FLAGS,
  notes: [
    KEY_HELP,
    "Exit status: 0 complete; 1 incomplete or refused; 2 wrong usage, nothing sent; 130 interrupted.",
  ],
} as const satisfies CommandPage;

type AskFlags = FlagsOf<typeof FLAGS> & Given;

const WRONG_USAGE = 2;

/** What is printed: the answer for a person, the final object, or each event. */
type Form = "text" | "json" | "events";

type AskHost = CommandHost & DemandHost & Pick<Host, "readInput" | "connect">;

/** Asks one question and shows the answer as it arrives. */
export const askCommand = defineCommand(ASK, ask);

async function ask(flags: AskFlags, { host, terminal }: Place<AskHost>): Promise<number> {
  if (flags.quiet) terminal.quieten();
  const form = formOf(flags);
  const request = await requestOf(flags, host);
  const opened = await openFor(request.input, { flags, host, terminal });
  if (opened === undefined) return WRONG_USAGE;
  const { connection: { research, isEmbedded }, service, isSample, lines, notes } = opened;
  const say = (...lines: string[]) => {
    if (form === "text") terminal.say(...lines);
    else if (!flags.quiet) terminal.note(...lines);
  };
  // the answer comes first, but for where a question goes that leaves this machine, and for a sample that nobody named
  const isTold = isSample && !flags.sample || !isEmbedded || host.openModel !== undefined;
  const isFirst = flags.steps || form !== "text" || isTold;
  if (isFirst) say(...lines, ...form === "text" ? [""] : []);
  terminal.note(...notes);
  const interruption = host.onInterrupt(() => interruption.close()); // a second Ctrl-C ends the process
  const signal = interruption.stop;
  try {
    const answer = research.stream(request, { signal });
    const snapshot = await showAnswer(answer, { form, terminal, flags, host })
      .finally(() => isFirst || say("", ...lines));
    const folded = foldedLines(snapshot, { isShown: flags.steps });
    if (form === "text") terminal.say(...isFirst ? [""] : [], ...folded, ...checkedLines(snapshot));
    const isRefused = snapshot.response?.metadata?.refused !== undefined;
    if (flags.files !== undefined) {
      const to = { target: flags.files, host, research, terminal, say, signal };
      return Math.max(await saveFiles(snapshot, to), isRefused ? 1 : 0);
    }
    if (form === "text") listFiles(snapshot, { terminal, service: isEmbedded ? undefined : service });
    return isRefused ? 1 : 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    terminal.note(...stoppedLines(error).map(redactorOf(host)));
    return INTERRUPTED;
  } finally {
    interruption.close();
  }
}

/**
 * Opens the service of a question: the embedded one, where no data are named, on those of the companies in it.
 * @returns Undefined where they are not on this machine, which is said.
 */
async function openFor(question: string, { flags, host, terminal }: Place<AskHost> & { readonly flags: AskFlags }) {
  const { settings, notes } = chooseService(flags, host);
  const free = unnamed(settings, flags);
  const start = typedCommand(host.startedBy, `${host.openModel === undefined ? "" : MODEL_TASK}ask`);
  const asking = { flags, host, terminal, start };
  const found: AskData = free === undefined || flags.sample ? { lines: [] } : await dataFor(question, asking);
  if (found.refused !== undefined) return terminal.note(`${found.isDeclined ? "" : "error: "}${found.refused}`);
  const { data = flags.data, isFetched, lines: more } = found;
  const connection = await host.connect(free === undefined ? settings : { ...free, data, isFetched });
  const asked = { ...flags, data, isShort: !flags.steps };
  const { described: { service, isSample = false }, lines } = await describeService(connection, asked, {
    host,
    terminal,
  });
  const said = [...notes, keyNote(settings, host), modelNote("ask", host)].filter((line) => line !== undefined);
  return {
    connection,
    service,
    isSample,
    lines: [...lines, ...isSample || data !== undefined ? more : []],
    notes: said,
  };
}

function formOf({ json, events }: AskFlags): Form {
  if (json && events) {
    throw new InputError("Cannot use --json with --events: one prints the result, the other the events before it");
  }
  return json ? "json" : events ? "events" : "text";
}

/** The words of a question need no quotes. */
async function requestOf({ words, asOf }: AskFlags, host: AskHost) {
  if (words.includes("-") && words.length > 1) {
    throw new InputError("Cannot ask: - reads the question from standard input, so leave out the other words");
  }
  const isPiped = words[0] === "-";
  const input = (isPiped ? await host.readInput() : words.join(" ")).trim();
  if (input === "" && isPiped) throw new InputError("Cannot ask: standard input holds no question");
  const example = typedCommand(host.startedBy, 'ask "Analyse AAPL"');
  if (input === "") throw new InputError(`Cannot ask: there is no question; try ${example}`);
  return asOf === undefined ? { input } : { input, metadata: { as_of: asOf } };
}

/** Lists the files of an answer; of a remote service, with the command that downloads them. */
function listFiles(
  { files }: Snapshot,
  { terminal, service }: { readonly terminal: LiveTerminal; readonly service: string | undefined },
): void {
  if (service === undefined) return terminal.say(...fileLines(files, undefined));
  const url = baseUrlOf(service) + ROUTES.downloadFile.path.replace("/{file_id}", "");
  terminal.print(...fileLines(files, url)); // not folded: it holds a command to copy
}

/** Saves files and says where; exit status 1 where some were not, which does not stop the others. */
async function saveFiles(
  { files }: Pick<Snapshot, "files">,
  { target, host, research, terminal, say, signal }: Place<AskHost> & {
    readonly target: string;
    readonly research: Pick<Research, "download">;
    readonly say: (line: string) => void;
    readonly signal: AbortSignal;
  },
): Promise<number> {
  let status = 0;
  for (const file of files) {
    try {
      const { path, bytes } = await research.download(file, resolve(host.folder, target), { signal });
      say(savedLine(join(target, basename(path)), bytes));
    } catch (error) {
      if (signal.aborted) throw error;
      terminal.note(...failureLines(error).map(createRedactor([])));
      status = 1;
    }
  }
  return status;
}

/**
 * Reads an answer to its end and shows it as it arrives.
 * @returns The whole answer.
 * @throws What reading it throws; everything that arrived before was shown.
 */
async function showAnswer(
  answer: Answer,
  { form, terminal, flags, host }: Place<AskHost> & { readonly form: Form; readonly flags: AskFlags },
): Promise<Snapshot> {
  const lines = new AnswerLines(() => host.err.width);
  terminal.wait(() => activity(answer.snapshot));
  try {
    for await (const event of answer) {
      if (form === "events") terminal.output(jsonLine(event.type === "unknown" ? event.wire : event));
      if (form !== "text") continue;
      const { steps, text } = lines.next(event, () => answer.snapshot);
      if (flags.steps) terminal.steps(steps);
      if (text !== "") terminal.text(withHints(text, { ...flags.given, startedBy: host.startedBy }));
    }
    return answer.snapshot;
  } finally {
    terminal.end();
    if (form === "json" && answer.snapshot.events > 0) terminal.output(jsonLine(answer.snapshot));
  }
}
