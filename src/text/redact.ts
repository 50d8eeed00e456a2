import { escapeHtml } from "./html.ts";

const REDACTED = "[redacted]";
/** A shorter secret is a word; to cut it out everywhere would spoil the text and hide nothing. */
const MIN_SECRET_CHARS = 6;
/** A shorter piece of base64 stands in other data by chance. */
const MIN_BASE64_CHARS = 8;
/**
 * A bearer credential that nobody told us of. In lower case only with a capital or a digit,
 * because theses speak of bearer bonds.
 */
const BEARER =
  /\b((?:Bearer|BEARER)(?:[\s+]|%20)+|bearer(?:[\s+]|%20)+(?=[^\s"'`<>,;\\]*[A-Z0-9]))(?!\[redacted\])[^\s"'`<>,;\\]+/g;

/** A key that cannot stand in a header; its message never holds the key. */
export class ApiKeyError extends Error {
  /** The name of the class. */
  override readonly name = "ApiKeyError";

  /**
   * Makes the error.
   * @param state What is wrong with the key, without the key.
   */
  constructor(state: string) {
    super(`Cannot use the API key: ${state}`);
  }
}

/**
 * Checks a key before it reaches a header: the runtime prints a key it refuses in full.
 * @param key The key as it was found.
 * @returns The key without white space around it: one line of visible ASCII.
 * @throws {ApiKeyError} when it is empty or holds anything but visible ASCII.
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 *
 * strictEqual(checkApiKey(" sk-1234\n"), "sk-1234");
 * ```
 */
export function checkApiKey(key: string): string {
  const trimmed = key.trim();
  if (trimmed === "") throw new ApiKeyError("it is empty");
  if (/[\r\n]/.test(trimmed)) throw new ApiKeyError("it has more than one line");
  if (/[ \t]/.test(trimmed)) throw new ApiKeyError("it holds white space");
  if (!/^[!-~]+$/.test(trimmed)) {
    throw new ApiKeyError("it holds a character that is not visible ASCII");
  }
  return trimmed;
}

/**
 * Makes a function that removes secrets from text on its way out of the program.
 * Each is found as it is, in JSON, HTML, a URL and base64 (also inside a longer base64 text),
 * and so is any `Bearer <token>`. Of a secret that a text breaks off in, 6 characters or more are found;
 * its other part, at the start of the next text, is not: redact whole texts.
 * @param secrets What must not be shown; one shorter than 6 characters is ignored.
 * @returns The text with `[redacted]` in place of each secret.
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 *
 * const redact = createRedactor(["sk-12345678"]);
 * strictEqual(redact("key=sk-12345678 Bearer abc"), "key=[redacted] Bearer [redacted]");
 * ```
 */
export function createRedactor(secrets: Iterable<string>): (text: string) => string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    for (const form of formsOf(secret.trim())) forms.add(form);
  }
  const longestFirst = [...forms].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(escapePattern).join("|"), "g");
  return (text) => {
    const known = forms.size === 0 ? text : text.replace(pattern, REDACTED);
    return withoutCutEnd(known, longestFirst).replace(BEARER, `$1${REDACTED}`);
  };
}

/** Excerpts are cut wherever their length ends, and so may a secret be. */
function withoutCutEnd(text: string, forms: readonly string[]): string {
  for (const form of forms) {
    for (let chars = Math.min(form.length - 1, text.length); chars >= MIN_SECRET_CHARS; chars--) {
      if (text.endsWith(form.slice(0, chars))) return text.slice(0, -chars) + REDACTED;
    }
  }
  return text;
}

function formsOf(secret: string): string[] {
  if (secret.length < MIN_SECRET_CHARS) return [];
  const url = encodeURIComponent(secret.toWellFormed());
  const base64 = base64FormsOf(new TextEncoder().encode(secret));
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    escapeHtml(secret),
    url,
    url.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()),
    ...base64,
    ...base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_")),
    ...base64.map((form) => encodeURIComponent(form)),
  ];
}

/** The whole, and the part that stays the same when 0, 1 or 2 bytes of a group come before it. */
function base64FormsOf(bytes: Uint8Array): string[] {
  const inside = [0, 1, 2].map((before) => {
    const text = toBase64(new Uint8Array([...new Uint8Array(before), ...bytes]));
    const firstOwn = Math.ceil((before * 8) / 6);
    const afterLastOwn = Math.floor(((before + bytes.length) * 8) / 6);
    return text.slice(firstOwn, afterLastOwn);
  });
  return [toBase64(bytes), ...inside].filter((form) => form.length >= MIN_BASE64_CHARS);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
