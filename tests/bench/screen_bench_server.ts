/**
 * A service in its own process that always returns the same thesis after a delay: `screen_bench_server.ts DELAY_MS`.
 * It prints its port. It supports only the HTTP that three known clients need, so that it takes no time from them.
 */
const THESIS = {
  agent_thesis: {
    signal: "neutral",
    confidence: 0.53,
    reasoning:
      "The evidence is about even. The price stands above its mean of 200 days and the company earns more than " +
      "a year ago; against that, its price is high for what it earns and the year was rough.",
  },
  key_drivers: ["Price 6.1% above its 200-day mean", "Revenue up 8.2% on the year"],
  risks: ["Priced at 31 times its earnings", "Fell 22.4% from its high within the year"],
  metadata: {
    ...{ subject: "ACME", as_of: "2026-03-31", horizon: "63d", benchmark: "SPY", currency: "USD" },
    ...{ score: 0.12, drawdown_probability: 0.27, engine: "canned 1", response_id: "resp_1" },
    verification: { confidence: 1, claims_total: 4, claims_verified: 4 },
  },
};

const BODY = JSON.stringify(THESIS);
const REPLY = new TextEncoder().encode(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
);
const HEAD_END = "\r\n\r\n";

/** Answers the requests of a connection in sequence. */
async function serve(connection: Deno.Conn, delayMs: number): Promise<void> {
  const chunk = new Uint8Array(16 * 1024);
  const bytes = new TextDecoder("latin1"); // one character for each byte
  let held = "";
  for (let count = await connection.read(chunk); count !== null; count = await connection.read(chunk)) {
    held += bytes.decode(chunk.subarray(0, count));
    const end = requestEnd(held);
    if (end === undefined || held.length < end) continue;
    held = held.slice(end);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await connection.write(REPLY);
  }
}

/** The end of the first request; undefined while its head is incomplete. */
function requestEnd(held: string): number | undefined {
  const at = held.indexOf(HEAD_END);
  if (at < 0) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(held.slice(0, at))?.[1];
  if (length === undefined) throw new Error("Cannot serve: the request has no length");
  return at + HEAD_END.length + Number(length);
}

const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
// deno-lint-ignore no-console -- its port is its output
console.log(listener.addr.port);
for await (const connection of listener) {
  connection.setNoDelay();
  serve(connection, Number(Deno.args[0])).catch(() => {}).finally(() => connection.close());
}
