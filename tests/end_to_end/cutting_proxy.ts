/** A proxy between client and service, on real sockets, that cuts connections. */
export interface CuttingProxy extends AsyncDisposable {
  readonly baseUrl: string;
  /** The bytes passed back over each connection, in order. */
  readonly replies: readonly Uint8Array[][];
}

/**
 * Starts a proxy on a free loopback port.
 *
 * @param upstream Address of the service.
 * @param cuts Bytes after which the n-th connection to a stream is cut, counted from the start of its reply.
 */
export function startCuttingProxy(upstream: string, cuts: readonly number[]): CuttingProxy {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const replies: Uint8Array[][] = [];
  const serving = (async () => {
    const work: Promise<void>[] = [];
    for await (const client of listener) {
      const reply: Uint8Array[] = [];
      const maxBytes = cuts[replies.push(reply) - 1] ?? Infinity;
      work.push(join(client, Number(new URL(upstream).port), { reply, maxBytes }));
    }
    await Promise.all(work);
  })();
  return {
    baseUrl: `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`,
    replies,
    async [Symbol.asyncDispose]() {
      listener.close();
      await serving;
    },
  };
}

interface Reply {
  readonly reply: Uint8Array[];
  readonly maxBytes: number;
}

async function join(client: Deno.TcpConn, port: number, { reply, maxBytes }: Reply): Promise<void> {
  const service = await Deno.connect({ hostname: "127.0.0.1", port });
  await Promise.all([
    pump(client, service, { maxBytes: Infinity, see: (chunk) => asFor(port, chunk) }),
    pump(service, client, { maxBytes, see: (chunk) => (reply.push(chunk), chunk) }),
  ]);
}

/** A service on loopback answers only to its own host name. */
function asFor(port: number, chunk: Uint8Array): Uint8Array {
  const text = new TextDecoder("latin1").decode(chunk).replace(/^(host: 127\.0\.0\.1:)\d+/im, `$1${port}`);
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

interface Passing {
  readonly maxBytes: number;
  /** Takes each chunk and returns the bytes to pass on. */
  readonly see: (chunk: Uint8Array) => Uint8Array;
}

/** Passes bytes on until one side closes or a number has passed; then closes both. */
async function pump(from: Deno.Conn, to: Deno.Conn, { maxBytes, see }: Passing): Promise<void> {
  const buffer = new Uint8Array(65536);
  let left = maxBytes;
  try {
    while (left > 0) {
      const read = await from.read(buffer);
      if (read === null) break;
      const chunk = see(buffer.slice(0, Math.min(read, left)));
      left -= read;
      for (let at = 0; at < chunk.length;) at += await to.write(chunk.subarray(at));
    }
  } catch { // one side has closed, so the other one is closed too
  } finally {
    for (const conn of [from, to]) {
      try {
        conn.close();
      } catch { // closed by the pump of the other direction
      }
    }
  }
}
