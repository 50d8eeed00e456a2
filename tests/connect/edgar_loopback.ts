/** The made SEC on a port of this machine, which counts what it is asked. */
import type { MadeReply } from "./made_edgar.ts";

/** A made SEC while it listens. */
export interface LoopbackEdgar extends AsyncDisposable {
  readonly url: string;
  /** Paths in the order in which they were asked for. */
  readonly asked: string[];
}

/** Serves replies by their addresses at the SEC; what it does not have is 404. */
export function serveEdgar(replies: ReadonlyMap<string, MadeReply>): LoopbackEdgar {
  const byPath = new Map([...replies].map(([url, reply]) => [new URL(url).pathname, reply]));
  const asked: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url, headers }) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    const reply = byPath.get(pathname);
    if (!/\S@\S/.test(headers.get("user-agent") ?? "")) return new Response("who asks?", { status: 403 });
    return reply === undefined
      ? new Response("<Error><Code>NoSuchKey</Code></Error>", { status: 404 })
      : new Response(reply.body, { status: reply.status ?? 200, headers: reply.headers ?? {} });
  });
  return { url: `http://127.0.0.1:${server.addr.port}`, asked, [Symbol.asyncDispose]: () => server.shutdown() };
}
