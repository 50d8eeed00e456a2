import type { RawConnection } from "./raw_connection.ts";
import type { Framing } from "./raw_head.ts";

/** Reads a body piece by piece; each piece is good until the next is read. */
export interface RawBody {
  /** @returns Nothing at the end. @throws {TypeError} when the body breaks off, or is no body. */
  read(): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** Longest line before a chunk, and all lines after the last one, in bytes. */
const MAX_LINE_BYTES = 1024;
const MAX_TRAILER_LINES = 32;

/** The body that follows a head on a connection. */
export function bodyOn(connection: RawConnection, framing: Framing): RawBody {
  switch (framing.ends) {
    case "at_once":
      return { read: () => Promise.resolve(undefined) };
    case "after_bytes":
      return new LengthBody(connection, framing.bytes);
    case "after_chunks":
      return new ChunkedBody(connection);
    case "with_connection":
      return connection;
  }
}

class LengthBody implements RawBody {
  readonly #connection: RawConnection;
  #left: number;

  constructor(connection: RawConnection, bytes: number) {
    this.#connection = connection;
    this.#left = bytes;
  }

  async read(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (this.#left === 0) return undefined;
    const bytes = await this.#connection.read(this.#left) ?? broken();
    this.#left -= bytes.length;
    return bytes;
  }
}

/** RFC 9112, section 7.1; extensions and trailers are read over. */
class ChunkedBody implements RawBody {
  readonly #connection: RawConnection;
  #chunk: LengthBody | undefined;
  #isOver = false;

  constructor(connection: RawConnection) {
    this.#connection = connection;
  }

  async read(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    while (!this.#isOver) {
      this.#chunk ??= await this.#nextChunk();
      const bytes = await this.#chunk?.read();
      if (bytes !== undefined) return bytes;
      if (this.#chunk !== undefined && await this.#line() !== "") malformed();
      this.#chunk = undefined;
    }
    return undefined;
  }

  /** Nothing after the last one. */
  async #nextChunk(): Promise<LengthBody | undefined> {
    const [, size = ""] = /^([\da-f]{1,12})[ \t]*(?:;[\t\x20-\xff]*)?$/i.exec(await this.#line()) ?? malformed();
    const bytes = parseInt(size, 16);
    if (bytes > 0) return new LengthBody(this.#connection, bytes);
    for (let lines = 0; await this.#line() !== ""; lines++) if (lines >= MAX_TRAILER_LINES) malformed();
    this.#isOver = true;
    return undefined;
  }

  async #line(): Promise<string> {
    return await this.#connection.readTo("\r\n", MAX_LINE_BYTES) ?? broken();
  }
}

function broken(): never {
  throw new TypeError("Cannot read reply: its body breaks off");
}

function malformed(): never {
  throw new TypeError("Cannot read reply: a chunk of its body is malformed");
}
