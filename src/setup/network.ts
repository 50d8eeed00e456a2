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
  /**
   * Whether it may speak HTTP/2: the runtime ends a body whose stream was reset with CANCEL or NO_ERROR as if it were
   * whole (hyperium/hyper#3681), and on HTTP/1.1 it does not. Neither is faster.
   */
  readonly http2: boolean;
}

const clients = new Map<string, Deno.HttpClient>();
let isSystemTrusted = false;
/** Origins that speak nothing but HTTP/2. */
const http2Only = new Set<string>();

/**
 * Sends a request over the network. The runtime honours the proxy variables and NO_PROXY, but it also sends requests
 * for this machine, with the key, to the proxy, and trusts its own certificates only. This function corrects both.
 * Node has neither fault, and settings of its own for proxies and certificates.
 */
export async function networkFetch(url: string, init: RequestInit): Promise<Response> {
  if (!isDeno) return await fetch(url, init);
  const { origin, protocol } = new URL(url);
  const isDirect = isLoopback(url) && mayHaveProxy() && mayBypassProxy();
  const once = sentOnce(init);
  if (protocol === "http:" && !isDirect) return await fetch(url, once); // without encryption it is HTTP/1.1 anyway
  for (;;) {
    const needs = { isDirect, trustsSystem: isSystemTrusted, http2: http2Only.has(origin) };
    try {
      return await fetch(url, withClient(once, needs));
    } catch (error) { // each concurrent request that fails in the handshake, where nothing was sent yet, is sent again
      if (!needs.http2 && isCausedBy(error, /NoApplicationProtocol/)) http2Only.add(origin);
      else if (!needs.trustsSystem && maySystemHelp(error)) isSystemTrusted = true;
      else throw error;
    }
  }
}

/** Notice about the proxy and a service on this machine; empty if absent. */
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

function maySystemHelp(error: unknown): boolean {
  return isCausedBy(error, /UnknownIssuer/) && permittedEnv("DENO_TLS_CA_STORE") === undefined;
}

function isCausedBy(error: unknown, message: RegExp): boolean {
  return error instanceof Error && (message.test(error.message) || isCausedBy(error.cause, message));
}

function withClient(init: RequestInit, needs: Needs): RequestInit & { client: Deno.HttpClient } {
  const name = JSON.stringify(needs);
  const client = clients.get(name) ?? makeClient(needs);
  clients.set(name, client);
  return { ...init, client };
}

function makeClient({ isDirect, trustsSystem, http2 }: Needs): Deno.HttpClient {
  const options = { caCerts: trustsSystem ? systemCertificates() : [], http2 };
  return isDirect ? withoutProxy(() => Deno.createHttpClient(options)) : Deno.createHttpClient(options);
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
