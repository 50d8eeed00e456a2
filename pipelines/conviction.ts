// deno-lint-ignore-file no-console -- it prints for people
/**
 * Starts a command: `deno task -q conviction NAME ...`; without a name it lists them. It gives up every permission that
 * the command does not need before it loads the command's code.
 */
import { fileURLToPath } from "node:url";
import { normaliseTicker } from "../src/data/ticker.ts";
import { edits, nearestName } from "../src/text/nearest_name.ts";
import { typedCommand } from "../src/text/typed_command.ts";
import { type Command, COMMANDS, isApart, keepOnly, runCommand, SETS } from "./commands.ts";

const WRONG_USAGE = 2;
/** The first start compiles a thousand files, which takes seconds; later ones are done before. */
const STARTING_AFTER_MS = 300;
const ERASE = "\r\x1b[2K";

type Commands = Readonly<Record<string, Command>>;

/** A line for each command. */
async function list(commands: Commands): Promise<string> {
  const { startedBy } = (await import("../src/commands/this_host.ts")).thisHost();
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`);
  const apart =
    "With packages of their own: deno task -c packages/model/deno.json, -c packages/mcp/deno.json and -c packages/fleet/deno.json list " +
    "their tasks.";
  return [
    `${typedCommand(startedBy, "conviction NAME [arguments]")}; --help after a name prints its flags.`,
    `${
      typedCommand(startedBy, "conviction TICKER")
    }, or "a question": asks it, about any company that files at the SEC.`,
    "",
    ...lines,
    ...commands === COMMANDS ? ["", apart] : [],
  ].join("\n");
}

/** Starts a command that may do what this process may not. */
async function runApart(set: string, args: readonly string[]): Promise<number> {
  const flags = ["run", "-q", "--cached-only", "--no-prompt", "--unstable-lazy-dynamic-imports"];
  const config = ["--config", fileURLToPath(new URL("../deno.json", import.meta.url)), `-P=${set}`];
  const program = fileURLToPath(import.meta.resolve("./apart.ts"));
  const child = new Deno.Command("deno", { args: [...flags, ...config, program, ...args] }).spawn();
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) Deno.addSignalListener(signal, () => child.kill(signal));
  return (await child.status).code;
}

/** Shows in a terminal that something is under way, until it is disposed: then also what a launcher has shown is gone. */
function starting(): Disposable {
  if (!Deno.stderr.isTerminal()) return { [Symbol.dispose]: () => {} };
  const write = (text: string) => Deno.stderr.writeSync(new TextEncoder().encode(text));
  const timer = setTimeout(() => write("\r… starting"), STARTING_AFTER_MS);
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      write(ERASE);
    },
  };
}

/** A first word that is no command is a question: a word alone asks about that company, unless it is nearly a command. */
async function meant([first = "", ...rest]: readonly string[], commands: Commands): Promise<readonly string[]> {
  if (Object.hasOwn(commands, first)) return [first, ...rest];
  const isAlone = /^[^\s-]\S*$/.test(first) && (rest[0] ?? "-").startsWith("-");
  if (!isAlone) return ["ask", first, ...rest];
  const { openFilers } = await import("../src/data/names/filers.ts");
  const ticker = normaliseTicker(first);
  const isTicker = (await openFilers()).some((filer) => filer.ticker === ticker);
  const near = nearestName(first, Object.keys(commands));
  if (!isTicker && first === first.toLowerCase() && near !== undefined && edits(first, near) < 3) return [first];
  return ["ask", `Analyse ${first}`, ...rest];
}

/**
 * Runs a command.
 * @param words Its name, and its own arguments; or a question.
 * @param commands Those that there are.
 * @returns Its exit status; 2 where there is none of this name.
 */
export async function main(words: readonly string[], commands: Commands): Promise<number> {
  const loading = starting();
  const isHelp = words.length === 0 || /^(?:--help|-h)$/.test(words[0] ?? "");
  const [name = "", ...args] = isHelp ? [] : await meant(words, commands);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || isApart(command.set)) loading[Symbol.dispose]();
  if (command === undefined) {
    if (isHelp) console.log(await list(commands));
    else console.error(`error: There is no command "${name}"\n\n${await list(commands)}`);
    return isHelp ? 0 : WRONG_USAGE;
  }
  if (isApart(command.set)) return await runApart(command.set, [name, ...args]);
  keepOnly(SETS[command.set]);
  return await runCommand(command, args, loading);
}

if (import.meta.main) Deno.exitCode = await main(Deno.args, COMMANDS);
