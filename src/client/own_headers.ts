import { looksLikeKey, namesKey } from "../text/key_like.ts";

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Visible ASCII, with spaces and tabs between. */
const VALUE = /^[!-~]+(?:[ \t]+[!-~]+)*$/;
/** What the client or the connection sets; another value of it would be another request. */
const OURS: ReadonlySet<string> = new Set([
  ...["accept", "accept-encoding", "content-type", "content-length", "content-encoding", "idempotency-key", "range"],
  ...["if-range", "host", "connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade", "expect"],
]);

/**
 * Checks headers that a person wants sent with each request: the runtime shows what it refuses, so that a bad
 * one must not get there, and a key has a way of its own.
 * @param headers Values by name.
 * @param options The key in use, which no header may hold.
 * @returns The headers, without white space around a value.
 * @throws {TypeError} when a name or value is malformed, is set by the client, stands twice, or is a key; it
 * shows no value.
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
  if (!NAME.test(name)) return "that is no name of a header";
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
