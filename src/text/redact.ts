import { escapeHtml } from "./html.ts";

const REDACTED = "[redacted]";
/** A shorter secret may be an ordinary word; redacting it would damage the text and hide nothing. */
const MIN_SECRET_CHARS = 6;
/** Shorter base64 occurs in other data by chance. */
const MIN_BASE64_CHARS = 8;
/**
 * An unknown bearer credential. After a lower-case `bearer` it must contain a capital or a digit,
 * because theses mention bearer bonds.
 */
const BEARER =
  /\b((?:Bearer|BEARER)(?:[\s+]|%20)+|bearer(?:[\s+]|%20)+(?=[^\s"'`<>,;\\]*[A-Z0-9]))(?!\[redacted\])[^\s"'`<>,;\\]+/g;

/** A key that is not valid in a header; the message never contains the key. */
export class ApiKeyError extends Error {
  /** The name of the class. */
  override readonly name = "ApiKeyError";

  /**
   * Creates the error.
   * @param state What is wrong with the key, without the key.
   */
  constructor(state: string) {
    super(`Cannot use the API key: ${state}`);
  }
}

/**
 * Validates a key before it is used in a header: the runtime's error shows an invalid header value in full.
 * @param key The key as configured.
 * @returns The trimmed key: one line of visible ASCII.
 * @throws {ApiKeyError} when it is empty or contains anything but visible ASCII.
 */
export function checkApiKey(key: string): string {
  const trimmed = key.trim();
  if (trimmed === "") throw new ApiKeyError("it is empty");
  if (/[\r\n]/.test(trimmed)) throw new ApiKeyError("it has more than one line");
  if (/[ \t]/.test(trimmed)) throw new ApiKeyError("it contains white space");
  if (!/^[!-~]+$/.test(trimmed)) {
    throw new ApiKeyError("it contains a character that is not visible ASCII");
  }
  return trimmed;
}

/**
 * Creates a function that redacts secrets from the program's output.
 * It finds a secret unchanged, and as JSON, HTML, URL, hexadecimal and base64 (also inside a longer base64 text), in
 * upper and lower case, and any `Bearer <token>`. It finds a secret that the end of a text cuts after 6 characters or more,
 * but not the rest at the start of the next text: redact whole texts.
 * @param secrets Texts to redact; those shorter than 6 characters are ignored.
 * @returns The text with `[redacted]` in place of each secret.
 */
export function createRedactor(secrets: Iterable<string>): (text: string) => string {
  const filter = new SecretFilter(secrets);
  return (text) => withoutCutEnd(filter.clean(text), filter.forms).replace(BEARER, `$1${REDACTED}`);
}

/** Finds secrets in the content of an answer, which must not change otherwise: only a whole secret is redacted. */
export class SecretFilter {
  /** Each secret in each form, in lower case, the longest first. */
  readonly forms: readonly string[];
  readonly #pattern: RegExp;
  readonly #beginnings: ReadonlySet<string>;
  /** First characters of the forms: pieces of a text are short and many. */
  readonly #firsts: ReadonlySet<number>;

  /** @param secrets Those shorter than 6 characters are ignored. */
  constructor(secrets: Iterable<string>) {
    const forms = new Set([...secrets].flatMap((secret) => formsOf(secret.trim())).map((form) => form.toLowerCase()));
    this.forms = [...forms].toSorted((a, b) => b.length - a.length);
    this.#pattern = forms.size === 0 ? /(?!)/g : new RegExp(this.forms.map(escapePattern).join("|"), "gi");
    this.#firsts = new Set(this.forms.map((form) => firstOf(form)));
    this.#beginnings = new Set(this.forms.flatMap((form) => Array.from(form, (_, at) => form.slice(0, at))));
  }

  /** The text with `[redacted]` in place of each secret. */
  clean(text: string): string {
    return text.replace(this.#pattern, REDACTED);
  }

  /** How many characters at the end of a text may be the beginning of a secret. */
  openEnd(text: string): number {
    const longest = this.forms[0]?.length ?? 0;
    for (let at = Math.max(0, text.length - longest + 1); at < text.length; at++) {
      if (!this.#firsts.has(firstOf(text, at))) continue;
      if (this.#beginnings.has(text.slice(at).toLowerCase())) return text.length - at;
    }
    return 0;
  }
}

/** A character with the bit set that tells lower case; it tells some others too, which are compared anyway. */
function firstOf(text: string, at = 0): number {
  return text.charCodeAt(at) | 0x20;
}

/** An excerpt may end inside a secret. */
function withoutCutEnd(text: string, forms: readonly string[]): string {
  const [end = ""] = /…$/.exec(text) ?? []; // as cut() marks it
  const shown = text.slice(0, text.length - end.length);
  const last = shown.slice(-(forms[0]?.length ?? 0)).toLowerCase();
  for (const form of forms) {
    for (let chars = Math.min(form.length - 1, shown.length); chars >= MIN_SECRET_CHARS; chars--) {
      if (last.endsWith(form.slice(0, chars))) return shown.slice(0, -chars) + REDACTED + end;
    }
  }
  return text;
}

function formsOf(secret: string): string[] {
  if (secret.length < MIN_SECRET_CHARS) return [];
  const url = encodeURIComponent(secret.toWellFormed());
  const bytes = new TextEncoder().encode(secret);
  const base64 = base64FormsOf(bytes);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    json,
    json.replaceAll("/", "\\/"), // as PHP writes it
    escapeHtml(secret),
    url,
    hex.join(""),
    `%${hex.join("%")}`,
    ...base64,
    ...base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_")),
    ...base64.map((form) => encodeURIComponent(form)),
  ];
}

/** The encoding of the secret alone, and the part that is the same after 0, 1 or 2 bytes of other data. */
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
