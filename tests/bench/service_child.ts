/** A server on a port, for measuring: `service_child.ts bare|layer`. It prints its port, and its processor time when told. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { listen } from "../../src/door/listen.ts";
import { createService, MemoryFileStore, systemClock } from "../../src/service/mod.ts";

const print = (line: unknown) => console.log(line); // deno-lint-ignore no-console -- its report is its output
const KEY = "sk-bench-123456";
const RESULT = {
  agent_thesis: { signal: "neutral", confidence: 0.5037, reasoning: "x".repeat(1_500) },
  key_drivers: ["y".repeat(300)],
  risks: ["z".repeat(300)],
  metadata: { subject: "AAPL" },
};

async function startLayer(): Promise<number> {
  const newId = () => crypto.randomUUID().replaceAll("-", "");
  const service = createService({
    agent: async function* () {
      yield { kind: "conclusion", conclusion: { kind: "thesis", result: RESULT } };
    },
    fileStore: new MemoryFileStore({ newId }),
    apiKeys: [KEY],
    clock: systemClock,
    newId,
    limits: { maxConcurrent: 10_000, maxConcurrentPerKey: 10_000 },
  });
  return Number(new URL((await listen(service, { port: 0 })).url).port);
}

async function startBare(): Promise<number> {
  const server = createServer((request, reply) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk) => void chunks.push(chunk));
    request.on("end", () => {
      const asked = JSON.parse(new TextDecoder().decode(chunks[0]));
      const text = JSON.stringify({ ...RESULT, metadata: { ...RESULT.metadata, asked: asked.input } });
      reply.writeHead(200, { "content-type": "application/json", "content-length": text.length }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const port = await (Deno.args[0] === "bare" ? startBare() : startLayer());
print(port);
for await (const _ of Deno.stdin.readable) {
  const { user, system } = process.cpuUsage();
  print(JSON.stringify({ cpuMs: (user + system) / 1000, rss: process.memoryUsage().rss }));
}
process.exit(0);
