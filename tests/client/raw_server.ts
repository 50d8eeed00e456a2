/** A TCP server that sends any bytes a test wants, to act as a bad service. */
export interface RawServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** Complete requests, in order of arrival. */
  readonly requests: string[];
  /** Number of connections accepted. */
  readonly connections: number;
}

/** Handles one request: sends bytes, waits, closes. */
export type Behaviour = (connection: RawConnection) => Promise<void>;

/** One request on one connection. */
export interface RawConnection {
  readonly request: string;
  /** Position of the request, from 0. */
  readonly index: number;
  send(answer: string | Uint8Array): Promise<void>;
  /** Resolves when the other side has closed. */
  gone(): Promise<void>;
  close(): void;
}

/** When a server begins to answer. */
export interface RawServerOptions {
  /** `head`: before the request's body is read; closing then resets the connection. Default `whole`. */
  readonly answerAt?: "head" | "whole";
}

/** Starts a server on a free loopback port. */
export function startRawServer(behaviour: Behaviour, { answerAt = "whole" }: RawServerOptions = {}): RawServer {
  const lengthOf = answerAt === "whole" ? wholeRequest : headOfRequest;
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  const requests: string[] = [];
  let connections = 0;
  const serving = (async () => {
    const work: Promise<void>[] = [];
    for await (const conn of listener) {
      connections++;
      open.add(conn);
      work.push(serve(conn, { requests, behaviour, lengthOf }).catch(() => {}).finally(() => closeQuietly(conn)));
    }
    await Promise.all(work);
  })();
  return {
    baseUrl: `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`,
    requests,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const conn of open) closeQuietly(conn);
      await serving;
    },
  };
}

interface Serving {
  readonly requests: string[];
  readonly behaviour: Behaviour;
  /** Length of the request at the start of an ASCII text; 0 when it is incomplete. */
  lengthOf(text: string): number;
}

async function serve(conn: Deno.Conn, { requests, behaviour, lengthOf }: Serving): Promise<void> {
  const text = new TextDecoder();
  const buffer = new Uint8Array(65536);
  let pending = "";
  let isClosed = false;
  while (!isClosed) {
    const end = lengthOf(pending);
    if (end === 0) {
      const read = await conn.read(buffer);
      if (read === null) return;
      pending += text.decode(buffer.subarray(0, read), { stream: true });
      continue;
    }
    const request = pending.slice(0, end);
    pending = pending.slice(end);
    await behaviour({
      request,
      index: requests.push(request) - 1,
      send: async (answer) => {
        const bytes = typeof answer === "string" ? new TextEncoder().encode(answer) : answer;
        for (let at = 0; at < bytes.length;) at += await conn.write(bytes.subarray(at));
      },
      gone: async () => {
        while (await conn.read(buffer).catch(() => null) !== null);
      },
      close: () => {
        isClosed = true;
        closeQuietly(conn);
      },
    });
  }
}

function headOfRequest(text: string): number {
  const head = text.indexOf("\r\n\r\n");
  return head < 0 ? 0 : head + 4;
}

function wholeRequest(text: string): number {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return 0;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
  const end = head + 4 + length;
  return text.length >= end ? end : 0;
}

function closeQuietly(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // already closed by the other side
  }
}

/** A complete reply with a length. */
export function reply(body: string, { status = "200 OK", type = "application/json", more = "" } = {}): string {
  return `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n${more}\r\n${body}`;
}

/** The head of a reply whose body ends with the connection, so that a cut is not detectable. */
export const STREAM_HEAD = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nx-request-id: req_7\r\n\r\n";
