import { isGranted, permittedEnv } from "./host.ts";

const PROXIES = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] as const;

/** Where systems keep the certificates they trust, each as one file: Debian, Red Hat, SUSE, Alpine and macOS. */
const TRUSTED_FILES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/** What a connection needs beyond what the runtime does by itself. */
interface Needs {
  /** Not through a proxy. */
  readonly isDirect: boolean;
  /** Trusts what the system trusts, and not only what the runtime brings along. */
  readonly trustsSystem: boolean;
}

const clients = new Map<string, Deno.HttpClient>();
let isSystemTrusted = false;

/**
 * Sends a request over the network. The runtime honours the proxy variables and NO_PROXY, but sends requests to
 * this machine to the proxy too, with the key; and it knows only certificates of its own. Both are mended here.
 */
export async function networkFetch(url: string, init: RequestInit): Promise<Response> {
  const isDirect = isLoopback(url) && mayHaveProxy() && isGranted({ name: "env", variable: "NO_PROXY" });
  const once = sentOnce(init);
  const trustsSystem = isSystemTrusted; // as of now: of many at once, each that fails for it goes again
  try {
    return await fetch(url, withClient(once, { isDirect, trustsSystem }));
  } catch (error) {
    if (trustsSystem || !isUntrusted(error) || permittedEnv("DENO_TLS_CA_STORE") !== undefined) throw error;
    isSystemTrusted = true; // nothing was sent yet: the handshake failed
    return await fetch(url, withClient(once, { isDirect, trustsSystem: true }));
  }
}

/** What to tell about the way to a service; empty when there is nothing to tell. */
export function proxyNotice(baseUrl: string): string {
  const proxy = PROXIES.find((name) => permittedEnv(name) !== undefined);
  if (proxy === undefined || !isLoopback(baseUrl)) return "";
  return isGranted({ name: "env", variable: "NO_PROXY" })
    ? ` It is asked directly, not through ${proxy}.`
    : ` Requests and the key go through ${proxy}, unless NO_PROXY names this machine.`;
}

/** Deno repeats a POST whose body is text or bytes, and not a Blob, when a pooled connection dies (denoland/deno#35610). */
function sentOnce(init: RequestInit): RequestInit {
  return typeof init.body === "string" ? { ...init, body: new Blob([init.body]) } : init;
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^127(?:\.\d+){3}$|^\[::1\]$|^localhost$|\.localhost$/.test(hostname);
}

let hasProxy: boolean | undefined;

/** Looked up once: it would take a third of the time of a small request. */
function mayHaveProxy(): boolean {
  return hasProxy ??= PROXIES.some(maySet);
}

/** A variable that must not be read may be set. */
function maySet(variable: string): boolean {
  return !isGranted({ name: "env", variable }) || Deno.env.get(variable) !== undefined;
}

function isUntrusted(error: unknown): boolean {
  return error instanceof Error && (/UnknownIssuer/.test(error.message) || isUntrusted(error.cause));
}

function withClient(init: RequestInit, needs: Needs): RequestInit & { client?: Deno.HttpClient } {
  if (!needs.isDirect && !needs.trustsSystem) return init;
  const name = JSON.stringify(needs);
  const client = clients.get(name) ?? makeClient(needs);
  clients.set(name, client);
  return { ...init, client };
}

function makeClient({ isDirect, trustsSystem }: Needs): Deno.HttpClient {
  const caCerts = trustsSystem ? systemCertificates() : [];
  return isDirect ? withoutProxy(() => Deno.createHttpClient({ caCerts })) : Deno.createHttpClient({ caCerts });
}

/** A client reads the proxy variables when it is made, and has no option to leave them aside. */
function withoutProxy<T>(make: () => T): T {
  const before = Deno.env.get("NO_PROXY");
  Deno.env.set("NO_PROXY", "localhost,127.0.0.0/8,::1");
  try {
    return make();
  } finally {
    if (before === undefined) Deno.env.delete("NO_PROXY");
    else Deno.env.set("NO_PROXY", before);
  }
}

function systemCertificates(): string[] {
  const named = permittedEnv("SSL_CERT_FILE");
  for (const path of named === undefined ? TRUSTED_FILES : [named]) {
    if (!isGranted({ name: "read", path })) continue;
    try {
      return [Deno.readTextFileSync(path)];
    } catch {
      continue; // not this system's place
    }
  }
  return [];
}
