/** Clients that cost little themselves: one socket each, no more than what a benchmark reads of a reply. */

/** A request to be sent again and again. */
export interface Asking {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
}

/** A reply as a benchmark sees it. */
export interface Timed {
  readonly status: number;
  readonly bytes: number;
  /** To the first byte of its head. */
  readonly firstMs: number;
  readonly wholeMs: number;
  /** `Retry-After`, in seconds. */
  readonly retrySeconds: number;
}

const decoder = new TextDecoder("latin1"); // a character a byte
const encoder = new TextEncoder();

/** A client with one connection that stays open. */
export class LoadClient implements Disposable {
  readonly #connection: Deno.TcpConn;
  readonly #head: string;
  readonly #buffer = new Uint8Array(64 * 1024);

  private constructor(connection: Deno.TcpConn, head: string) {
    this.#connection = connection;
    this.#head = head;
  }

  /** Connects to a server of this machine, like `127.0.0.1:8787`. */
  static async open(address: string, key: string): Promise<LoadClient> {
    const [hostname = "", port] = address.split(":");
    const connection = await Deno.connect({ hostname, port: Number(port) });
    return new LoadClient(connection, ` HTTP/1.1\r\nhost: ${address}\r\nauthorization: Bearer ${key}\r\n`);
  }

  /** Sends a request and reads its reply to the end. */
  async ask({ method, path, body }: Asking): Promise<Timed> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const about = body === undefined ? "" : `content-type: application/json\r\ncontent-length: ${text.length}\r\n`;
    const startMs = performance.now();
    await this.#connection.write(encoder.encode(`${method} ${path}${this.#head}${about}\r\n${text}`));
    let [reply, firstMs] = ["", 0];
    while (!isWhole(reply)) {
      const count = await this.#connection.read(this.#buffer);
      if (count === null) {
        throw new Error(`Cannot measure: the server closed the connection after ${reply.length} bytes`);
      }
      if (firstMs === 0) firstMs = performance.now() - startMs;
      reply += decoder.decode(this.#buffer.subarray(0, count));
    }
    const status = Number(reply.slice(9, 12));
    const retrySeconds = Number(/\r\nretry-after: (\d+)/i.exec(reply)?.[1] ?? 0);
    return { status, bytes: reply.length, firstMs, wholeMs: performance.now() - startMs, retrySeconds };
  }

  [Symbol.dispose](): void {
    this.#connection.close();
  }
}

function isWhole(reply: string): boolean {
  const end = reply.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(reply.slice(0, end + 2))?.[1];
  return length === undefined ? reply.endsWith("0\r\n\r\n") : reply.length >= end + 4 + Number(length);
}
