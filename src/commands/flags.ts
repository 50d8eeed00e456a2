import { parseArgs as parseArgsOfStd } from "@std/cli/parse-args";
import { InputError } from "../protocol/errors.ts";
import { nearestName } from "../text/nearest_name.ts";
import type { Host } from "./host.ts";
import { MODEL_TASK, shellWord, typedCommand } from "../text/typed_command.ts";

/** The part of `@std/cli` that is used: what npm has of it comes without types. */
const parseArgs: (args: readonly string[], options: {
  readonly boolean: readonly string[];
  readonly string: readonly string[];
  readonly collect: readonly string[];
  readonly alias: Readonly<Record<string, string>>;
}) => { readonly _: string[]; readonly [name: string]: string | boolean | string[] } = parseArgsOfStd;

/** One flag of a command: the only place that says its name, what it takes and what it sets. */
export interface Flag {
  /** Name of its value in the help; a flag without one is a switch. */
  readonly value?: string;
  /** Reads the value; `flag` is the name for a message. Default: the text as it was typed. */
  readonly read?: (text: string, flag: string) => unknown;
  /** Reads all values in their order: the flag may be repeated. */
  readonly readAll?: (texts: readonly string[], flag: string) => unknown;
  /** What a switch sets its option to. Default: true, and false where the switch is absent. */
  readonly on?: unknown;
  /** Name of the option it sets. Default: its own name in camel case. */
  readonly option?: string;
  readonly help: string;
}

/** The flags of a command by name; `--help` need not be in it. */
export type FlagTable = Readonly<Record<string, Flag>>;

/** The options that a table of flags sets; those of absent flags are undefined. */
export type FlagsOf<Table extends FlagTable> = {
  readonly [Name in keyof Table & string as OptionOf<Name, Table[Name]>]: ValueOf<Table[Name]>;
};

type OptionOf<Name extends string, Row> = Row extends { readonly option: infer Option extends string } ? Option
  : Camel<Name>;

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

type ValueOf<Row> = Row extends { readonly readAll: (texts: readonly string[], flag: string) => infer Value }
  ? Value | undefined
  : Row extends { readonly read: (text: string, flag: string) => infer Value } ? Value | undefined
  : Row extends { readonly value: string } ? string | undefined
  : Row extends { readonly on: infer Value } ? Value | undefined
  : boolean;

/** The arguments of a command, as they were typed. */
export interface Given {
  /** The flags by name: a text, all texts of one that may be repeated, or true for a switch. */
  readonly given: Readonly<Record<string, GivenValue>>;
  /** The arguments that are not flags. */
  readonly words: readonly string[];
}

type GivenValue = string | true | readonly string[];

const HELP = { "help": { help: "this page" } } as const satisfies FlagTable;
/** A flag, its name, and the value behind it with its sign. */
const FLAG = /^(--?([^=]+))(=.*)?$/s;
const KEY_FLAG = /^(?:api-?)?(?:key|token|secret)$|^api-?key/i;

/**
 * Reads the arguments of a command.
 * @returns The options its flags set, or that help is wanted.
 * @throws {InputError} when a flag is unknown, lacks its value, has a wrong one, or would be a key.
 */
export function readFlags<Table extends FlagTable>(
  args: readonly string[],
  table: Table,
): FlagsOf<Table> & Given | "help" {
  const { given, words } = parse(args, { ...table, ...HELP });
  if (given["help"] === true) return "help";
  const options = Object.entries(table).map(([name, flag]) => [optionOf(name, flag), optionValue(flag, given, name)]);
  return { ...Object.fromEntries(options) as FlagsOf<Table>, given, words };
}

/** Those options of a command that one table of its flags sets. */
export function pickOptions<Table extends FlagTable>(options: FlagsOf<Table>, table: Table): FlagsOf<Table> {
  const names = Object.entries(table).map(([name, flag]) => optionOf(name, flag));
  return Object.fromEntries(names.map((name) => [name, Reflect.get(options, name)])) as FlagsOf<Table>;
}

/**
 * The flag that sets an option, for messages of the library, which name options.
 * @returns Like `--max-cost` for `maxCost`; nothing when no flag of the table sets it.
 */
export function flagOf(option: string, table: FlagTable): string | undefined {
  const found = Object.entries(table).find(([name, flag]) => optionOf(name, flag) === option);
  return found && `--${found[0]}`;
}

/**
 * A message of the library with the flags that a person types.
 * @param message Names options at its end, after what it quotes.
 */
export function inFlags(
  message: string,
  { options, table }: { readonly options: readonly string[]; readonly table: FlagTable },
): string {
  return options.reduce((text, option) => {
    const last = new RegExp(`^(.*)\\b${option}\\b`, "s");
    return text.replace(last, (_, before: string) => before + (flagOf(option, table) ?? option));
  }, message);
}

/** What is a task itself, of `deno.json` or a configuration of its own. */
const IS_TASK = /^(?:ask|nightly|screen|serve|-c) /;

