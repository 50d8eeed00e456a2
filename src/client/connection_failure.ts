import type { Delivery } from "../protocol/errors.ts";

/** Meaning of the runtime's message about a failed connection. */
export interface ConnectionFailure {
  readonly delivery: Delivery;
  /** Completes the sentence "Cannot ...: ". */
  readonly reason: string;
  /** Whether another attempt would fail in the same way. */
  readonly isLasting: boolean;
}

/**
 * Failures that prove that the service did not process the request. Deno gives them a message and no code, Node a code:
 * tests check the rows against real sockets. After any other failure the request may have been sent.
 */
const NOT_SENT: readonly { readonly message: RegExp; readonly why: string; readonly isLasting?: true }[] = [
  {
    message: /Requires net access/,
    why: ": this program has no network permission",
    isLasting: true,
  },
  { message: /Requests to port \d+ are blocked|\bbad port\b/, why: ": the runtime blocks its port", isLasting: true },
  {
    message: /\(Connect\): invalid peer certificate: certificate not valid for name|\bERR_TLS_CERT_ALTNAME_INVALID\b/,
    why: ": its certificate is for another name",
    isLasting: true,
  },
  {
    message: /\(Connect\): invalid peer certificate/,
    why: ": its certificate is not trusted here; name its authority's file in DENO_CERT",
    isLasting: true,
  },
  {
    message: /\b(?:CERT_HAS_EXPIRED|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_(?:GET_ISSUER|VERIFY)\w*)\b/,
    why: ": its certificate is not trusted here; name its authority's file in NODE_EXTRA_CA_CERTS",
    isLasting: true,
  },
  {
    message: /\(Connect\): .*InvalidContentType|\bERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)\b/,
    why: ": it does not speak TLS, which https:// requires",
    isLasting: true,
  },
  { message: /\(Connect\): proxy authentication required/, why: ": the proxy requires a password", isLasting: true },
  { message: /\(Connect\): .*tunnel/, why: ": the proxy refuses to connect to it" },
  { message: /\(Connect\): dns error|\bgetaddrinfo\b/, why: ": its host name is unknown" },
  { message: /\(Connect\): .*Connection refused|\bconnect ECONNREFUSED\b/, why: ": nothing listens at its address" },
  { message: /client error \(Connect\)|\bconnect E[A-Z]+\b|\bUND_ERR_CONNECT_TIMEOUT\b/, why: "" },
  // RFC 9113, section 8.7: such a request was not processed. The runtime does not repeat it.
  {
    message: /refused stream before processing any application logic/,
    why: ": it refused the request without processing it",
  },
];

/** What `fetch` of Node limits by itself, 300 s each: the wait for a reply's head, and for the next bytes of its body. */
const NODE_LIMIT = /\bUND_ERR_(?:HEADERS|BODY)_TIMEOUT\b/;

/** @param error An error of `fetch` or of the reader of its body. */
export function readConnectionFailure(error: unknown): ConnectionFailure {
  const message = wholeMessage(error);
  const known = NOT_SENT.find((failure) => failure.message.test(message));
  if (known === undefined) {
    const why = NODE_LIMIT.test(message)
      ? ": Node gave up waiting; setGlobalDispatcher() of undici sets its limits"
      : "";
    return { delivery: "maybe_sent", reason: `the connection broke${why}`, isLasting: false };
  }
  const reason = `the service cannot be reached${known.why.replace("its address", hostIn(message) ?? "its address")}`;
  return { delivery: "not_sent", reason, isLasting: known.isLasting === true };
}

/** Host and port, as the runtime names them in its message. */
function hostIn(message: string): string | undefined {
  return /(?:for url \(https?:\/\/|\bconnect ECONNREFUSED )([^\s/)]+)/.exec(message)?.[1];
}

/** With codes and causes, and with every address that Node tried for one name. */
function wholeMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : "";
  const each = error instanceof AggregateError ? error.errors.map(wholeMessage).join(" ") : "";
  return `${error.message} ${code} ${each} ${wholeMessage(error.cause)}`;
}
