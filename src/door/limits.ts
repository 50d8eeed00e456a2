/** Time limits for slow clients, and maximum numbers and sizes. */
export interface ListenLimits {
  /** From the connection to the end of the headers, in milliseconds, like all times here. */
  readonly headersMs: number;
  /** From the connection to the end of the body. */
  readonly requestMs: number;
  /** Between two requests on one connection. */
  readonly keepAliveMs: number;
  /** Longest time a client may leave a reply unread. */
  readonly stallMs: number;
  /** Longest time that the rest of a request is read and dropped behind its refusal, so that the refusal arrives. */
  readonly lingerMs: number;
  /** Longest silence in a stream of events: then a comment is sent. */
  readonly silenceMs: number;
  /** How often the first two limits are checked. */
  readonly checkMs: number;
  /** How long open requests may continue after `close()`. */
  readonly graceMs: number;
  /** Connections at once. */
  readonly maxConnections: number;
  /** Connections from one address on which no key was accepted yet. */
  readonly maxStrangersPerAddress: number;
  /** Maximum size of all headers. */
  readonly maxHeaderBytes: number;
}

/** Default limits. */
export const LISTEN_DEFAULTS: ListenLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 10_000,
  stallMs: 60_000,
  lingerMs: 10_000,
  silenceMs: 15_000,
  checkMs: 1_000,
  graceMs: 10_000,
  maxConnections: 1_024,
  maxStrangersPerAddress: 512,
  maxHeaderBytes: 16_384,
};
