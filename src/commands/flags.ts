import { parseArgs } from "node:util";
import { InputError } from "../protocol/errors.ts";

/** One flag of a command. */
export interface Flag {
  /** What stands for its value in the help; a flag without one is a switch. */
  readonly value?: string;
  /** May be given more than once; each time counts. */
  readonly isRepeatable?: true;
  readonly help: string;
}

/** The flags of a command by name: the one place where they are named, parsing and help follow. */
export type FlagTable = Readonly<Record<string, Flag>>;

/** What a flag was given: a text, all texts of one that may be repeated, or that a switch is on. */
export type FlagValue = string | boolean | readonly string[];

/** What was given. */
export interface GivenFlags {
  readonly flags: Readonly<Record<string, FlagValue>>;
  readonly positionals: readonly string[];
}

const KEY_FLAG = /^(?:api-?)?(?:key|token|secret)$|^api-?key/i;

/**
 * Reads the arguments of a command.
 * @throws {InputError} when a flag is unknown, lacks its value, or would be a key.
 */
export function readFlags(args: readonly string[], table: FlagTable): GivenFlags {
  const options = Object.fromEntries(
    Object.entries(table).map((
      [name, { value }],
    ) => [name, { type: value === undefined ? "boolean" : "string" } as const]),
  );
  const { tokens, positionals } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const flags: Record<string, FlagValue> = {};
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const value = readValue(token.rawName, token, table);
    const isRepeatable = table[token.name]?.isRepeatable === true && typeof value === "string";
    flags[token.name] = isRepeatable ? [...listOf(flags[token.name]), value] : value;
  }
  return { flags, positionals };
}

/** The value of a flag that takes one, where it was given. */
export function textOf({ flags }: GivenFlags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}

/** Every value of a flag that may be repeated, in the order they were given. */
export function textsOf({ flags }: GivenFlags, name: string): readonly string[] {
  return listOf(flags[name]);
}

/** One line per flag, for `--help`. */
export function flagLines(table: FlagTable): string[] {
  const names = Object.entries(table).map(([name, { value }]) => `--${name}${value === undefined ? "" : ` ${value}`}`);
  const width = Math.max(...names.map((name) => name.length));
  return Object.values(table).map(({ help }, at) => `  ${(names[at] ?? "").padEnd(width)}  ${help}`);
}

function listOf(value: FlagValue | undefined): readonly string[] {
  return typeof value === "object" ? value : [];
}

function readValue(
  rawName: string,
  { name, value }: { name: string; value?: string | undefined },
  table: FlagTable,
): string | boolean {
  if (KEY_FLAG.test(name)) {
    throw new InputError(
      `Cannot take a key as a flag: every user of this machine can read it there; set CONVICTION_API_KEY instead`,
    );
  }
  const flag = Object.hasOwn(table, name) ? table[name] : undefined;
  if (flag === undefined) {
    throw new InputError(`Cannot use ${rawName}: there is no such flag; did you mean --${nearest(name, table)}?`);
  }
  if (flag.value === undefined && value !== undefined) {
    throw new InputError(`Cannot use --${name}=${value}: it takes no value`);
  }
  if (flag.value === undefined) return true;
  if (value === undefined || value === "") {
    throw new InputError(`Cannot use --${name}: it needs a value (${flag.value})`);
  }
  return value;
}

function nearest(name: string, table: FlagTable): string {
  const names = Object.keys(table);
  const begun = names.find((flag) => flag.startsWith(name));
  const [best = "help"] = names.toSorted((a, b) => distance(name, a) - distance(name, b));
  return begun ?? best;
}

/** Levenshtein's: how many letters to change, add or drop. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
