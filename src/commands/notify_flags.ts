import { sha256 } from "../disk/digest.ts";
import type { NightTarget } from "../night/target.ts";
import { InputError } from "../protocol/errors.ts";
import { cut } from "../text/cut.ts";
import { excerpt } from "../text/control.ts";
import type { FlagTable } from "./flags.ts";

/** Half of a digest names a target. */
const DIGEST_CHARS = 32;
const MAX_SHOWN = 60;
const FORMS = "a web address, mailto:ADDRESS, cmd:PROGRAM, or env:CONVICTION_NAME for one of these in a variable";
/** An address without quotes, comments and letters beyond ASCII: what a header of a letter holds as it is. */
const MAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/;

/** The flags of a command that sends messages. */
export const NOTIFY_FLAGS = {
  "notify": {
    value: "TARGET",
    readAll: (texts: readonly string[]) => texts,
    help: "send one message a night to a web address, mailto:ADDRESS, cmd:PROGRAM or env:CONVICTION_NAME; repeatable",
  },
} as const satisfies FlagTable;

/**
 * Reads where messages go. A web address is often a key by itself, so no message of an error repeats it.
 * @param texts As they were typed.
 * @param options `env`: the value of an environment variable.
 * @throws {InputError} when one is invalid, names a variable that is not set, or could not be delivered to.
 */
export function notifyTargets(
  texts: readonly string[],
  { env }: { env(name: string): string | undefined },
): readonly NightTarget[] {
  const targets = texts.map((text) => {
    const variable = /^env:(.*)$/s.exec(text.trim())?.[1];
    return variable === undefined
      ? targetOf(text.trim(), `--notify ${shownStart(text.trim())}`)
      : targetOf(valueOf(variable.trim(), env), `--notify env:${variable.trim()}`);
  });
  return [...new Map(targets.map((target) => [target.digest, target])).values()];
}

/**
 * Address that letters come from, of `CONVICTION_MAIL_FROM`.
 * @returns Undefined without one: the mail system adds it.
 * @throws {InputError} when it is no mail address.
 */
export function mailFromOf({ env }: { env(name: string): string | undefined }): string | undefined {
  const address = env("CONVICTION_MAIL_FROM")?.trim();
  if (address === undefined || address === "" || MAIL.test(address)) return address || undefined;
  const shown = excerpt(address, MAX_SHOWN);
  throw new InputError(`Cannot use CONVICTION_MAIL_FROM ${shown}: it is not like desk@example.com, without a name`);
}

function valueOf(variable: string, env: (name: string) => string | undefined): string {
  const isName = /^[A-Z][A-Z0-9_]*$/.test(variable); // else it may be the address itself
  const flag = `--notify env:${isName ? excerpt(variable, MAX_SHOWN) : "..."}`;
  if (!/^CONVICTION_[A-Z0-9_]+$/.test(variable)) {
    throw new InputError(`Cannot use ${flag}: it must be the name of a variable that begins with CONVICTION_`);
  }
  const value = env(variable)?.trim() ?? "";
  if (value === "") throw new InputError(`Cannot use ${flag}: the variable is not set; set it to ${FORMS}`);
  return value;
}

function targetOf(text: string, flag: string): NightTarget {
  const [, scheme = "", rest = ""] = /^(mailto|cmd):(.*)$/is.exec(text) ?? [];
  if (scheme.toLowerCase() === "mailto") return mailTarget(rest, flag);
  if (scheme.toLowerCase() === "cmd") return programTarget(rest.trim(), flag);
  if (/^https?:/i.test(text)) return webhookTarget(text, flag);
  throw new InputError(`Cannot use ${flag}: it is not ${FORMS}`);
}

function webhookTarget(text: string, flag: string): NightTarget {
  if (!URL.canParse(text)) throw new InputError(`Cannot use ${flag}: it is not a valid web address`);
  const { href, origin, pathname, search, username, password } = new URL(text);
  if (username !== "" || password !== "") {
    const advice = "use an address with a token in its path, or cmd: with a program that logs in";
    throw new InputError(`Cannot use ${flag}: it holds a user or a password; ${advice}`);
  }
  const isBare = pathname === "/" && search === "";
  return made("webhook", href, isBare ? `${origin}/` : `${origin}/...`);
}

function mailTarget(rest: string, flag: string): NightTarget {
  const addresses = rest.split(",").map((address) => address.trim());
  const wrong = addresses.find((address) => !MAIL.test(address));
  if (wrong !== undefined) {
    const state = wrong === "" ? "an address is missing" : `${excerpt(wrong, MAX_SHOWN)} is not a mail address`;
    throw new InputError(`Cannot use ${flag}: ${state}; write it like mailto:desk@example.com`);
  }
  return made("mail", addresses.join(","), `mailto:${addresses.join(",")}`);
}

/** Arguments may hold a key. */
function programTarget(command: string, flag: string): NightTarget {
  if (command === "") throw new InputError(`Cannot use ${flag}: a program is missing, like cmd:./notify.sh`);
  const [program = ""] = command.split(/\s/, 1);
  const shown = /^[\w./~+-]+$/.test(program) ? program : "...";
  return made("program", command, `cmd:${shown === command ? shown : `${shown} ...`}`.replace("... ...", "..."));
}

function made(kind: NightTarget["kind"], address: string, shown: string): NightTarget {
  return { kind, address, shown: cut(shown, MAX_SHOWN), digest: sha256(`${kind} ${address}`).slice(0, DIGEST_CHARS) };
}

/** The scheme and host of what was typed: whatever else there is may be a key, and so may a text that is neither. */
function shownStart(text: string): string {
  const [, scheme = "", authority = ""] = /^([a-z]+:(?:\/\/)?)?([^/?#\s]*)/i.exec(text) ?? [];
  const isHost = scheme.endsWith("//")
    ? !authority.includes("@")
    : scheme === "" && authority.length < text.length && /^[\w-]+(?:\.[\w-]+)+$/.test(authority);
  const start = `${scheme}${isHost ? authority.replace(/:.*$/, "") : ""}`;
  return excerpt(start.length < text.length ? `${start}...` : start, MAX_SHOWN);
}
