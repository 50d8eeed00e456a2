/** Whether a `Host` header names this service. */
export type HostCheck = (host: string) => boolean;

/** Where a service listens, and what its callers call it. */
export interface Address {
  readonly hostname: string;
  readonly port: number;
  readonly isTls: boolean;
  /** The address behind which a proxy serves it. */
  readonly publicUrl?: URL | undefined;
}

/** Names of this machine that no other machine can reach. */
const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost", "::1"];
const ANY: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };
/** An address of IPv4, or of IPv6 in brackets, with or without a port. */
const LITERAL = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;

/** Whether no other machine can reach this host. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.includes(hostname);
}

/**
 * Creates the check of `Host`, against DNS rebinding: a web page whose host name resolves to this machine must not
 * reach the service. Such a page has a name, so addresses as digits are no danger: a service that other machines may
 * reach accepts each of them, besides its own names.
 */
export function createHostCheck(address: Address): HostCheck {
  const { hostname, publicUrl } = address;
  const names = [...LOOPBACK, hostname].flatMap((name) => spellings(name, address));
  const ours = new Set(
    publicUrl === undefined ? names : [...names, ...spellings(publicUrl.hostname, atUrl(publicUrl))],
  );
  const isLocal = isLoopback(hostname);
  return (host) => {
    const name = host.toLowerCase();
    return ours.has(name) || (!isLocal && LITERAL.test(name));
  };
}

/** The address that callers use: the public one, or else that of the port. */
export function urlOf({ hostname, port, isTls, publicUrl }: Address): string {
  if (publicUrl !== undefined) return publicUrl.href.replace(/\/$/, "");
  return `${isTls ? "https" : "http"}://${bracketed(ANY[hostname] ?? hostname)}:${port}`;
}

/** With its port, and without where the port is the usual one. */
function spellings(name: string, { port, isTls }: Pick<Address, "port" | "isTls">): readonly string[] {
  const host = bracketed(name.toLowerCase());
  return port === (isTls ? 443 : 80) ? [host, `${host}:${port}`] : [`${host}:${port}`];
}

function atUrl({ protocol, port }: URL): Pick<Address, "port" | "isTls"> {
  const isTls = protocol === "https:";
  return { isTls, port: port === "" ? (isTls ? 443 : 80) : Number(port) };
}

function bracketed(name: string): string {
  return name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
}
