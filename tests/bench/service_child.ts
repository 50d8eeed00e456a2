/**
 * A server on a port, for measuring: `service_child.ts bare|layer`. It prints its port, and its processor time
 * for each line that it reads.
 *
 * `bare` is the least that answers: `node:http` parses the body and sends a text of the same length. `layer` is the
 * service and its port over an agent that answers at once. `load_bench.ts` measures the embedded service.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import type { Exchanger } from "../../src/door/door.ts";
import { listen } from "../../src/door/listen.ts";
import { createService, MemoryFileStore, systemClock } from "../../src/service/mod.ts";

export const KEY = "sk-of-the-bench-0001";
const LIMITS = { maxConcurrent: 1_000, maxConcurrentPerKey: 1_000 };
/** About as long as an answer about one company. */
const RESULT = {
  agent_thesis: { signal: "neutral", confidence: 0.5037, reasoning: "x".repeat(1_500) },
  key_drivers: ["y".repeat(300)],
  risks: ["z".repeat(300)],
  metadata: { subject: "AAPL" },
};

function layer(): Exchanger {
  const newId = () => crypto.randomUUID().replaceAll("-", "");
  return createService({
    agent: async function* () {
      yield { kind: "conclusion", conclusion: { kind: "thesis", result: RESULT } };
    },
    ...{ fileStore: new MemoryFileStore({ newId }), apiKeys: [KEY], clock: systemClock, newId, limits: LIMITS },
  });
}

async function startBare(): Promise<number> {
  const decoder = new TextDecoder();
  const server = createServer((request, reply) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk) => void chunks.push(chunk));
    request.on("end", () => {
      const { input } = JSON.parse(decoder.decode(chunks[0]));
      const text = JSON.stringify({ ...RESULT, metadata: { ...RESULT.metadata, response_id: input } });
      reply.writeHead(200, { "content-type": "application/json", "content-length": text.length }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function startService(service: Exchanger): Promise<number> {
  return Number(new URL((await listen(service, { port: 0 })).url).port);
}

function print(line: string): void {
  // deno-lint-ignore no-console -- its report is its output
  console.log(line);
}

if (import.meta.main) {
  const [kind] = Deno.args;
  const port = kind === "bare" ? startBare() : startService(layer());
  print(String(await port));
  for await (const _ of Deno.stdin.readable) {
    const { user, system } = process.cpuUsage();
    print(String((user + system) / 1000));
  }
  Deno.exit(0);
}
