/** A receiver of webhooks on a port of this machine, which fails as a test wants and counts what it took. */
import { Buffer } from "node:buffer";

/** What it does with a request. `took` is what the receiver knows: whether the message is with it. */
export interface Fault {
  readonly name: string;
  /** Whether it takes the message before it does that. */
  readonly takes?: boolean;
  /** The reply, without its head's last empty line and with `{base}` for its address; nothing: it closes. */
  readonly reply?: string;
  /** It closes before it has read the body, which resets the connection. */
  readonly atHead?: boolean;
  /** It neither replies nor closes. */
  readonly isSilent?: boolean;
}

/** A request as it arrived. */
export interface Received {
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/** The receiver. */
export interface FaultReceiver extends AsyncDisposable {
  readonly base: string;
  readonly received: readonly Received[];
  /** How often it took each message, by its `Idempotency-Key`. */
  readonly taken: ReadonlyMap<string, number>;
  /** Resolves when this many requests have come, whole or in part. */
  reached(count: number): Promise<void>;
}

/** A reply with an empty body. */
export const status = (line: string, more = ""): string => `HTTP/1.1 ${line}\r\n${more}content-length: 0\r\n`;

/** What a receiver does that works. */
export const TAKES: Fault = { name: "200", takes: true, reply: status("200 OK") };

/** Starts a receiver. @param faultOf What it does with the nth request, from 0; TAKES where it gives nothing. */
export function startReceiver(faultOf: (index: number, received: Received) => Fault | undefined): FaultReceiver {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const base = `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`;
  const open = new Set<Deno.Conn>();
  const received: Received[] = [];
  const taken = new Map<string, number>();
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const answer = async (conn: Deno.Conn) => {
    const head = await readHead(conn);
    if (head === undefined) return;
    const request = { path: head.path, headers: head.headers, body: "" };
    const index = received.push(request) - 1;
    for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    const fault = faultOf(index, request) ?? TAKES;
    if (fault.atHead) return;
    received[index] = { ...request, body: await head.body() };
    const key = head.headers.get("idempotency-key") ?? "";
    if (fault.takes) taken.set(key, (taken.get(key) ?? 0) + 1);
    if (fault.isSilent) await drain(conn);
    else if (fault.reply !== undefined) {
      await writeAll(conn, `${fault.reply.replace("{base}", base)}connection: close\r\n\r\n`);
    }
  };
  const serving = (async () => {
    const work: Promise<void>[] = [];
    for await (const conn of listener) {
      open.add(conn);
      work.push(answer(conn).catch(() => {}).finally(() => close(conn)));
    }
    await Promise.all(work);
  })();
  return {
    ...{ base, received, taken },
    async reached(count) {
      if (received.length >= count) return;
      await new Promise<void>((resolve) => waiting.push({ count, resolve }));
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const conn of open) close(conn);
      await serving;
    },
  };
}

async function readHead(conn: Deno.Conn) {
  const buffer = new Uint8Array(65_536);
  let bytes = Buffer.alloc(0);
  const more = async () => {
    const size = await conn.read(buffer);
    if (size !== null) bytes = Buffer.concat([bytes, buffer.subarray(0, size)]);
    return size !== null;
  };
  while (!bytes.includes("\r\n\r\n")) if (!(await more())) return undefined;
  const end = bytes.indexOf("\r\n\r\n");
  const [first = "", ...lines] = bytes.subarray(0, end).toString().split("\r\n");
  const headers = new Headers(lines.map((line): [string, string] => {
    const at = line.indexOf(":");
    return [line.slice(0, at), line.slice(at + 1).trim()];
  }));
  const body = async () => {
    const whole = end + 4 + Number(headers.get("content-length"));
    while (bytes.length < whole) if (!(await more())) throw new Error("the request was cut");
    return bytes.subarray(end + 4, whole).toString();
  };
  return { path: first.split(" ")[1] ?? "", headers, body };
}

async function writeAll(conn: Deno.Conn, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await conn.write(bytes.subarray(at));
}

async function drain(conn: Deno.Conn): Promise<void> {
  const buffer = new Uint8Array(1024);
  while (await conn.read(buffer).catch(() => null) !== null);
}

function close(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // closed by the other side
  }
}
