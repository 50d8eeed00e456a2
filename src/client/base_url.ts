/**
 * The address requests are sent to.
 *
 * @param text Like `https://research.example/v1/`.
 * @returns The address without a trailing `/` or `/v1`.
 * @throws {TypeError} when it is no `http` or `https` address, or holds a user name, a query or a fragment.
 */
export function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new TypeError(`Cannot use base URL ${JSON.stringify(text)}: it must start with https:// or http://`);
  }
  if (url.username !== "" || url.password !== "") { // not shown: it may be a secret
    throw new TypeError("Cannot use base URL: it holds a user name or password; give the key as CONVICTION_API_KEY");
  }
  if (url.search !== "" || url.hash !== "") {
    throw new TypeError(`Cannot use base URL ${url.origin}${url.pathname}: it must have no query and no fragment`);
  }
  return (url.origin + url.pathname).replace(/\/+$/, "").replace(/\/v1$/, "");
}
