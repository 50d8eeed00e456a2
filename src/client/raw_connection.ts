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
/** Longer requests are rare: a place that is kept for them would take more than it saves. */
const MAX_KEPT_CHARS = 16 * 1024;
/** UTF-8 takes no more for one of JavaScript's characters. */
const MAX_BYTES_PER_CHAR = 3;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A connection that carries one request at a time. */
export class RawConnection {
  readonly #socket: RawSocket;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  /** The same bytes; one character for each: the `TextDecoder` of that name gives other ones for 0x80 to 0x9f. */
  readonly #chars = Buffer.from(this.#buffer.buffer);
  /** What was read and not yet used, in the buffer. */
  #from = 0;
  #to = 0;
  /** Where requests are written to before they leave, one at a time. */
  #outgoing = new Uint8Array(0);
  /** What of the last request did not go out yet. */
  #unsent: Uint8Array | undefined;
  /** The read that waits while the connection is idle: it tells at once when the other side leaves. */
  #ahead: Promise<boolean> | undefined;
  #isIdle = false;
  #isClosed = false;
  #idleSinceMs = 0;

  constructor(socket: RawSocket) {
    this.#socket = socket;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether the last request went out whole, and nothing came beyond its reply. */
  get isClean(): boolean {
    return !this.#isClosed && this.#unsent === undefined && !this.hasUnread;
  }

  /** When it began to be idle. */
  get idleSinceMs(): number {
    return this.#idleSinceMs;
  }

  /** Whether something was read that is not used yet. */
  get hasUnread(): boolean {
    return this.#from < this.#to;
  }

  /** A function of its own, as the others below: made once for a connection, and not for each request. */
  readonly close = (): void => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close();
  };

  /** Says false at the end. */
  readonly #arrived = (count: number | null): boolean => {
    if (this.#isIdle) this.close();
    this.#from = 0;
    this.#to = count ?? 0;
    return count !== null;
  };

  readonly #broke = (error: unknown): boolean => {
    if (!this.#isIdle) throw error;
    this.close();
    return false;
  };

  readonly #sent = (count: number): void => {
    const unsent = this.#unsent;
    this.#unsent = undefined;
    if (unsent !== undefined && count < unsent.length) this.#write(unsent.subarray(count));
  };

  /** Waits for nothing: a connection that breaks while it is written to breaks its reply too. */
  send(text: string): void {
    this.#isIdle = false;
    this.#write(this.#encoded(text));
  }

  /** Waits until something more is read; false at the end. */
  more(): Promise<boolean> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return ahead ?? this.#socket.read(this.#buffer).then(this.#arrived);
  }

  /** The next bytes, at least one, good until the next read; nothing at the end. */
  async read(atMost = Infinity): Promise<Uint8Array<ArrayBuffer> | undefined> {
    while (!this.hasUnread) if (!await this.more()) return undefined;
    const start = this.#from;
    this.#from = Math.min(this.#to, start + atMost);
    return this.#buffer.subarray(start, this.#from);
  }

  /** Takes these bytes, where they are there already and come next. */
  takeSame(bytes: Uint8Array): boolean {
    const start = this.#from;
    if (start + bytes.length > this.#to) return false;
    for (let at = 0; at < bytes.length; at++) if (this.#buffer[start + at] !== bytes[at]) return false;
    this.#from = start + bytes.length;
    return true;
  }

  /** A copy of so many bytes that were taken last; nothing where they came in pieces. */
  lastTaken(bytes: number): Uint8Array | undefined {
    return bytes > this.#from ? undefined : this.#buffer.slice(this.#from - bytes, this.#from);
  }

  /**
   * Takes so many bytes as text, where they are there already.
   *
   * @returns A text that gives the same bytes again; nothing, and nothing is taken, when there is none.
   */
  takeText(bytes: number): string | undefined {
    const end = this.#from + bytes;
    if (end > this.#to) return undefined;
    const text = decoder.decode(this.#buffer.subarray(this.#from, end));
    if (text.includes("\ufffd")) return undefined; // it may stand for bytes that are no UTF-8
    this.#from = end;
    return text;
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
      while (!this.hasUnread) if (!await this.more()) return undefined;
      const before = text.length;
      text += this.#chars.toString("latin1", this.#from, this.#to);
      const at = text.indexOf(mark, Math.max(0, before - mark.length));
      this.#from = at < 0 ? this.#to : this.#from + at + mark.length - before;
      if ((at < 0 ? text.length : at) > maxBytes) throw new TypeError("Cannot read reply: a line of it is too long");
      if (at >= 0) return text.slice(0, at);
    }
  }

  /** Waits to be used again; a byte, or the end, before that closes it. */
  rest(nowMs: number): void {
    this.#isIdle = true;
    this.#idleSinceMs = nowMs;
    this.#ahead = this.#socket.read(this.#buffer).then(this.#arrived, this.#broke);
  }

  #encoded(text: string): Uint8Array {
    if (text.length > MAX_KEPT_CHARS) return encoder.encode(text);
    const atMost = text.length * MAX_BYTES_PER_CHAR;
    if (this.#outgoing.length < atMost) this.#outgoing = new Uint8Array(atMost);
    return this.#outgoing.subarray(0, encoder.encodeInto(text, this.#outgoing).written);
  }

  #write(bytes: Uint8Array): void {
    this.#unsent = bytes;
    this.#socket.write(bytes).then(this.#sent, ignore);
  }
}

function ignore(): void {}
