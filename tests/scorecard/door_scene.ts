/** A service in a process of its own, and strangers and callers before its port. */
import { fileURLToPath } from "node:url";
import config from "../../deno.json" with { type: "json" };
import type { ListenLimits } from "../../src/door/limits.ts";
import { connectTo, head, type Socket } from "../door/raw_socket.ts";
import { type DoorReport, KEY } from "./door_child.ts";

/** As the task has it. */
const V8 = /--v8-flags=\S+/.exec(config.tasks.serve)?.[0] ?? "";
const CHILD = fileURLToPath(new URL("door_child.ts", import.meta.url));

/** A running service. */
export interface DoorScene extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  report(): Promise<DoorReport>;
  /** Sends SIGTERM; resolves with the exit status and the milliseconds until then. */
  end(): Promise<{ readonly code: number; readonly ms: number }>;
}

/** Starts a service whose listener has these limits. */
export async function doorScene(limits: Partial<ListenLimits> = {}): Promise<DoorScene> {
  const args = ["run", "--quiet", "--no-check", "--allow-all", V8, CHILD, JSON.stringify(limits)];
  const child = new Deno.Command(Deno.execPath(), { args, stdin: "piped", stdout: "piped" }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const input = child.stdin.getWriter();
  const line = async () => (await lines.read()).value ?? "";
  const port = Number(await line());
  let ended: Promise<{ readonly code: number; readonly ms: number }> | undefined;
  const finish = async () => {
    const startMs = performance.now();
    child.kill("SIGTERM");
    const { code } = await child.status;
    const ms = performance.now() - startMs;
    await input.abort().catch(() => {}); // the other end is gone
    while (!(await lines.read()).done);
    return { code, ms };
  };
  const end = () => ended ??= finish();
  return {
    port,
    pid: child.pid,
    end,
    report: async () => {
      await input.write(new TextEncoder().encode("\n"));
      return JSON.parse(await line());
    },
    [Symbol.asyncDispose]: async () => void await end(),
  };
}

/** The time of one request of a caller on a connection of its own, in milliseconds; throws when it is not answered. */
export async function goodRequestMs(port: number): Promise<number> {
  const startMs = performance.now();
  const socket = await connectTo(port);
  await socket.send(head(port, [authorization, "Connection: close"], "GET /v1/limits HTTP/1.1"));
  const reply = await socket.rest();
  socket.close();
  if (!reply.startsWith("HTTP/1.1 200 ")) throw new Error(`a caller got ${JSON.stringify(reply.slice(0, 40))}`);
  return performance.now() - startMs;
}

/** Longest and median time of a caller's requests, one after the other, while something else goes on. */
export async function goodWhile(port: number, work: Promise<unknown>): Promise<{ maxMs: number; medianMs: number }> {
  let isOver = false;
  void work.finally(() => isOver = true).catch(() => {});
  const times: number[] = [];
  do times.push(await goodRequestMs(port)); while (!isOver);
  await work;
  const sorted = times.toSorted((one, other) => one - other);
  return { maxMs: sorted.at(-1) ?? NaN, medianMs: sorted[Math.floor(sorted.length / 2)] ?? NaN };
}

/** The header of the caller. */
export const authorization = `Authorization: Bearer ${KEY}`;

/** Opens connections, 50 at a time. */
export async function openMany(port: number, count: number): Promise<Socket[]> {
  const all: Socket[] = [];
  while (all.length < count) {
    const next = Math.min(50, count - all.length);
    all.push(...await Promise.all(Array.from({ length: next }, () => connectTo(port))));
  }
  return all;
}

/** A whole question. */
export function question(port: number, input: string, { stream = false } = {}): string {
  const text = JSON.stringify({ input, stream });
  const lines = [authorization, "Content-Type: application/json", `Content-Length: ${text.length}`];
  return head(port, lines, "POST /v1/responses HTTP/1.1") + text;
}
