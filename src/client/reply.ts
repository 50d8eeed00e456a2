/** Headers of a reply, as far as a client reads them. */
export type ReplyHeaders = Pick<Headers, "get"> & Iterable<[string, string]>;

/** A reply, as far as a client reads it: every `Response` is one. */
export interface Reply {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ReplyHeaders;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  /** The whole body, where it came together with its head: a stream of it would cost more than all the rest. */
  readonly whole?: WholeBody | undefined;
}

/** A body that is there. */
export interface WholeBody {
  /** Its bytes as UTF-8, a byte order mark among them. */
  readonly text: string;
  /** Its length. */
  readonly bytes: number;
}
