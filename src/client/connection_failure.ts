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
 * Failures that prove that the service did not process the request. The runtime gives them a message and no code: a
 * test checks each row against a real socket. After any other failure the request may have been sent.
 */
const NOT_SENT: readonly { readonly message: RegExp; readonly why: string; readonly isLasting?: true }[] = [
  {
    message: /Requires net access/,
    why: ": this program has no network permission",
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
  {
    message: /\(Connect\): .*InvalidContentType/,
    why: ": it does not speak TLS, which https:// requires",
    isLasting: true,
  },
  { message: /\(Connect\): proxy authentication required/, why: ": the proxy requires a password", isLasting: true },
  { message: /\(Connect\): .*tunnel/, why: ": the proxy refuses to connect to it" },
  { message: /\(Connect\): dns error/, why: ": its host name is unknown" },
  { message: /\(Connect\): .*Connection refused/, why: ": nothing listens at its address" },
  { message: /client error \(Connect\)/, why: "" },
  // RFC 9113, section 8.7: such a request was not processed. The runtime does not repeat it.
  {
    message: /refused stream before processing any application logic/,
    why: ": it refused the request without processing it",
  },
];

/** @param error An error of `fetch` or of the reader of its body. */
export function readConnectionFailure(error: unknown): ConnectionFailure {
  const message = wholeMessage(error);
  const known = NOT_SENT.find((failure) => failure.message.test(message));
  if (known === undefined) return { delivery: "maybe_sent", reason: "the connection broke", isLasting: false };
  const reason = `the service cannot be reached${known.why.replace("its address", hostIn(message) ?? "its address")}`;
  return { delivery: "not_sent", reason, isLasting: known.isLasting === true };
}

/** Host and port, as the runtime names them in its message. */
function hostIn(message: string): string | undefined {
  return /for url \(https?:\/\/([^/)]+)/.exec(message)?.[1];
}

function wholeMessage(error: unknown): string {
  return error instanceof Error ? `${error.message} ${wholeMessage(error.cause)}` : String(error);
}
