import { looksLikeKey, namesKey } from "../text/key_like.ts";

/**
 * Validates a custom path of the reasoning operation.
 * @param path Like `/research/v2/ask?version=3`, below the address of the service.
 * @throws {TypeError} when it is invalid, leaves the service's address, or contains a key.
 */
export function checkPath(path: string): string {
  const refuse = (state: string) => new TypeError(`Cannot use path ${JSON.stringify(path)}: ${state}`);
  if (!/^\/[!-~]*$/.test(path)) throw refuse("it must start with a slash and be visible ASCII");
  if (/#|\\/.test(path)) throw refuse("it must not contain a fragment or a backslash");
  const { pathname, searchParams } = new URL(`http://service.invalid${path}`);
  if (pathname !== path.split("?", 1)[0] || pathname.startsWith("//")) {
    throw refuse("it must not leave the address of the service");
  }
  if ([...searchParams].some(([name, value]) => namesKey(name) || looksLikeKey(value))) {
    // The path is not shown: it is a secret.
    throw new TypeError("Cannot use path: its query contains a key; set CONVICTION_API_KEY");
  }
  return path;
}

/**
 * Validates the base URL of a service.
 *
 * @param text Like `https://research.example/v1/`.
 * @returns The address without a trailing `/` or `/v1`.
 * @throws {TypeError} when it is not an `http` or `https` URL, or contains a user name, a query or a fragment.
 */
export function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new TypeError(`Cannot use base URL ${JSON.stringify(text)}: it must start with https:// or http://`);
  }
  if (url.username !== "" || url.password !== "") { // not shown: it may be a secret
    throw new TypeError("Cannot use base URL: it contains a user name or password; set the key as CONVICTION_API_KEY");
  }
  if (url.search !== "" || url.hash !== "") {
    throw new TypeError(`Cannot use base URL ${url.origin}${url.pathname}: it must not have a query or a fragment`);
  }
  return (url.origin + url.pathname).replace(/\/+$/, "").replace(/\/v1$/, "");
}

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Visible ASCII, with spaces and tabs between. */
const VALUE = /^[!-~]+(?:[ \t]+[!-~]+)*$/;
/** Headers that the client or the connection sets. */
const OURS: ReadonlySet<string> = new Set(
  ("accept accept-encoding content-type content-length content-encoding idempotency-key range if-range host " +
    "connection keep-alive transfer-encoding te trailer upgrade expect").split(" "),
);

/**
 * Validates custom headers. The runtime's error would show an invalid value, and keys have a setting of their own.
 * @param options The API key, which no header may contain.
 * @returns The headers with trimmed values.
 * @throws {TypeError} when a name or value is invalid, a header is set by the client or repeated, or a value is a key;
 * the message shows no value.
 */
export function checkHeaders(
  headers: Readonly<Record<string, string>>,
  { apiKey }: { readonly apiKey?: string | undefined } = {},
): Readonly<Record<string, string>> {
  const names = new Set<string>();
  const checked = Object.entries(headers).map(([name, value]): [string, string] => {
    const problem = nameProblem(name, names) ?? valueProblem(value.trim(), apiKey);
    if (problem !== undefined) throw new TypeError(`Cannot send header ${JSON.stringify(name)}: ${problem}`);
    names.add(name.toLowerCase());
    return [name, value.trim()];
  });
  return Object.fromEntries(checked);
}

const KEY_ADVICE = "set CONVICTION_API_KEY, which is sent as Authorization: Bearer";

function nameProblem(name: string, earlier: ReadonlySet<string>): string | undefined {
  const lower = name.toLowerCase();
  if (!NAME.test(name)) return "it is not a valid header name";
  if (lower.startsWith("proxy-") || namesKey(name)) return `it names a key; ${KEY_ADVICE}`;
  if (OURS.has(lower)) return "the client sets it itself";
  return earlier.has(lower) ? "it is given twice" : undefined;
}

function valueProblem(value: string, apiKey: string | undefined): string | undefined {
  if (value === "") return "it has no value";
  if (!VALUE.test(value)) return "its value is not one line of visible ASCII";
  const isKey = looksLikeKey(value) || (apiKey !== undefined && value.includes(apiKey));
  return isKey ? `its value looks like a key; ${KEY_ADVICE}` : undefined;
}
