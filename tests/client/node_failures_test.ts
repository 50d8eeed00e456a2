/** How `fetch` of Node says that a connection failed; tests/npm meets some of these on Node itself. */
import { deepEqual } from "../assert.ts";
import { ConnectionError } from "conviction";
import { createClient } from "../../src/client/client.ts";
import { manualClock } from "../fixtures/manual_clock.ts";

interface Case {
  readonly when: string;
  readonly code: string;
  readonly message: string;
  /** Of each address, where the name had several. */
  readonly each?: readonly string[];
  readonly delivery: "not_sent" | "maybe_sent";
  readonly reason: string;
}

const UNREACHABLE = "the service cannot be reached";
const UNTRUSTED =
  `${UNREACHABLE}: its certificate is not trusted here; name its authority's file in NODE_EXTRA_CA_CERTS`;

const CASES: readonly Case[] = [
  {
    ...{ when: "nothing listens at any address of a name", code: "ECONNREFUSED", message: "", delivery: "not_sent" },
    each: ["connect ECONNREFUSED ::1:8787", "connect ECONNREFUSED 127.0.0.1:8787"],
    reason: `${UNREACHABLE}: nothing listens at ::1:8787`,
  },
  {
    ...{ when: "a host is unknown", code: "ENOTFOUND", message: "getaddrinfo ENOTFOUND a.test", delivery: "not_sent" },
    reason: `${UNREACHABLE}: its host name is unknown`,
  },
  {
    ...{ when: "a network has no route", code: "ENETUNREACH", message: "connect ENETUNREACH 203.0.113.1:443" },
    ...{ delivery: "not_sent", reason: UNREACHABLE },
  },
  {
    ...{ when: "a connection takes too long", code: "UND_ERR_CONNECT_TIMEOUT", message: "Connect Timeout Error" },
    ...{ delivery: "not_sent", reason: UNREACHABLE },
  },
  {
    ...{ when: "a certificate signs itself", code: "DEPTH_ZERO_SELF_SIGNED_CERT", message: "self-signed certificate" },
    ...{ delivery: "not_sent", reason: UNTRUSTED },
  },
  {
    ...{ when: "a certificate has expired", code: "CERT_HAS_EXPIRED", message: "certificate has expired" },
    ...{ delivery: "not_sent", reason: UNTRUSTED },
  },
  {
    ...{ when: "a certificate is of another name", code: "ERR_TLS_CERT_ALTNAME_INVALID", message: "Hostname/IP" },
    ...{ delivery: "not_sent", reason: `${UNREACHABLE}: its certificate is for another name` },
  },
  {
    ...{ when: "a service speaks no TLS", code: "ERR_SSL_WRONG_VERSION_NUMBER", message: "ssl3_get_record" },
    ...{ delivery: "not_sent", reason: `${UNREACHABLE}: it does not speak TLS, which https:// requires` },
  },
  {
    ...{ when: "a kept connection was closed", code: "UND_ERR_SOCKET", message: "other side closed" },
    ...{ delivery: "maybe_sent", reason: "the connection broke" },
  },
  {
    ...{ when: "a connection is reset", code: "ECONNRESET", message: "read ECONNRESET" },
    ...{ delivery: "maybe_sent", reason: "the connection broke" },
  },
  {
    ...{
      when: "a head comes after Node's own limit",
      code: "UND_ERR_HEADERS_TIMEOUT",
      message: "Headers Timeout Error",
    },
    delivery: "maybe_sent",
    reason: "the connection broke: Node gave up waiting; setGlobalDispatcher() of undici sets its limits",
  },
];

for (const { when, code, message, each, delivery, reason } of CASES) {
  Deno.test(`on Node, where ${when}, a call says so, and that it is ${delivery}`, async () => {
    const cause = each === undefined
      ? new Error(message)
      : new AggregateError(each.map((one) => new Error(one)), message);
    const failed = new TypeError("fetch failed", { cause: Object.assign(cause, { code }) });
    const fetch = () => Promise.reject(failed);
    const research = createClient({ baseUrl: "http://a.test", fetch, clock: manualClock(), newId: () => "1" });
    const error = await research.reason("x", { retries: 0 }).catch((error: unknown) => error);
    deepEqual(error instanceof ConnectionError && [error.delivery, error.message], [
      delivery,
      `Cannot get thesis: ${reason}`,
    ]);
  });
}
