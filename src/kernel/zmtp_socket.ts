/**
 * A ZeroMQ socket over TCP: ZMTP 3.0 (rfc.zeromq.org/spec/23) with the NULL mechanism, as far as a Jupyter client needs
 * it. The npm packages do not serve: docs/packages.md says why.
 */

/** How a socket announces itself. */
export type SocketType = "DEALER" | "SUB";

const MORE = 1;
const LONG = 2;
const COMMAND = 4;
const GREETING_BYTES = 64;
/** A frame that is longer than this is no message of a kernel. */
const MAX_FRAME_BYTES = 1 << 30;
const BUFFER_BYTES = 1 << 16;

/** One connection: whole messages out, whole messages in. */
export class ZmtpSocket implements Disposable {
  readonly #conn: Deno.Conn;
  readonly #reader: ByteReader;
  #lastWrite: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(conn: Deno.Conn) {
    this.#conn = conn;
    this.#reader = new ByteReader(conn);
  }

  /**
   * Connects to a port of this machine and shakes hands; a `SUB` socket subscribes to everything.
   * @throws What `Deno.connect` throws, and an `Error` when the other side does not speak ZMTP 3.
   */
  static async connect(port: number, type: SocketType): Promise<ZmtpSocket> {
    const conn = await Deno.connect({ hostname: "127.0.0.1", port });
    const socket = new ZmtpSocket(conn);
    try {
      await socket.#shakeHands(type);
      return socket;
    } catch (error) {
      socket[Symbol.dispose]();
      throw error;
    }
  }

  /** Sends one message of one or more frames, after those that were sent before. */
  send(frames: readonly Uint8Array[]): Promise<void> {
    const bytes = joined(frames.flatMap((frame, at) => encoded(frame, at < frames.length - 1 ? MORE : 0)));
    const sent = this.#lastWrite.then(() => this.#write(bytes));
    this.#lastWrite = sent.catch(() => {});
    return sent;
  }

  /** The messages that arrive, until the socket is closed by either side. */
  async *messages(): AsyncGenerator<Uint8Array[], void, undefined> {
    let frames: Uint8Array[] = [];
    for (;;) {
      const frame = await this.#readFrame();
      if (frame === undefined) return;
      if (frame.flags & COMMAND) continue; // like PING, which this side may leave unanswered
      frames.push(frame.body);
      if (frame.flags & MORE) continue;
      yield frames;
      frames = [];
    }
  }

  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#conn.close();
  }

  async #shakeHands(type: SocketType): Promise<void> {
    await this.#write(greeting());
    const theirs = await this.#reader.read(GREETING_BYTES);
    if (theirs === undefined || theirs[0] !== 0xff || theirs[9] !== 0x7f || (theirs[10] ?? 0) < 3) {
      throw new Error("the other side does not speak ZMTP 3");
    }
    await this.#write(joined(encoded(ready(type), COMMAND)));
    const command = await this.#readFrame();
    if (command === undefined || !(command.flags & COMMAND)) throw new Error("the other side refuses the connection");
    if (type === "SUB") await this.send([Uint8Array.of(1)]); // 1, then the topic: the empty one is everything
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += await this.#conn.write(bytes.subarray(at));
  }

  async #readFrame(): Promise<{ readonly flags: number; readonly body: Uint8Array } | undefined> {
    try {
      const [flags] = await this.#reader.read(1) ?? [];
      if (flags === undefined) return undefined;
      const size = await this.#reader.read(flags & LONG ? 8 : 1);
      if (size === undefined) return undefined;
      const bytes = size.reduce((sum, byte) => sum * 256 + byte, 0);
      if (bytes > MAX_FRAME_BYTES) throw new RangeError(`a frame of ${bytes} bytes is too long`);
      const body = await this.#reader.read(bytes);
      return body && { flags, body };
    } catch (error) {
      if (this.#isClosed || error instanceof Deno.errors.ConnectionReset) return undefined;
      throw error;
    }
  }
}

/** Reads exact numbers of bytes, through a buffer. */
class ByteReader {
  readonly #conn: Deno.Conn;
  #buffer: Uint8Array = new Uint8Array(0);

  constructor(conn: Deno.Conn) {
    this.#conn = conn;
  }

  /** Reads `count` bytes; undefined when the other side closes before. */
  async read(count: number): Promise<Uint8Array | undefined> {
    const bytes = new Uint8Array(count);
    let filled = this.#take(bytes);
    while (filled < count) {
      const chunk = new Uint8Array(BUFFER_BYTES);
      const got = await this.#conn.read(chunk);
      if (got === null) return undefined;
      this.#buffer = chunk.subarray(0, got);
      filled += this.#take(bytes.subarray(filled));
    }
    return bytes;
  }

  #take(target: Uint8Array): number {
    const taken = this.#buffer.subarray(0, target.length);
    target.set(taken);
    this.#buffer = this.#buffer.subarray(taken.length);
    return taken.length;
  }
}

function greeting(): Uint8Array {
  const bytes = new Uint8Array(GREETING_BYTES);
  bytes.set([0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 3, 0]);
  bytes.set(new TextEncoder().encode("NULL"), 12);
  return bytes;
}

function ready(type: SocketType): Uint8Array {
  const text = (value: string) => new TextEncoder().encode(value);
  const command = text("READY");
  const property = text("Socket-Type");
  const value = text(type);
  return joined([
    Uint8Array.of(command.length),
    command,
    Uint8Array.of(property.length),
    property,
    Uint8Array.of(0, 0, 0, value.length),
    value,
  ]);
}

function encoded(body: Uint8Array, flags: number): Uint8Array[] {
  if (body.length < 256) return [Uint8Array.of(flags, body.length), body];
  const head = new Uint8Array(9);
  head[0] = flags | LONG;
  new DataView(head.buffer).setBigUint64(1, BigInt(body.length));
  return [head, body];
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