/** A command as `--help` shows it. */
export interface CommandPage<Table extends FlagTable = FlagTable> {
  /** What it does, in a sentence. */
  readonly does: string;
  /** How it is typed after `deno task -q`, or after `deno task -q conviction`; one line each. */
  readonly usage: readonly string[];
  readonly flags: Table;
  /** What follows its flags: its arguments, its exit status. */
  readonly notes: readonly string[];
}

/**
 * The lines that `--help` prints, without line ends.
 * @param host How a person starts it: with a language model where it can open one.
 */
export function helpLines(
  { does, usage, flags, notes }: CommandPage,
  { startedBy, openModel }: Pick<Host, "startedBy" | "openModel">,
): string[] {
  const rows = Object.entries<Flag>({ ...flags, ...HELP })
    .map(([name, { value, help }]) => ({ help, shown: `--${name}${value === undefined ? "" : ` ${value}`}` }));
  const width = Math.max(...rows.map(({ shown }) => shown.length));
  const lines = rows.map(({ shown, help }) => `  ${shown.padEnd(width)}  ${help}`);
  const start = openModel === undefined ? "" : MODEL_TASK;
  const words = usage.map((line) => `${start}${IS_TASK.test(line) ? "" : "conviction "}${line}`);
  const typed = words.map((line) => `  ${typedCommand(startedBy, line)}`);
  return [does, "", ...typed, "", ...lines, "", ...notes];
}

function optionOf(name: string, { option }: Flag): string {
  return option ?? name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function optionValue({ value, on, read, readAll }: Flag, given: Given["given"], name: string): unknown {
  const typed = given[name];
  if (value === undefined) return on === undefined ? typed === true : typed && on;
  if (typeof typed === "string") return read === undefined ? typed : read(typed, `--${name}`);
  return typeof typed === "object" ? readAll?.(typed, `--${name}`) : undefined;
}

function parse(args: readonly string[], table: FlagTable): Given {
  const names = Object.keys(table);
  const switches = names.filter((name) => table[name]?.value === undefined);
  const valued = names.filter((name) => table[name]?.value !== undefined);
  const { _: words, ...typed } = parseArgs(checkedArgs(args, table), {
    boolean: switches,
    string: ["_", ...valued],
    collect: valued,
    alias: { help: "h" },
  });
  const given: Record<string, GivenValue> = {};
  for (const name of switches) if (typed[name] === true) given[name] = true;
  for (const name of valued) {
    const texts = [typed[name] ?? []].flat().map(String);
    if (texts.includes("")) throw new InputError(`Cannot use --${name}: it needs a value (${table[name]?.value})`);
    if (texts.length > 0) given[name] = table[name]?.readAll === undefined ? texts.at(-1) ?? "" : texts;
  }
  return { given, words };
}

/** The arguments as `parseArgs` reads them: `--limit -5` is `--limit=-5`. */
function checkedArgs(args: readonly string[], table: FlagTable): readonly string[] {
  const read: string[] = [];
  for (const [at, arg] of args.entries()) {
    if (arg === "--") return read.concat(args.slice(at));
    const before = read.at(-1) ?? "";
    const wantsValue = before.startsWith("--") && table[before.slice(2)]?.value !== undefined;
    if (wantsValue && /^-(?!-)/.test(arg)) {
      read[read.length - 1] = `${before}=${arg}`;
      continue;
    }
    checkFlag(arg, { next: args[at + 1], table });
    read.push(arg);
  }
  return read;
}

/** Refuses what `parseArgs` would take: an unknown flag, a switch with a value, `--no-limit=5` as `--limit=5`. */
function checkFlag(
  arg: string,
  { next, table }: { readonly next: string | undefined; readonly table: FlagTable },
): void {
  const [, typed, name = "", text] = FLAG.exec(arg) ?? [];
  if (typed === undefined || arg === "-h") return;
  if (KEY_FLAG.test(name)) {
    throw new InputError(
      "Cannot take a key as a flag: every user of this machine can read it there; set CONVICTION_API_KEY instead",
    );
  }
  if (typed !== `--${name}` || !Object.hasOwn(table, name)) {
    throw new InputError(`Cannot use ${typed}: there is no such flag; did you mean --${nearest(name, table)}?`);
  }
  const value = text ?? (next === "true" || next === "false" ? ` ${next}` : "");
  if (table[name]?.value === undefined && value !== "") {
    throw new InputError(`Cannot use --${name}${value}: it takes no value`);
  }
}

function nearest(name: string, table: FlagTable): string {
  const names = Object.keys(table);
  return names.find((flag) => flag.startsWith(name)) ?? nearestName(name, names) ?? "help";
}

/** A command with the flags that it was given, but for those of fetching. */
export function commandOf(start: string, { given }: Given, words: readonly string[]): string {
  const { fetch: _, "no-fetch": __, ...kept } = given;
  const flags = Object.entries(kept).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => one === true ? [`--${name}`] : [`--${name}`, String(one)])
  );
  return [start, ...[...words, ...flags].map(shellWord)].join(" ");
}
