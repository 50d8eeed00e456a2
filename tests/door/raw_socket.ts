/** Requests to a listener, byte by byte. */
import type { Exchanger } from "../../src/door/door.ts";
import { listen, type Listener, type ListenOptions } from "../../src/door/listen.ts";
import type { ServiceRequest } from "../../src/service/exchange.ts";
import { bytesOf, KEY } from "../service/service_fixture.ts";

/** A raw connection. */
export interface Socket {
  readonly port: number;
  /** Sends text unchanged. */
  send(text: string): Promise<void>;
  /** Reads until the other side closes. */
  rest(): Promise<string>;
  /** Reads until a text appears. */
  until(text: string): Promise<string>;
  close(): void;
}

/** Something that answers each request with a `Response`, whoever asks. */
export function answering(answer: (request: ServiceRequest) => Response | Promise<Response>): Exchanger {
  return {
    exchange: async (request) => ({ outgoing: await answer(request), requestId: "req_1", owner: undefined }),
  };
}

/** The port of a listener. */
export function portOf({ url }: Listener): number {
  return Number(new URL(url).port);
}

/** Runs a test with a raw connection to a service, and closes both. */
export async function withSocket(
  service: Exchanger,
  test: (socket: Socket) => Promise<void>,
  options: Omit<ListenOptions, "port"> = {},
): Promise<void> {
  const listener = await listen(service, { port: 0, ...options });
  const port = portOf(listener);
  const socket = await connectTo(port);
  try {
    await test(socket);
  } finally {
    socket.close();
    await listener.close();
  }
}

/** Opens a raw connection to a port of this machine. */
export async function connectTo(port: number): Promise<Socket> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const decoder = new TextDecoder();
  const read = async (isEnough: (text: string) => boolean) => {
    let text = "";
    const buffer = new Uint8Array(65_536);
    while (!isEnough(text)) {
      const count = await connection.read(buffer).catch(() => null); // a reset also ends the reply
      if (count === null) return text;
      text += decoder.decode(buffer.subarray(0, count), { stream: true });
    }
    return text;
  };
  let isOpen = true;
  return {
    port,
    send: async (text) => {
      const bytes = bytesOf(text);
      for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
    },
    rest: () => read(() => false),
    until: (wanted) => read((text) => text.includes(wanted)),
    close: () => {
      if (isOpen) connection.close();
      isOpen = false;
    },
  };
}

/** The headers of a request for a port, with the end of headers. */
export const head = (port: number, lines: readonly string[], start = "GET / HTTP/1.1") =>
  [start, `Host: 127.0.0.1:${port}`, ...lines, "", ""].join("\r\n");
/** The header of a caller. */
export const AUTHORIZATION = `Authorization: Bearer ${KEY}`;

/** A whole question for a port. */
export function postText(port: number, body: unknown): string {
  const text = JSON.stringify(body);
  const lines = [AUTHORIZATION, "Content-Type: application/json", `Content-Length: ${text.length}`];
  return head(port, lines, "POST /v1/responses HTTP/1.1") + text;
}
