/** Which failures are "not sent", "maybe sent" or "answered", against real sockets that count deliveries. */
import { equal, match, ok, rejects } from "../assert.ts";
import type { CallOptions, Research } from "conviction";
import type { Delivery } from "../../src/protocol/errors.ts";
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { type RawConnection, type RawServerOptions, reply, startRawServer } from "./raw_server.ts";

const THESIS = JSON.stringify({
  agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "r" },
  key_drivers: ["d"],
  risks: [],
});
const ROUNDS = 200;

function clientOf(baseUrl: string, clock = systemClock): Research {
  let ids = 0;
  return createClient({ baseUrl, fetch: networkFetch, clock, newId: () => `id-${++ids}`, random: () => 0 });
}

interface Failure {
  readonly name: string;
  readonly message: string;
  readonly delivery: Delivery;
}

async function failureOf(research: Research, options: CallOptions = {}, input = "x"): Promise<Failure> {
  return await research.reason(input, options).then(() => {
    throw new Error("Cannot test: it was answered");
  }, (error) => error);
}

/** What a server does after it read the request, or its head, and the expected delivery. */
interface Row extends RawServerOptions {
  readonly does: string;
  act(connection: RawConnection): Promise<void> | void;
  readonly delivery: Delivery;
  /** Deliveries of one call: more than 1 only when no attempt can have run. */
  readonly deliveries?: number;
}

const ROWS: readonly Row[] = [
  { does: "closes without a reply", act: ({ close }) => close(), delivery: "maybe_sent" },
  {
    does: "resets before it read the body",
    answerAt: "head",
    act: ({ close }) => close(),
    delivery: "maybe_sent",
  },
  { does: "closes inside the status line", act: cutAt("HTTP/1.1 20"), delivery: "maybe_sent" },
  { does: "closes inside the head", act: cutAt("HTTP/1.1 200 OK\r\ncontent-le"), delivery: "maybe_sent" },
  {
    does: "closes after the head",
    act: cutAt("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n"),
    delivery: "maybe_sent",
  },
  {
    does: "closes inside a body with a length",
    act: cutAt("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{"),
    delivery: "maybe_sent",
  },
  {
    does: "closes inside a chunk",
    act: cutAt("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"),
    delivery: "maybe_sent",
  },
  { does: "says 100 and closes", act: cutAt("HTTP/1.1 100 Continue\r\n\r\n"), delivery: "maybe_sent" },
  { does: "does not speak HTTP", act: cutAt("SSH-2.0-x\r\n\r\n"), delivery: "maybe_sent" },
  { does: "speaks HTTP/0.9", act: cutAt("{}"), delivery: "maybe_sent" },
  { does: "refuses", act: ({ send }) => send(reply("{}", { status: "422 No" })), delivery: "answered" },
  { does: "fails", act: ({ send }) => send(reply("{}", { status: "500 No" })), delivery: "answered" },
  {
    does: "refuses before it read the body",
    answerAt: "head",
    act: async ({ send, close }) => {
      await send(reply("{}", { status: "413 No", more: "connection: close\r\n" }));
      close();
    },
    delivery: "answered",
  },
  { does: "is busy", act: ({ send }) => send(reply("{}", { status: "429 No" })), delivery: "answered", deliveries: 3 },
];

function cutAt(text: string): Row["act"] {
  return async ({ send, close }) => {
    await send(text);
    close();
  };
}

for (const { does, act, delivery, deliveries = 1, answerAt = "whole" } of ROWS) {
  for (const connection of ["fresh", "pooled"] as const) {
    if (connection === "pooled" && answerAt === "head") continue; // an unread body leaves no pooled connection
    Deno.test(`a server that ${does}, on a ${connection} connection: ${delivery}, ${deliveries} seen`, async () => {
      let warm = connection === "pooled" ? 1 : 0;
      await using server = startRawServer(async (met) => {
        if (warm-- > 0) await met.send(reply(THESIS));
        else await act(met);
      }, { answerAt });
      const research = clientOf(server.baseUrl);
      if (connection === "pooled") await research.reason("warm");
      const before = server.requests.length;
      const error = await failureOf(research);
      equal(error.delivery, delivery, error.message);
      equal(server.requests.length - before, deliveries);
    });
  }
}

