import type { RawSocket } from "../../src/client/raw_connection.ts";

/** A connection in memory: a test says what the other side does. */
export class FakeSocket implements RawSocket {
  written = "";
  isClosed = false;
  /** What a write meets. */
  writeError: Error | undefined;
  readonly #decoder = new TextDecoder();
  readonly #pieces: (Uint8Array | null | Error)[] = [];
  #wake = () => {};

  /** The other side sends bytes, one for each character. */
  say(text: string): void {
    this.#push(Uint8Array.from(text, (char) => char.charCodeAt(0)));
  }

  /** The other side has said all. */
  end(): void {
    this.#push(null);
  }

  /** The other side resets the connection. */
  reset(): void {
    this.#push(new Deno.errors.ConnectionReset("Connection reset by peer"));
  }

  async read(into: Uint8Array): Promise<number | null> {
    while (this.#pieces.length === 0) {
      if (this.isClosed) throw new Deno.errors.BadResource("it is closed");
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    const piece = this.#pieces.shift() ?? null;
    if (piece === null) return null;
    if (piece instanceof Error) throw piece;
    const count = Math.min(piece.length, into.length);
    into.set(piece.subarray(0, count));
    if (count < piece.length) this.#pieces.unshift(piece.subarray(count));
    return count;
  }

  write(bytes: Uint8Array): Promise<number> {
    if (this.writeError !== undefined) return Promise.reject(this.writeError);
    const part = bytes.subarray(0, 100); // sockets take what they can
    this.written += this.#decoder.decode(part, { stream: true });
    return Promise.resolve(part.length);
  }

  close(): void {
    if (this.isClosed) throw new Deno.errors.BadResource("it is closed already");
    this.isClosed = true;
    this.#wake();
  }

  #push(piece: Uint8Array | null | Error): void {
    this.#pieces.push(piece);
    this.#wake();
  }
}
