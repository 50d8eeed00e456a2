import { looksLikeKey, namesKey } from "../text/key_like.ts";

/**
 * Checks the path of an operation that a service has elsewhere.
 * @param path Like `/research/v2/ask?version=3`, below the address of the service.
 * @returns The path.
 * @throws {TypeError} when it is none, leaves the service's address, or holds a key.
 */
export function checkPath(path: string): string {
  const refuse = (state: string) => new TypeError(`Cannot use path ${JSON.stringify(path)}: ${state}`);
  if (!/^\/[!-~]*$/.test(path)) throw refuse("it must start with a slash and be visible ASCII");
  if (/#|\\/.test(path)) throw refuse("it must hold no fragment and no backslash");
  const { pathname, searchParams } = new URL(`http://service.invalid${path}`);
  if (pathname !== path.split("?", 1)[0] || pathname.startsWith("//")) {
    throw refuse("it must not leave the address of the service");
  }
  if ([...searchParams].some(([name, value]) => namesKey(name) || looksLikeKey(value))) {
    throw new TypeError("Cannot use path: its query holds a key; set CONVICTION_API_KEY"); // not shown: it is a secret
  }
  return path;
}
