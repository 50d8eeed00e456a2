/**
 * What load is measured on: `load_child.ts bare REPLY_BYTES`, `load_child.ts serve FOLDER THREADS` (the sample without a
 * folder) or `load_child.ts analyst FOLDER`. It prints the address, and for each line on standard input a
 * {@linkcode Spent}; the analyst first analyses the tickers of the line.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { createInterface } from "node:readline";
import { listen } from "../../src/door/listen.ts";
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

if (import.meta.main) {
  const [kind, what = "", threads = "0"] = Deno.args;
  let load: (() => ServiceLoad) | undefined;
  let analyse: ((tickers: readonly string[]) => Promise<void>) | undefined;
  if (kind === "bare") print(await serveBare(Number(what)));
  else if (kind === "analyst") {
    analyse = await openAnalyst(what);
    print("");
  } else {
    const embedded = await openEmbedded({ data: what || undefined, apiKeys: [KEY], threads: Number(threads) });
    load = embedded.load;
    print((await listen(embedded.service, { port: 0 })).url.slice("http://".length));
  }
  for await (const line of createInterface({ input: process.stdin })) {
    await analyse?.(JSON.parse(line));
    const { user, system } = process.cpuUsage();
    const spent = { cpuMs: (user + system) / 1000, residentMiB: process.memoryUsage().rss / 2 ** 20 };
    print({ ...spent, ...(load && { load: load() }) } satisfies Spent);
  }
  Deno.exit(); // its parent has left
}
