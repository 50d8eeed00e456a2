/** NO_PROXY that asks this machine without a proxy. */
export const LOOPBACK = "localhost,127.0.0.0/8,::1";

let kept: ReadonlyMap<string, string> | undefined;

/** The variables that a connection is made with. */
const OF_A_CONNECTION =
  ("CONVICTION_BASE_URL CONVICTION_API_KEY CONVICTION_MODEL CONVICTION_DATA HTTP_PROXY http_proxy " +
    "HTTPS_PROXY https_proxy ALL_PROXY all_proxy NO_PROXY SSL_CERT_FILE DENO_TLS_CA_STORE").split(" ");

/**
 * Keeps the variables that a connection is made with, before the environment may no longer be read: without them a
 * later `connect()` would ask the sample in place of the service, without a word.
 */
export function keepSettings(read: (name: string) => string | undefined): void {
  const found = OF_A_CONNECTION.flatMap((name) => {
    const value = read(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  kept ??= new Map(found);
}

/** A variable as it was kept; undefined when it was not set, or nothing was kept. */
export function keptSetting(name: string): string | undefined {
  return kept?.get(name);
}
