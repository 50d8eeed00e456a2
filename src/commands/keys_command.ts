import { resolve } from "node:path";
import { InputError } from "../protocol/errors.ts";
import { digestOf } from "../service/tenants/authorize.ts";
import { type KeyRecord, keyState } from "../service/tenants/key_records.ts";
import { changeKeyFile, existingKeys } from "../setup/key_file.ts";
import { oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { columns, jsonLine } from "../view/lines.ts";
import { type CommandHost, defineCommand, type Place } from "./command.ts";
import { count, day, duration, rates, type Reader, wrongValue } from "./flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import type { Host } from "./host.ts";

const MINUTE_MS = 60_000;
const DEFAULT_FILE = "keys.json";
const MAX_NAME = 64;

/** A span from now, or the first day without it. */
const expiry: Reader<{ readonly ms: number } | { readonly day: string }> = (text, flag) => {
  if (/^\d{4}-/.test(text.trim())) return { day: day(text, flag) };
  return { ms: duration(text, flag) };
};

const perMinute: Reader<number> = (text, flag) => {
  const [rate, more] = rates(text, flag);
  if (rate?.perMs === MINUTE_MS && more === undefined) return rate.count;
  throw wrongValue(flag, text, "it is not like 60/min");
};

const FLAGS = {
  "keys": { value: "FILE", help: `the file of keys (CONVICTION_KEYS; ${DEFAULT_FILE})` },
  "name": { value: "NAME", help: "create: who uses it" },
  "expires": {
    value: "90d|DAY",
    read: expiry,
    help: "create: how long it is accepted, or the day from when it is not",
  },
  "per-minute": { value: "N/min", read: perMinute, help: "create: most requests begun in a minute" },
  "at-once": { value: "N", read: count, help: "create: most requests in progress at once" },
  "json": { help: "list: one object on one line" },
} as const satisfies FlagTable;

/** The page of `keys`. */
export const KEYS = {
  does: "Creates, lists and revokes the keys of a service, in a file that holds digests, never keys.",
  usage: ["keys create --name NAME [flags]", "keys list [flags]", "keys revoke NAME|ID [flags]"],
  flags: FLAGS,
  notes: [
    "serve with the same file takes a change within a second, without a restart; a revoked key's open answers end.",
    "A key is shown once, when it is created. Exit status: 0 done; 1 the file could not be written; 2 wrong usage.",
  ],
} as const satisfies CommandPage;

type KeyFlags = FlagsOf<typeof FLAGS> & Given;
type KeyHost = CommandHost & Pick<Host, "newId">;

interface KeyPlace extends Place<KeyHost> {
  readonly path: string;
}

/** Creates, lists or revokes keys. */
export const keysCommand = defineCommand(KEYS, async (flags, { host, terminal }: Place<KeyHost>) => {
  const path = keyPath(flags.keys, host) ?? resolve(host.folder, DEFAULT_FILE);
  const place = { path, host, terminal };
  const [word, ...rest] = flags.words;
  switch (word) {
    case "create":
      return await create(flags, rest, place);
    case "list":
      return list(flags, rest, place);
    case "revoke":
      return await revoke(rest, place);
    default:
      throw new InputError(
        word === undefined
          ? "Cannot use keys alone: say create, list or revoke"
          : `Cannot ${JSON.stringify(word)} keys: say create, list or revoke`,
      );
  }
});

/** The file of keys that a flag or the environment names. */
export function keyPath(flag: string | undefined, { env, folder }: Pick<Host, "env" | "folder">): string | undefined {
  const path = flag ?? (env("CONVICTION_KEYS") || undefined);
  return path === undefined ? undefined : resolve(folder, path);
}

async function create(
  { name, expires, perMinute, atOnce }: KeyFlags,
  [more]: readonly string[],
  { path, host, terminal }: KeyPlace,
): Promise<void> {
  if (more !== undefined) throw tooMany(more);
  if (name === undefined) throw new InputError("Cannot create a key without --name: say who uses it");
  if (name.trim() === "" || name.length > MAX_NAME || oneLine(name) !== name) {
    throw new InputError(`Cannot use --name ${oneLine(name)}: it is not one line of 1 to ${MAX_NAME} characters`);
  }
  const now = host.clock.now();
  const until = expires &&
    ("ms" in expires ? new Date(now.getTime() + expires.ms) : new Date(`${expires.day}T00:00:00Z`));
  if (until !== undefined && until <= now) throw new InputError("Cannot use --expires: that time has passed");
  const key = `sk-${`${host.newId()}${host.newId()}`.replaceAll("-", "")}`;
  const digest = digestOf(key).toHex();
  const record: KeyRecord = {
    id: `key_${digest.slice(0, 8)}`,
    name,
    digest,
    created: now.toISOString(),
    ...(until && { expires: until.toISOString() }),
    ...(atOnce !== undefined && { max_concurrent: atOnce }),
    ...(perMinute !== undefined && { per_minute: perMinute }),
  };
  await changeKeyFile(path, (keys) => {
    const taken = keys.find((other) => other.name === name && keyState(other, now) === "accepted");
    if (taken) {
      throw new InputError(
        `Cannot create a key named ${name}: ${taken.id} has that name; revoke it first, or choose another`,
      );
    }
    return [...keys, record];
  });
  terminal.note(`Key ${record.id} for ${name}, kept in ${path} as a digest. It is shown once:`);
  terminal.output(key);
}

function list({ json }: KeyFlags, [more]: readonly string[], { path, host, terminal }: KeyPlace): void {
  if (more !== undefined) throw tooMany(more);
  const keys = existingKeys(path);
  const now = host.clock.now();
  const shown = keys.map((key) => ({ ...key, digest: undefined, state: keyState(key, now) }));
  if (json) return terminal.output(jsonLine({ keys: shown }));
  const day = (time: string | undefined) => time?.slice(0, 10) ?? "-";
  const rows = shown.map(({ id, name, state, created, expires, max_concurrent: atOnce, per_minute: rate }) => [
    id,
    oneLine(name),
    state,
    day(created),
    day(expires),
    atOnce === undefined ? "-" : String(atOnce),
    rate === undefined ? "-" : `${rate}/min`,
  ]);
  terminal.print(...columns([["ID", "NAME", "STATE", "CREATED", "EXPIRES", "AT ONCE", "RATE"], ...rows]));
  terminal.print(`${counted(shown.filter(({ state }) => state === "accepted").length, "key")} accepted`);
}

async function revoke([which, more]: readonly string[], { path, host, terminal }: KeyPlace): Promise<void> {
  if (which === undefined) throw new InputError("Cannot revoke a key: say its name or id, which keys list shows");
  if (more !== undefined) throw tooMany(more);
  const now = host.clock.now();
  existingKeys(path);
  let revoked: KeyRecord | undefined;
  await changeKeyFile(path, (keys) => {
    const isIt = (key: KeyRecord) => key.revoked === undefined && (key.id === which || key.name === which);
    const found = keys.filter(isIt);
    [revoked] = found;
    if (found.length === 0) {
      throw new InputError(`Cannot revoke ${JSON.stringify(which)}: no key that is not revoked has this name or id`);
    }
    if (found.length > 1) {
      const ids = found.map(({ id }) => id).join(", ");
      throw new InputError(`Cannot revoke ${JSON.stringify(which)}: ${ids} have this name; give the id`);
    }
    return keys.map((key) => isIt(key) ? { ...key, revoked: now.toISOString() } : key);
  });
  if (revoked) {
    terminal.say(
      `Revoked ${revoked.id} of ${oneLine(revoked.name)}. Services that use ${path} refuse it within a second.`,
    );
  }
}

function tooMany(word: string): InputError {
  return new InputError(`Cannot use "${oneLine(word)}": it is one word too many`);
}
