/** Last words of names of secrets. */
const SECRET_WORDS: ReadonlySet<string> = new Set(
  "token secret password passwd pwd credential credentials auth authorization cookie bearer jwt apikey key".split(" "),
);
/** `key` is a secret alone and after these words, unlike in `sort key` and `partition key`. */
const KEY_OWNERS: ReadonlySet<string> = new Set(
  "api access secret private auth subscription client app master service account x".split(" "),
);

/** Formats of known keys. */
const KEY_SHAPES: readonly RegExp[] = [
  /^\s*(?:bearer|basic|digest|token|apikey)\s+\S/i,
  /\b(?:sk|pk|rk)[-_][\w-]{8}/,
  /\beyJ[\w-]{8,}\./,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12}/,
  /\bAIza[\w-]{20}/,
  /\bgh[pousr]_[A-Za-z0-9]{16}/,
  /\bxox[abeprs]-/,
  /-----BEGIN/,
  /\b[0-9a-f]{32,}\b/i,
];
const LONG_RUN = /[A-Za-z0-9+/]{20,}/g;

/**
 * Whether a name is the name of a secret: `X-API-Key`, `accessToken`, `password`.
 * @param name Name of a header, a setting or a field.
 * @returns True for names of secrets, but not for `max_tokens` or `sort_key`.
 */
export function namesKey(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z0-9]+/).filter((word) => word);
  const last = words.at(-1) ?? "";
  if (words.some((word, at) => word === "key" && words[at - 1] === "api")) return true;
  if (words.some((word) => /apikey|authtoken|accesskey|secretkey/.test(word))) return true;
  if (last === "key") return words.length === 1 || words[0] === "x" || KEY_OWNERS.has(words.at(-2) ?? "");
  return SECRET_WORDS.has(last);
}

/**
 * Whether a value looks like a key, whatever its name.
 * @returns True for formats of known services, and for one long run of mixed letters and digits.
 */
export function looksLikeKey(text: string): boolean {
  if (KEY_SHAPES.some((shape) => shape.test(text))) return true;
  return (text.match(LONG_RUN) ?? []).some((run) =>
    /[a-z]/.test(run) && /[A-Z]/.test(run) && (run.match(/\d/g) ?? []).length >= 3
  );
}
