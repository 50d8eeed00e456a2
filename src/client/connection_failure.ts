import type { Delivery } from "../protocol/errors.ts";

/** What the runtime's message about a broken connection means. */
export interface ConnectionFailure {
  readonly delivery: Delivery;
  /** Completes the sentence "Cannot ...: ". */
  readonly reason: string;
  /** Another attempt would fail in the same way. */
  readonly isLasting: boolean;
}

/**
 * Failures that prove that the request was not read: nearly always, no byte of it left the machine. The runtime has a message for them and no
 * code: each row is held by a test against a real socket. What is not here may have been sent.
 */
const NOT_SENT: readonly { readonly message: RegExp; readonly why: string; readonly isLasting?: true }[] = [
  {
    message: /Requires net access/,
    why: ": this program was started without the right to do so (--allow-net)",
    isLasting: true,
  },
  { message: /Requests to port \d+ are blocked/, why: ": the runtime blocks its port", isLasting: true },
  {
    message: /\(Connect\): invalid peer certificate: certificate not valid for name/,
    why: ": its certificate is for another name",
    isLasting: true,
  },
  {
    message: /\(Connect\): invalid peer certificate/,
    why: ": its certificate is not trusted here; name its authority's file in DENO_CERT",
    isLasting: true,
  },
  { message: /\(Connect\): .*InvalidContentType/, why: ": it does not speak TLS, as https:// wants", isLasting: true },
  { message: /\(Connect\): proxy authentication required/, why: ": the proxy wants a password", isLasting: true },
  { message: /\(Connect\): .*tunnel/, why: ": the proxy does not lead to it" },
  { message: /\(Connect\): dns error/, why: ": its name is not known" },
  { message: /\(Connect\): .*Connection refused/, why: ": nothing listens at its address" },
  { message: /client error \(Connect\)/, why: "" },
  // By RFC 9113, section 8.7, such a request was not run; the runtime does not send it again by itself.
  { message: /refused stream before processing any application logic/, why: ": it refuses the request unread" },
];

/** @param error What `fetch`, or the reader of its body, threw. */
export function readConnectionFailure(error: unknown): ConnectionFailure {
  const message = wholeMessage(error);
  const known = NOT_SENT.find((failure) => failure.message.test(message));
  if (known === undefined) return { delivery: "maybe_sent", reason: "the connection broke", isLasting: false };
  const reason = `the service cannot be reached${known.why}`;
  return { delivery: "not_sent", reason, isLasting: known.isLasting === true };
}

function wholeMessage(error: unknown): string {
  return error instanceof Error ? `${error.message} ${wholeMessage(error.cause)}` : String(error);
}
