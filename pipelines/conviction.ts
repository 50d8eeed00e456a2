// deno-lint-ignore-file no-console -- it prints for people
/**
 * Starts a command: `deno task -q conviction NAME ...`; without a name it lists them. It gives up every permission that
 * the command does not need before it loads the command's code.
 */
import { fileURLToPath } from "node:url";
import { normaliseTicker } from "../src/data/ticker.ts";
import { edits, nearestName } from "../src/text/nearest_name.ts";
import { COMMANDS, isApart, keepOnly, runCommand, SETS } from "./commands.ts";

const WRONG_USAGE = 2;
/** The first start compiles a thousand files, which takes seconds; later ones are done before. */
const STARTING_AFTER_MS = 300;
const ERASE = "\r\x1b[2K";

/** A line for each command. */
function list(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`);
  return [
    "deno task -q conviction NAME [arguments]; --help after a name prints its flags.",
    'deno task -q conviction TICKER, or "a question": asks it, about any company that files at the SEC.',
    "",
    ...lines,
    "",
    "With packages of their own: deno task -c model/deno.json, -c mcp/deno.json and -c fleet/deno.json list their tasks.",
  ].join("\n");
}

/** Starts a command that may do what this process may not. */
async function runApart(set: string, args: readonly string[]): Promise<number> {
  const flags = ["run", "-q", "--cached-only", "--no-prompt", "--unstable-lazy-dynamic-imports", `-P=${set}`];
  const program = fileURLToPath(new URL("apart.ts", import.meta.url));
  const child = new Deno.Command("deno", { args: [...flags, program, ...args] }).spawn();
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) Deno.addSignalListener(signal, () => child.kill(signal));
  return (await child.status).code;
}

/** Shows in a terminal that something is under way, until it is disposed. */
function starting(): Disposable {
  if (!Deno.stderr.isTerminal()) return { [Symbol.dispose]: () => {} };
  const write = (text: string) => Deno.stderr.writeSync(new TextEncoder().encode(text));
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    write("… starting");
  }, STARTING_AFTER_MS);
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      if (isShown) write(ERASE);
    },
  };
}

/** A first word that is no command is a question: a word alone asks about that company, unless it is nearly a command. */
async function meant([first = "", ...rest]: readonly string[]): Promise<readonly string[]> {
  if (Object.hasOwn(COMMANDS, first)) return [first, ...rest];
  const isAlone = /^[^\s-]\S*$/.test(first) && (rest[0] ?? "-").startsWith("-");
  if (!isAlone) return ["ask", first, ...rest];
  const { openFilers } = await import("../src/data/names/filers.ts");
  const ticker = normaliseTicker(first);
  const isTicker = (await openFilers()).some((filer) => filer.ticker === ticker);
  const near = nearestName(first, Object.keys(COMMANDS));
  if (!isTicker && first === first.toLowerCase() && near !== undefined && edits(first, near) < 3) return [first];
  return ["ask", `Analyse ${first}`, ...rest];
}

async function main(words: readonly string[]): Promise<number> {
  if (words.length === 0 || /^(?:--help|-h)$/.test(words[0] ?? "")) return console.log(list()) ?? 0;
  const [name = "", ...args] = await meant(words);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    console.error(`error: There is no command "${name}"\n\n${list()}`);
    return WRONG_USAGE;
  }
  if (isApart(command.set)) return await runApart(command.set, [name, ...args]);
  keepOnly(SETS[command.set]);
  return await runCommand(command, args, starting());
}

if (import.meta.main) Deno.exitCode = await main(Deno.args);
