/**
 * A service on a port, as a process of its own: `door_child.ts LIMITS`, a JSON object of the listener's limits. It
 * prints its port, and for each line it reads its processor time, memory and children. SIGTERM closes it.
 *
 * Its agent answers at once; `soon` takes half a second, `wait` waits until it is stopped, and `spin` runs a program
 * that never ends.
 */
import process from "node:process";
import { listen } from "../../src/door/listen.ts";
import type { ListenLimits } from "../../src/door/limits.ts";
import { runCode } from "../../src/sandbox/run_code.ts";
import { type Agent, createService, MemoryFileStore, systemClock } from "../../src/service/mod.ts";

/** What the child reports of itself. */
export interface DoorReport {
  readonly cpuMs: number;
  readonly rssBytes: number;
  /** Identifiers of the processes it has started that still run; none where there is no `/proc`. */
  readonly programs: readonly number[];
}

export const KEY = "sk-of-the-scorecard-0001";
const SPIN = "export default () => { for (;;); };\n";

if (import.meta.main) await serve(JSON.parse(Deno.args[0] ?? "{}"));

async function serve(limits: Partial<ListenLimits>): Promise<void> {
  const newId = () => crypto.randomUUID().replaceAll("-", "");
  const scratch = await Deno.makeTempDir({ prefix: "conviction-door-" });
  const agent: Agent = async function* ({ input, signal }) {
    yield { kind: "tool_call", name: "begin", arguments: {} };
    if (input === "soon") await new Promise((resolve) => setTimeout(resolve, 500));
    if (input === "wait") await aborted(signal);
    if (input === "spin") await runCode({ code: SPIN, input: [] }, { scratch, signal, limits: { wallMs: 60_000 } });
    signal.throwIfAborted();
    yield { kind: "tool_output", output: {} };
    yield { kind: "conclusion", conclusion: { kind: "no_subject", message: "Name a company" } };
  };
  const service = createService({
    ...{ agent, fileStore: new MemoryFileStore({ newId }), apiKeys: [KEY], clock: systemClock, newId },
    limits: { maxConcurrent: 5_000, maxConcurrentPerKey: 5_000 },
  });
  const listener = await listen(service, { port: 0, limits });
  const stop = new AbortController();
  Deno.addSignalListener("SIGTERM", () => stop.abort());
  print(new URL(listener.url).port);
  void report(stop.signal);
  await new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve()));
  await listener.close();
  await service.close();
  await Deno.remove(scratch, { recursive: true });
  Deno.exit(0); // standard input is still open
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

async function report(signal: AbortSignal): Promise<void> {
  for await (const _ of Deno.stdin.readable) {
    if (signal.aborted) return;
    const { user, system } = process.cpuUsage();
    const told: DoorReport = {
      cpuMs: (user + system) / 1000,
      rssBytes: process.memoryUsage.rss(),
      programs: programs(),
    };
    print(JSON.stringify(told));
  }
}

function programs(): readonly number[] {
  if (Deno.build.os !== "linux") return [];
  const all = [...Deno.readDirSync("/proc")].map(({ name }) => Number(name)).filter((name) => name > 0);
  return all.filter((one) => parentOf(one) === Deno.pid);
}

/** The parent of a process; `undefined` when it has ended, also if nobody asked for its exit status yet. */
function parentOf(pid: number): number | undefined {
  try {
    const [state, parent] = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
    return state === "Z" ? undefined : Number(parent);
  } catch {
    return undefined; // it ended while it was looked at
  }
}

function print(line: string): void {
  // deno-lint-ignore no-console -- its report is its output
  console.log(line);
}
