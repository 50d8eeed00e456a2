/** The services and runs that `program.ts` meets. */
import { connect } from "conviction";
import { type ResearchPort, screen } from "conviction/batch";
import type { ReasoningResult } from "../../src/protocol/reasoning.ts";
import { listen } from "../../src/door/listen.ts";
import { reply, startRawServer } from "../client/raw_server.ts";
import { startCuttingProxy } from "../end_to_end/cutting_proxy.ts";
import { fakeService, KEY, RESULT } from "../service/service_fixture.ts";

const TLS = new URL("../fixtures/tls/", import.meta.url);
const CERTIFIED = {
  cert: await Deno.readTextFile(new URL("localhost.pem", TLS)),
  key: await Deno.readTextFile(new URL("localhost.key", TLS)),
};
/** Inside a stream of this service, which has 7,650 bytes: before its text, and after it. */
const CUTS = { early: 1_500, late: 5_500 };

/** Addresses and folders for one run of the program. */
export interface Scene extends AsyncDisposable {
  /** What the program gets. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Requests that reached the service which closes a kept connection. */
  readonly delivered: () => number;
}

/** Starts services of its own, so that each run of the program meets them in the same state. */
export async function openScene(runs: readonly [string, string]): Promise<Scene> {
  const stack = new AsyncDisposableStack();
  const service = stack.adopt(await listen(fakeService().service, { port: 0 }), (one) => one.close()).url;
  const cutting = stack.use(startCuttingProxy(service, [CUTS.early])).baseUrl;
  const broken = stack.use(startCuttingProxy(service, Array.from({ length: 9 }, () => CUTS.late))).baseUrl;
  const closing = stack.use(startRawServer(async ({ index, send, close }) => {
    if (index === 0) await send(reply(JSON.stringify(RESULT)));
    else close();
  }));
  const secured = { hostname: "127.0.0.1", port: 0, onListen: () => {}, ...CERTIFIED };
  const untrusted = stack.adopt(Deno.serve(secured, () => new Response()), (server) => server.shutdown());
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  return {
    given: {
      ...{ key: KEY, service, cutting, broken, closing: closing.baseUrl, folder, runs },
      ...{ untrusted: `https://localhost:${untrusted.addr.port}`, nobody: freeAddress() },
      blocked: "http://127.0.0.1:1",
    },
    delivered: () => closing.requests.length,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** An address where nothing listens. */
function freeAddress(): string {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return `http://127.0.0.1:${listener.addr.port}`;
}

/** Two runs of one list in a folder: the first with files and a tape, the second with another answer. */
export async function makeRuns(folder: string): Promise<readonly [string, string]> {
  const runs = [`${folder}/monday`, `${folder}/tuesday`] as const;
  const { service } = fakeService();
  const listener = await listen(service, { port: 0 });
  const monday = connect({ baseUrl: listener.url, apiKey: KEY });
  await screenInto(runs[0], monday);
  await listener.close();
  await Deno.mkdir(`${runs[0]}/tapes`);
  await Deno.writeTextFile(`${runs[0]}/tapes/0001.jsonl`, "{}\n");
  const other: ReasoningResult = {
    ...{
      agent_thesis: { signal: "bearish", confidence: 0.61, reasoning: "IBM falls." },
      key_drivers: [],
      risks: ["A rise"],
    },
  };
  await screenInto(runs[1], {
    reason: () => Promise.resolve(other),
    download: () => Promise.reject(new Error("no files")),
  });
  return runs;
}

async function screenInto(folder: string, research: ResearchPort): Promise<void> {
  for await (const _ of screen([{ ticker: "AAPL" }, { ticker: "IBM" }], research, { folder }));
}
