import type { NightProgramEnd, NightProgramInput } from "../night/delivery_port.ts";
import type { Clock } from "../pace/clock.ts";

/** Keys are for services only; a variable cannot be taken from the environment of a program, only emptied. */
const KEYS = ("CONVICTION_API_KEY CONVICTION_LLM_API_KEY CONVICTION_TIINGO_KEY CONVICTION_ALPHAVANTAGE_KEY " +
  "CONVICTION_EODHD_KEY").split(" ");
/** Where a mail system puts its program; cron and systemd do not look there. */
const SENDMAIL = `PATH="$PATH:/usr/sbin:/usr/lib:/usr/local/sbin" exec "$1" -t -i`;

/** What a program prints goes to a log. */
const MAX_OUTPUT_CHARS = 65_536;

/** What a program is started with, beside its command. */
export interface ProgramPlace {
  /** Its working directory. */
  readonly folder: string;
  readonly clock: Clock;
  /** Further variables of the environment that hold keys. */
  readonly secretVariables: readonly string[];
}

/** Runs a shell command to its end, or to its time limit. */
export async function runNightCommand(
  command: string,
  program: NightProgramInput,
  place: ProgramPlace,
): Promise<NightProgramEnd> {
  return await run(["-c", command, "sh", ...program.args], program, place);
}

/**
 * Hands a letter to the mail system.
 * @param sendmail Name or path of a program with the arguments of `sendmail`.
 */
export async function runSendmail(
  sendmail: string,
  program: Omit<NightProgramInput, "args">,
  place: ProgramPlace,
): Promise<NightProgramEnd> {
  return await run(["-c", SENDMAIL, "sh", sendmail], program, place);
}

async function run(
  args: readonly string[],
  { input, limitMs }: Omit<NightProgramInput, "args">,
  { folder, clock, secretVariables }: ProgramPlace,
): Promise<NightProgramEnd> {
  const env = Object.fromEntries([...KEYS, ...secretVariables].map((name) => [name, ""]));
  const pipes = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
  await using child = new Deno.Command("sh", { args: [...args], cwd: folder, env, ...pipes }).spawn();
  const limit = new AbortController();
  const over = new Promise<void>((resolve) => limit.signal.addEventListener("abort", () => resolve()));
  let hasEnded = false;
  const cancel = clock.schedule(limitMs, () => {
    if (!hasEnded) child.kill("SIGKILL");
    limit.abort(); // what it has started may hold its input and outputs open
  });
  const written = write(child.stdin, input);
  const output = [child.stdout, child.stderr].map((stream) => textOf(stream, limit.signal));
  const { code, signal } = await child.status;
  hasEnded = true;
  const texts = await Promise.all(output);
  await Promise.race([written, over]);
  cancel();
  return { code: signal !== null ? undefined : code, output: texts.join("") };
}

/** The start of an output; the rest is read, so that the program does not wait, and forgotten. */
async function textOf(stream: ReadableStream<Uint8Array>, limit: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  const reader = stream.getReader();
  limit.addEventListener("abort", () => void reader.cancel());
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (text.length < MAX_OUTPUT_CHARS) text += decoder.decode(piece.value, { stream: true });
  }
  return text;
}

/** A program may end without reading its input. */
async function write(stdin: WritableStream<Uint8Array>, input: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch {
    await writer.abort().catch(() => {});
  }
}
