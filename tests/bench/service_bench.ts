/** What the service and its port cost for an answer: requests a second beside the least server that there can be. */
import { fileURLToPath } from "node:url";
import config from "../../deno.json" with { type: "json" };
import { KEY } from "./service_child.ts";

const CHILD = fileURLToPath(new URL("service_child.ts", import.meta.url));
/** As the task has it. */
const V8 = /--v8-flags=\S+/.exec(config.tasks.serve)?.[0] ?? "";
const GOAL = 0.5;
const CONCURRENCY = 64;
const ROUNDS = 7;
const ROUND_MS = 1_200;

interface Server extends AsyncDisposable {
  readonly port: number;
  /** Processor time until now, in milliseconds. */
  cpuMs(): Promise<number>;
}

/** Requests a second, by the clock and by the server's processor time. */
interface Rate {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

/** Prints requests a second at 64 at once over those of `node:http` alone, each round beside the other. */
export async function benchService(print: (line: string) => void): Promise<void> {
  await using bare = await startServer("bare");
  print(`Service: answers as JSON at ${CONCURRENCY} at once over those of bare node:http, median of ${ROUNDS} rounds`);
  await using server = await startServer("layer");
  const ratios: { readonly wall: number; readonly cpu: number }[] = [];
  let last: Rate = { perSecond: 0, perCpuSecond: 0 };
  await load(server);
  for (let round = 0; round < ROUNDS; round++) {
    const least = await load(bare);
    last = await load(server);
    ratios.push({ wall: last.perSecond / least.perSecond, cpu: last.perCpuSecond / least.perCpuSecond });
  }
  const [wall, cpu] = [median(ratios.map((one) => one.wall)), median(ratios.map((one) => one.cpu))];
  print(
    `  an agent that answers at once: ${cpu.toFixed(3)} by processor time, ${wall.toFixed(3)} elapsed (goal ${GOAL})`,
  );
  print(
    `    ${(1000 / last.perCpuSecond).toFixed(3)} ms of processor time each, ${Math.round(last.perSecond)} a second`,
  );
}

async function startServer(kind: "bare" | "layer"): Promise<Server> {
  const args = ["run", "--quiet", "--no-check", "--allow-all", V8, CHILD, kind];
  const child = new Deno.Command(Deno.execPath(), { args, stdin: "piped", stdout: "piped" }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const input = child.stdin.getWriter();
  const number = async () => Number((await lines.read()).value);
  return {
    port: await number(),
    cpuMs: async () => {
      await input.write(new TextEncoder().encode("\n"));
      return await number();
    },
    [Symbol.asyncDispose]: async () => {
      await input.close();
      while (!(await lines.read()).done);
      await child.status;
    },
  };
}

/** Asks on raw connections, one request after the other on each. */
async function load({ port, cpuMs }: Server): Promise<Rate> {
  const request = questionBytes(port);
  const [startMs, startCpuMs] = [performance.now(), await cpuMs()];
  let count = 0;
  await Promise.all(Array.from({ length: CONCURRENCY }, async () => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const buffer = new Uint8Array(65_536);
    while (performance.now() - startMs < ROUND_MS) {
      await connection.write(request);
      await readReply(connection, buffer);
      count++;
    }
  }));
  const seconds = (performance.now() - startMs) / 1000;
  return { perSecond: count / seconds, perCpuSecond: count / ((await cpuMs() - startCpuMs) / 1000) };
}

function questionBytes(port: number): Uint8Array {
  const body = JSON.stringify({ input: "Analyse AAPL" });
  const lines = [
    ...["POST /api/v1/agent/reasoning HTTP/1.1", `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${KEY}`],
    ...["Content-Type: application/json", "Accept: */*", "User-Agent: bench", `Content-Length: ${body.length}`],
  ];
  return new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

const decoder = new TextDecoder("latin1");

/** Reads one reply with a length; throws when it is another. */
async function readReply(connection: Deno.Conn, buffer: Uint8Array): Promise<void> {
  let [length, end] = [0, -1];
  while (end < 0 || length < end) {
    const count = await connection.read(buffer.subarray(length));
    if (count === null) throw new Error("Cannot measure: the server closed the connection");
    length += count;
    if (end < 0) end = endOf(decoder.decode(buffer.subarray(0, length)));
  }
}

function endOf(text: string): number {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return -1;
  const [, length] = /content-length: (\d+)/i.exec(text) ?? [];
  if (!text.startsWith("HTTP/1.1 200 ") || length === undefined) {
    throw new Error(`Cannot measure: ${text.slice(0, 200)}`);
  }
  return head + "\r\n\r\n".length + Number(length);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}

if (import.meta.main) {
  // deno-lint-ignore no-console -- a benchmark prints
  await benchService((line) => console.log(line));
}