Deno.test(`no failure causes a second delivery, over ${ROUNDS} rounds on pooled and fresh connections`, async () => {
  const single = ROWS.filter(({ deliveries = 1, answerAt = "whole" }) => deliveries === 1 && answerAt === "whole");
  let round = 0;
  await using server = startRawServer(async (met) => {
    if (/"warm"/.test(met.request)) await met.send(reply(THESIS));
    else await single[round % single.length]?.act(met);
  });
  const research = clientOf(server.baseUrl);
  let most = 0;
  for (; round < ROUNDS; round++) {
    if (round % 2 === 0) await research.reason("warm");
    const before = server.requests.length;
    await failureOf(research);
    most = Math.max(most, server.requests.length - before);
  }
  equal(most, 1);
  ok(server.connections < ROUNDS + 1, `${server.connections} connections, so some were pooled`);
});

Deno.test("an address where nothing listens: not sent", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const error = await failureOf(clientOf(`http://127.0.0.1:${port}`));
  equal(error.delivery, "not_sent");
  match(error.message, new RegExp(`nothing listens at 127.0.0.1:${port}$`));
});

Deno.test("a port the runtime blocks: not sent, and not tried again", async () => {
  const error = await failureOf(clientOf("http://127.0.0.1:1"));
  equal(error.delivery, "not_sent");
  equal(error.message, "Cannot get thesis: the service cannot be reached: the runtime blocks its port");
});

Deno.test("an address without network permission: not sent, and not tried again", async () => {
  // A request without a body, because the runtime never closes the body of a request it does not permit.
  await rejects(clientOf("http://192.0.2.1").file({ file_id: "f" }), {
    name: "ConnectionError",
    delivery: "not_sent",
    attempts: 1,
    message: /^Cannot get file f: the service cannot be reached: .*no network permission/,
  });
});

// The client of encrypted requests is kept for the next ones, here and below.
Deno.test("https to a server that does not speak TLS: not sent", { sanitizeResources: false }, async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const plain = (async () => {
    for await (const conn of listener) {
      await conn.read(new Uint8Array(1000));
      await conn.write(new TextEncoder().encode("HTTP/1.1 400 No\r\n\r\n"));
      conn.close();
    }
  })();
  const refused = await failureOf(clientOf(`https://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`));
  listener.close();
  await plain;
  equal(refused.delivery, "not_sent");
  match(refused.message, /does not speak TLS/);
});

Deno.test("a server that closes inside the TLS handshake: not sent", { sanitizeResources: false }, async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const closing = (async () => {
    for await (const conn of listener) conn.close();
  })();
  const error = await failureOf(clientOf(`https://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`));
  listener.close();
  await closing;
  equal(error.delivery, "not_sent");
});

Deno.test("an abort before the request is sent: not sent; after it: maybe sent", async () => {
  const stop = new AbortController();
  await using server = startRawServer(({ gone }) => {
    stop.abort("enough");
    return gone();
  });
  const early = await failureOf(clientOf(server.baseUrl), { signal: AbortSignal.abort("no") });
  equal(`${early.name} ${early.delivery} ${server.requests.length}`, "AbortedError not_sent 0");
  const late = await failureOf(clientOf(server.baseUrl), { signal: stop.signal });
  equal(`${late.name} ${late.delivery} ${server.requests.length}`, "AbortedError maybe_sent 1");
});

Deno.test("a limit that passes after the request was sent: maybe sent, delivered once", async () => {
  const clock = manualClock();
  await using server = startRawServer(({ gone }) => {
    clock.advance(1000);
    return gone();
  });
  const error = await failureOf(clientOf(server.baseUrl, clock), { limits: { headersMs: 1000 } });
  equal(`${error.name} ${error.delivery} ${server.requests.length}`, "TimeoutError maybe_sent 1");
});
