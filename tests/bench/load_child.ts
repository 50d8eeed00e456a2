/**
 * What load is measured on, and with: `load_child.ts bare REPLY_BYTES`, `load_child.ts serve FOLDER THREADS` (the sample
 * without a folder), `load_child.ts analyst FOLDER`, or `load_child.ts probe`. It prints the address, if it has one, and a
 * {@linkcode Spent} for each line on standard input: for the analyst the tickers to analyse, for the probe a
 * {@linkcode Probing}.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { createInterface } from "node:readline";
import { listen } from "../../src/door/listen.ts";
import { ROUTES } from "../../src/protocol/route.ts";
import { LoadClient } from "./load_client.ts";
import { openEmbedded } from "../../src/setup/embedded.ts";
import { openDataset } from "../../src/setup/open_dataset.ts";
import { createAnalyst } from "../../src/agent/analyst.ts";
import { verify } from "../../src/verify/verify.ts";
import type { ServiceLoad } from "../../src/service/mod.ts";

/** What a server has used up to now. */
export interface Spent {
  /** Milliseconds of processor time of the process, all its threads included; not its subprocesses. */
  readonly cpuMs: number;
  readonly residentMiB: number;
  readonly load?: ServiceLoad;
  /** Milliseconds of each reply to a probe. */
  readonly times?: readonly number[];
}

/** The key that it accepts. */
export const KEY = "sk-bench-123456";

/** What node:http takes to read a question and send as many bytes. */
async function serveBare(replyBytes: number): Promise<string> {
  const body = JSON.stringify({ text: "x".repeat(Math.max(0, replyBytes - 11)) });
  const server = createServer((incoming, outgoing) => {
    const pieces: Uint8Array[] = [];
    incoming.on("data", (piece: Uint8Array) => pieces.push(piece));
    incoming.on("end", () => {
      JSON.parse(new TextDecoder().decode(pieces[0]));
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

// deno-lint-ignore no-console -- its report is its output
const print = (value: unknown) => console.log(JSON.stringify(value));

/** The analyst by itself. */
async function openAnalyst(folder: string): Promise<(tickers: readonly string[]) => Promise<void>> {
  const none = (what: string) => () => Promise.reject(new Error(`Cannot ${what}: no files are made here`));
  const agent = createAnalyst({
    ...{ dataset: await openDataset({ data: folder }), verify, runCode: none("run code"), storeFile: none("store") },
    ...{ drawPriceChart: none("draw"), drawItemChart: none("draw") },
  });
  const { signal } = new AbortController();
  return async (tickers) => {
    for (const ticker of tickers) for await (const _ of agent({ input: `Analyse ${ticker}`, files: false, signal }));
  };
}

/** What a probe is to do. */
export interface Probing {
  readonly address: string;
  readonly forMs: number;
}

/** Asks for the limits, one after another: in a process of its own, where nothing else holds it up. */
async function probe({ address, forMs }: Probing): Promise<number[]> {
  using client = await LoadClient.open(address, KEY);
  const untilMs = performance.now() + forMs;
  const took: number[] = [];
  while (performance.now() < untilMs) {
    took.push((await client.ask({ ...ROUTES.getLimits })).wholeMs);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return took;
}

interface Opened {
  readonly address?: string;
  /** What is done for a line. */
  readonly work?: (line: string) => Promise<readonly number[] | void>;
  readonly load?: () => ServiceLoad;
}

async function open(kind = "", what = "", threads = "0"): Promise<Opened> {
  if (kind === "bare") return { address: await serveBare(Number(what)) };
  if (kind === "probe") return { work: (line) => probe(JSON.parse(line)) };
  if (kind === "analyst") {
    const analyse = await openAnalyst(what);
    return { work: (line) => analyse(JSON.parse(line)) };
  }
  const { service, load } = await openEmbedded({ data: what || undefined, apiKeys: [KEY], threads: Number(threads) });
  return { address: (await listen(service, { port: 0 })).url.slice("http://".length), load };
}

if (import.meta.main) {
  const { address = "", work, load } = await open(...Deno.args);
  print(address);
  for await (const line of createInterface({ input: process.stdin })) {
    const times = await work?.(line);
    const { user, system } = process.cpuUsage();
    const spent = { cpuMs: (user + system) / 1000, residentMiB: process.memoryUsage().rss / 2 ** 20 };
    print({ ...spent, ...(load && { load: load() }), ...(times && { times }) } satisfies Spent);
  }
  Deno.exit(); // its parent has left
}
