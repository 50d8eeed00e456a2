/** Growth of memory over a gibibyte, each way in its own process. Scorecard case 4. */

/** What the child process reports. */
export interface MemoryReport {
  readonly growth: number;
  readonly read: number;
  readonly events: number;
  /** Name of the error it ended with. */
  readonly error?: string;
}

const MEBIBYTE = 1024 * 1024;
const WAYS: readonly Way[] = [
  { way: "events", name: "1 GiB of events, decodeEvents()", maxMiB: 64 },
  { way: "answer", name: "1 GiB of events, answer, accumulating", maxMiB: 64 },
  { way: "numbered", name: "1 GiB of numbered events, answer, accumulating", maxMiB: 64 },
  { way: "comments", name: "1 GiB of comments, answer", maxMiB: 64 },
  { way: "line", name: "1 GiB in one line, limit of 8 MiB an event", maxMiB: 64 },
  { way: "default", name: "1 GiB in one line, default limit", maxMiB: 256 },
];

/** One way to read a gibibyte. */
interface Way {
  readonly way: string;
  readonly name: string;
  readonly maxMiB: number;
}

/** Prints the growth of memory beside its limit. */
export async function benchMemory(print: (line: string) => void): Promise<void> {
  for (const { way, name, maxMiB } of WAYS) {
    const { growth, read, events, error } = await reportOf(way);
    const end = error === undefined ? `${events} events` : `${error} after ${Math.ceil(read / MEBIBYTE)} MiB`;
    print(`  ${name}: memory grew by ${Math.ceil(growth / MEBIBYTE)} MiB (at most ${maxMiB}), ${end}`);
  }
}

async function reportOf(way: string): Promise<MemoryReport> {
  const { code, stdout, stderr } = await new Deno.Command("deno", {
    args: ["run", "--no-prompt", "--allow-env", new URL("memory_child.ts", import.meta.url).pathname, way],
  }).output();
  if (code !== 0) throw new Error(`Cannot measure ${way}: ${new TextDecoder().decode(stderr)}`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

if (import.meta.main) {
  // deno-lint-ignore no-console -- a benchmark prints
  await benchMemory((line) => console.log(line));
}
