import { fileURLToPath } from "node:url";
import config from "../../deno.json" with { type: "json" };
import type { Spent } from "./load_child.ts";

/** As the task has it. */
const V8 = /--v8-flags=\S+/.exec(config.tasks.serve)?.[0] ?? "";

/** A server in a process of its own. */
export class Server implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  /** Like `127.0.0.1:8787`; empty for what listens on no port. */
  address = "";

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#lines = child.stdout.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  }

  /** Starts `load_child.ts` with these arguments; resolves when it is ready. */
  static async start(...args: readonly string[]): Promise<Server> {
    const path = fileURLToPath(new URL("load_child.ts", import.meta.url));
    const given = ["run", "-q", "--allow-all", V8, path, ...args];
    const server = new Server(new Deno.Command("deno", { args: given, stdin: "piped", stdout: "piped" }).spawn());
    server.address = await server.#line();
    return server;
  }

  /** Writes a line, and waits for the reply. */
  async tell(value: unknown): Promise<Spent> {
    await this.#writer.write(new TextEncoder().encode(`${JSON.stringify(value)}\n`));
    return await this.#line();
  }

  /** What it has used up to now. */
  spent(): Promise<Spent> {
    return this.tell([]);
  }

  /** What it uses on some work. */
  async spentOn(work: () => Promise<unknown>): Promise<{ readonly cpuMs: number; readonly elapsedMs: number }> {
    const [before, startMs] = [await this.spent(), performance.now()];
    await work();
    const elapsedMs = performance.now() - startMs;
    return { cpuMs: (await this.spent()).cpuMs - before.cpuMs, elapsedMs };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close(); // its input ends, and so does it
    await this.#child.status;
  }

  async #line<T>(): Promise<T> {
    let text = "";
    while (!text.endsWith("\n")) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error("Cannot measure: a server ended");
      text += value;
    }
    return JSON.parse(text);
  }
}
