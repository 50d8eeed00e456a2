import { LOOPBACK } from "../notebook/kept_settings.ts";
import { isDeno, isGranted, permittedEnv } from "./host.ts";

const PROXIES = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] as const;

/** Files with the certificates the system trusts, on Debian, Red Hat, SUSE, Alpine and macOS. */
const TRUSTED_FILES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/** Settings of a connection that differ from the runtime's. */
interface Needs {
  /** Bypasses the proxy. */
  readonly isDirect: boolean;
  /** Trusts the system's certificates, in addition to the runtime's. */
  readonly trustsSystem: boolean;
  /** Which of the clients with these settings; each has connections of its own. */
  readonly client: number;
}

/**
 * Most requests that wait for a reply on one client. All that a client sends to a host over HTTP/2 share a connection,
 * and services allow about a hundred on it (RFC 9113, 6.5.2); more would wait inside `fetch`, under their time limit.
 */
const MOST_ON_A_CLIENT = 100;

/** How many encrypted requests wait for a reply on each client; HTTP/2 needs encryption. */
const waiting: number[] = [];

const clients = new Map<string, Deno.HttpClient>();
let isSystemTrusted = false;

/**
 * Sends a request over the network. The runtime honours the proxy variables and NO_PROXY, but it also sends requests
 * for this machine, with the key, to the proxy, and trusts its own certificates only. This function corrects both.
 * Node has neither fault, and settings of its own for proxies and certificates.
 */
export async function networkFetch(url: string, init: RequestInit): Promise<Response> {
  if (!isDeno) return await fetch(url, init);
  const isDirect = isLoopback(url) && mayHaveProxy() && mayBypassProxy();
  const once = sentOnce(init);
  const trustsSystem = isSystemTrusted; // read before the request: each concurrent one that fails is sent again
  const client = url.startsWith("https:") ? freeClient() : undefined;
  try {
    return await fetch(url, withClient(once, { isDirect, trustsSystem, client: client ?? 0 }));
  } catch (error) {
    if (trustsSystem || !isUntrusted(error) || permittedEnv("DENO_TLS_CA_STORE") !== undefined) throw error;
    isSystemTrusted = true; // nothing was sent yet: the handshake failed
    return await fetch(url, withClient(once, { isDirect, trustsSystem: true, client: client ?? 0 }));
  } finally {
    if (client !== undefined) waiting[client] = (waiting[client] ?? 1) - 1;
  }
}

/** The first client with room, which has one more to wait for from now on. */
function freeClient(): number {
  const free = waiting.findIndex((count) => count < MOST_ON_A_CLIENT);
  const client = free < 0 ? waiting.length : free;
  waiting[client] = (waiting[client] ?? 0) + 1;
  return client;
}

/** Notice about the proxy and a service on this machine; empty when there is none. */
export function proxyNotice(baseUrl: string): string {
  const proxy = PROXIES.find((name) => permittedEnv(name) !== undefined);
  if (proxy === undefined || !isLoopback(baseUrl)) return "";
  return mayBypassProxy()
    ? ` Requests bypass ${proxy}.`
    : ` Requests and the key go through ${proxy} unless NO_PROXY names this machine.`;
}

/** Deno repeats a POST when a pooled connection breaks, unless its body is a Blob (denoland/deno#35610). */
function sentOnce(init: RequestInit): RequestInit {
  return typeof init.body === "string" ? { ...init, body: new Blob([init.body]) } : init;
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^127(?:\.\d+){3}$|^\[::1\]$|^localhost$|\.localhost$/.test(hostname);
}

let hasProxy: boolean | undefined;

/** Cached: the lookup takes a third of the time of a small request. */
function mayHaveProxy(): boolean {
  return hasProxy ??= PROXIES.some(maySet);
}

/** Whether a client without a proxy can be made: NO_PROXY can be set, or `protect()` has set it. */
function mayBypassProxy(): boolean {
  return isGranted({ name: "env", variable: "NO_PROXY" }) || permittedEnv("NO_PROXY") !== undefined;
}

/** Whether a variable is set, or may be set because it cannot be read. */
function maySet(variable: string): boolean {
  return !isGranted({ name: "env", variable }) || permittedEnv(variable) !== undefined;
}

function isUntrusted(error: unknown): boolean {
  return error instanceof Error && (/UnknownIssuer/.test(error.message) || isUntrusted(error.cause));
}

function withClient(init: RequestInit, needs: Needs): RequestInit & { client?: Deno.HttpClient } {
  if (!needs.isDirect && !needs.trustsSystem && needs.client === 0) return init;
  const name = JSON.stringify(needs);
  const client = clients.get(name) ?? makeClient(needs);
  clients.set(name, client);
  return { ...init, client };
}

function makeClient({ isDirect, trustsSystem }: Needs): Deno.HttpClient {
  const caCerts = trustsSystem ? systemCertificates() : [];
  return isDirect ? withoutProxy(() => Deno.createHttpClient({ caCerts })) : Deno.createHttpClient({ caCerts });
}

/** A client reads the proxy variables when it is created; there is no option to ignore them. */
function withoutProxy<T>(make: () => T): T {
  if (!isGranted({ name: "env", variable: "NO_PROXY" })) return make(); // it was set by protect()
  const before = Deno.env.get("NO_PROXY");
  Deno.env.set("NO_PROXY", LOOPBACK);
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
