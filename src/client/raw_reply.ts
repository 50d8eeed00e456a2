import type { Reply, ReplyHeaders, WholeBody } from "./reply.ts";

/** The fields of a head. A `Headers` would check each of them again, and an iterator made for each look costs more. */
export class RawHeaders implements ReplyHeaders {
  readonly #fields: readonly (readonly [string, string])[];

  /** @param fields Checked, their names in lower case. */
  constructor(fields: readonly (readonly [string, string])[]) {
    this.#fields = fields;
  }

  get(wanted: string): string | null {
    const lower = wanted.toLowerCase();
    let values: string | null = null;
    for (const field of this.#fields) {
      if (field[0] === lower) values = values === null ? field[1] : `${values}, ${field[1]}`;
    }
    return values;
  }

  /** @param wanted In lower case. */
  all(wanted: string): string[] {
    const values: string[] = [];
    for (const field of this.#fields) if (field[0] === wanted) values.push(field[1]);
    return values;
  }

  *[Symbol.iterator](): Generator<[string, string], undefined, undefined> {
    for (const [name, value] of this.#fields) yield [name, value];
  }
}

/** What a reply is made of. */
export interface RawReplyParts {
  readonly status: number;
  readonly headers: RawHeaders;
  /** Whole, as it comes, or none. */
  readonly body: WholeBody | ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** A reply with its body whole or as a stream. */
export class RawReply implements Reply {
  readonly status: number;
  readonly statusText = "";
  readonly headers: ReplyHeaders;
  readonly whole: WholeBody | undefined;
  #stream: ReadableStream<Uint8Array<ArrayBuffer>> | null | undefined;

  constructor({ status, headers, body }: RawReplyParts) {
    this.status = status;
    this.headers = headers;
    if (body !== null && "text" in body) this.whole = body;
    else this.#stream = body;
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    if (this.#stream === undefined && this.whole !== undefined) this.#stream = new Blob([this.whole.text]).stream();
    return this.#stream ?? null;
  }
}
