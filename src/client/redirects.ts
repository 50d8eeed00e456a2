/** A storage behind a load balancer takes two. */
const MAX_REDIRECTS = 5;
/** Statuses that name another address. */
export const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** What another origin gets of the headers: neither the key nor a custom one. */
const FOR_OTHERS: readonly string[] = ["accept", "accept-encoding", "range", "if-range"];

/** A request that only reads. */
interface Reading {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Readonly<Record<string, string>> };
}

/** How a redirect is followed. */
export interface FollowOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Redacts the key: an address that holds it is not followed. */
  redact(text: string): string;
}

/** The reply at the end of the redirects. */
export interface Followed {
  readonly reply: Response;
  /** Host that sent it, when it is of another origin than the service. */
  readonly host?: string;
  /** Why the reply, a redirect, was not followed. */
  readonly problem?: string;
}

/**
 * Requests a file, and follows redirects: services hand out files by signed links of a storage. The signature of such a
 * link is the permission, so from the first other origin on neither the key nor a custom header is sent.
 */
export async function fetchFollowing({ url, init }: Reading, options: FollowOptions): Promise<Followed> {
  const { origin } = new URL(url);
  let here: Reading & { readonly host?: string } = { url, init };
  for (let followed = 0;; followed++) {
    const { host } = here;
    const from = host === undefined ? {} : { host };
    const reply = await options.fetch(here.url, here.init);
    if (!REDIRECTS.includes(reply.status)) return { reply, ...from };
    const target = targetOf(reply, here.url);
    const problem = followed === MAX_REDIRECTS
      ? `it redirects more than ${MAX_REDIRECTS} times`
      : problemOf(target, { from: here.url, redact: options.redact });
    if (target === undefined || problem !== undefined) return { reply, ...from, ...(problem && { problem }) };
    await reply.body?.cancel();
    const isOwn = host === undefined && target.origin === origin;
    here = isOwn ? { url: target.href, init } : { url: target.href, init: forOthers(init), host: target.host };
  }
}

/** Where a redirect leads; undefined where it does not say. */
export function targetOf({ headers }: Pick<Response, "headers">, base: string): URL | undefined {
  const location = headers.get("location") ?? "";
  return location !== "" && URL.canParse(location, base) ? new URL(location, base) : undefined;
}

function problemOf(
  target: URL | undefined,
  { from, redact }: { readonly from: string } & Pick<FollowOptions, "redact">,
): string | undefined {
  if (target === undefined) return "it redirects and does not say where to";
  if (target.protocol !== "https:" && target.protocol !== "http:") {
    return `it redirects to a ${target.protocol} address`;
  }
  if (target.protocol === "http:" && from.startsWith("https:")) return "it redirects from https to http";
  if (target.username !== "" || target.password !== "") return "it redirects to an address with a password";
  const decoded = target.href.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const holdsKey = [target.href, decoded].some((href) => redact(href) !== href);
  return holdsKey ? "it redirects to an address that holds the key" : undefined;
}

function forOthers(init: Reading["init"]): Reading["init"] {
  const headers = Object.fromEntries(Object.entries(init.headers).filter(([name]) => FOR_OTHERS.includes(name)));
  return { ...init, headers };
}
