import { Buffer } from "node:buffer";

/** A connection of the machine. */
export interface RawSocket {
  /** @returns Bytes put at the start of `into`, 0 or more; `null` at the end. */
  read(into: Uint8Array): Promise<number | null>;
  /** @returns How many bytes were taken. */
  write(bytes: Uint8Array): Promise<number>;
  close(): void;
}

const BUFFER_BYTES = 16 * 1024;
const MAX_HEAD_BYTES = 64 * 1024;

/** A connection that carries one request at a time. */
export class RawConnection {
  readonly #socket: RawSocket;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  /** Read, and not yet used; good until the next read. */
  #left: Uint8Array<ArrayBuffer> = this.#buffer.subarray(0, 0);
  /** The read that waits while the connection is idle: it tells at once when the other side leaves. */
  #ahead: Promise<number | null> | undefined;
  #isIdle = false;
  #isClosed = false;
  #hasWritten = true;

  constructor(socket: RawSocket) {
    this.#socket = socket;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether the last request went out whole, and nothing came beyond its reply. */
  get isClean(): boolean {
    return !this.#isClosed && this.#hasWritten && this.#left.length === 0;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close();
  }

  /** Waits for nothing: a connection that breaks while it is written to breaks its reply too. */
  send(bytes: Uint8Array): void {
    this.#isIdle = false;
    this.#hasWritten = false;
    this.#write(bytes).catch(() => {});
  }

  /** The next bytes, at least one, good until the next read; nothing at the end. */
  async read(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (this.#left.length > 0) return this.take(this.#left.length);
    for (;;) {
      const reading = this.#ahead ?? this.#socket.read(this.#buffer);
      this.#ahead = undefined;
      const count = await reading;
      if (count === null) return undefined;
      if (count > 0) return this.#buffer.subarray(0, count);
    }
  }

  /** At most so many of the bytes that are there already. */
  take(atMost: number): Uint8Array<ArrayBuffer> {
    const taken = this.#left.subarray(0, atMost);
    this.#left = this.#left.subarray(atMost);
    return taken;
  }

  /** Gives the end of what was read last back. */
  putBack(bytes: Uint8Array<ArrayBuffer>): void {
    this.#left = bytes;
  }

  /**
   * Reads up to a mark, which is taken too.
   *
   * @returns One character for each byte; nothing when the connection ends before the mark.
   * @throws {TypeError} when the mark does not come in time.
   */
  async readTo(mark: "\r\n" | "\r\n\r\n", maxBytes = MAX_HEAD_BYTES): Promise<string | undefined> {
    let text = "";
    for (;;) {
      const bytes = await this.read();
      if (bytes === undefined) return undefined;
      const before = text.length;
      text += latin1(bytes);
      const at = text.indexOf(mark, Math.max(0, before - mark.length));
      if (at >= 0) this.putBack(bytes.subarray(at + mark.length - before));
      if ((at < 0 ? text.length : at) > maxBytes) throw new TypeError("Cannot read reply: a line of it is too long");
      if (at >= 0) return text.slice(0, at);
    }
  }

  /** Waits to be used again; a byte, or the end, before that closes it. */
  rest(): void {
    this.#isIdle = true;
    const closeIfIdle = () => this.#isIdle && this.close();
    this.#ahead = this.#socket.read(this.#buffer);
    this.#ahead.then(closeIfIdle, closeIfIdle);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += await this.#socket.write(at === 0 ? bytes : bytes.subarray(at));
    this.#hasWritten = true;
  }
}

/** One character for each byte: the `TextDecoder` of that name gives other characters for 0x80 to 0x9f. */
function latin1(bytes: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
