import type { Clock } from "../pace/clock.ts";
import { systemClock } from "../pace/system_clock.ts";
import { type CellError, type CellOutput, type CellOutputs, cellOutputsOf, errorOf, isError } from "./cell_outputs.ts";
import { KernelError } from "./kernel_error.ts";
import { endWithStarter, type KernelProcess, pause, startProcess } from "./kernel_process.ts";
import { MessageCodec, type WireMessage } from "./wire_message.ts";
import { ZmtpSocket } from "./zmtp_socket.ts";

/** How a kernel is started. */
export interface KernelOptions {
  /** The folder that it works in: relative imports and paths begin there. Default: this process's. */
  readonly folder?: string;
  /** Environment variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Longest time until it answers, in milliseconds. Default: 30,000. */
  readonly startMs?: number;
  /** The clock of the limits of time. Default: the system's. */
  readonly clock?: Pick<Clock, "schedule">;
}

/** How a cell is executed. */
export interface ExecuteOptions {
  /** Longest time of the cell, in milliseconds. Default: no limit. */
  readonly timeoutMs?: number;
  /** Gets all outputs of the cell each time one arrives. */
  readonly onOutput?: (outputs: readonly CellOutput[]) => void;
}

/** What became of a cell. */
export interface Execution {
  /** `ended`: the kernel's process ended; `timeout`: the cell was still running at its limit. */
  readonly status: "ok" | "error" | "ended" | "timeout";
  /** What it threw; of a kernel that ended, why. */
  readonly error?: CellError;
  /** Its outputs; a later cell may update its displays, so read them when they are needed. */
  outputs(): readonly CellOutput[];
}

/** A running Deno kernel. */
export interface Kernel extends AsyncDisposable {
  /** Executes a cell; resolves when every output of it has arrived. One cell at a time. */
  execute(code: string, options?: ExecuteOptions): Promise<Execution>;
  /** Sends SIGINT, as the Stop button of Jupyter does. */
  interrupt(): void;
  /** Ends the kernel; leaves no process and no file behind. */
  close(): Promise<void>;
}

const START_MS = 30_000;
const RETRY_MS = 10;
/** A message type that no kernel sends by itself. */
const BARRIER = "conviction_barrier";

/**
 * Starts a Deno kernel: `deno jupyter` with this process's environment and NO_COLOR.
 * @throws {KernelError} when it does not start, or does not answer in time.
 */
export async function startKernel(options: KernelOptions = {}): Promise<Kernel> {
  const { folder = ".", env = {}, startMs = START_MS, clock = systemClock } = options;
  const process = await startProcess({ folder, env });
  let isLate = false;
  const cancel = clock.schedule(startMs, () => {
    isLate = true;
    process.signal("SIGKILL");
  });
  try {
    const kernel = new DenoKernel(process, clock);
    await kernel.connect();
    return kernel;
  } catch (cause) {
    const why = await process.ended;
    const state = isLate ? `it did not answer within ${startMs / 1000} s` : why;
    const message = `Cannot start the Deno kernel: ${state}; try again, or see what \`deno jupyter --kernel\` says`;
    throw new KernelError(message, { failure: isLate ? "timeout" : "not_started", cause });
  } finally {
    cancel();
  }
}

/** What this client waits for while a request is under way. */
interface Waiting {
  readonly outputs: CellOutputs;
  readonly onOutput: () => void;
}

class DenoKernel implements Kernel {
  readonly #process: KernelProcess;
  readonly #clock: Pick<Clock, "schedule">;
  readonly #codec: MessageCodec;
  readonly #beginCell = cellOutputsOf();
  readonly #replies = new Map<string, (reply: WireMessage) => void>();
  readonly #barriers = new Map<number, () => void>();
  #lastBarrier = 0;
  #hasHeard = false;
  #waiting: Waiting | undefined;
  #shell: ZmtpSocket | undefined;
  #iopub: ZmtpSocket | undefined;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(process: KernelProcess, clock: Pick<Clock, "schedule">) {
    this.#process = process;
    this.#clock = clock;
    this.#codec = new MessageCodec({ key: process.key, session: `${process.key}-client` });
  }

  /** Connects once the process listens, and waits until its outputs are heard. */
  async connect(): Promise<void> {
    try {
      this.#iopub = await this.#connected(this.#process.iopubPort, "SUB");
      this.#shell = await this.#connected(this.#process.shellPort, "DEALER");
      this.#reading = Promise.all([this.#readReplies(this.#shell), this.#readOutputs(this.#iopub)]);
      // Outputs that were sent before the kernel has read the subscription are lost: ask until one is heard.
      do await this.#orEnd(this.#request("kernel_info_request", {})); while (!this.#hasHeard);
      await this.#orEnd(this.#request("execute_request", executeRequest(endWithStarter(), true)));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async execute(code: string, { timeoutMs, onOutput }: ExecuteOptions = {}): Promise<Execution> {
    const outputs = this.#beginCell();
    const list = () => outputs.list();
    this.#waiting = { outputs, onOutput: () => onOutput?.(list()) };
    const late = Promise.withResolvers<"timeout">();
    const cancel = timeoutMs === undefined ? undefined : this.#clock.schedule(timeoutMs, () => late.resolve("timeout"));
    const ended = this.#process.ended.then((why) => ({ why }));
    const done = await Promise.race([this.#finish(code), ended, late.promise]).finally(cancel);
    this.#waiting = undefined;
    if (done === "timeout") return { status: "timeout", outputs: list };
    if ("why" in done) {
      const error = errorOf({ ename: "KernelError", evalue: `the kernel is gone: ${done.why}` });
      return { status: "ended", error, outputs: list };
    }
    if (done.content["status"] === "ok") return { status: "ok", outputs: list };
    return { status: "error", error: list().find(isError) ?? errorOf(done.content), outputs: list };
  }

  interrupt(): void {
    this.#process.signal("SIGINT");
  }

  async close(): Promise<void> {
    this.#shell?.[Symbol.dispose]();
    this.#iopub?.[Symbol.dispose]();
    await this.#process.close();
    await this.#reading;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Executes a cell and waits for its outputs. The kernel replies, and reports that it is idle, while outputs are still
   * in a queue of its own. That queue keeps its order: when a message that a second, silent request puts into it has
   * arrived, everything before it has.
   */
  async #finish(code: string): Promise<WireMessage> {
    const reply = await this.#request("execute_request", executeRequest(code, false));
    const arrived = Promise.withResolvers<void>();
    const name = ++this.#lastBarrier;
    this.#barriers.set(name, arrived.resolve);
    await this.#request("execute_request", executeRequest(barrierCode(name), true));
    await arrived.promise;
    return reply;
  }

  #request(type: string, content: Readonly<Record<string, unknown>>): Promise<WireMessage> {
    const { id, frames } = this.#codec.encode(type, content);
    const { promise, resolve } = Promise.withResolvers<WireMessage>();
    this.#replies.set(id, resolve);
    this.#shell?.send(frames).catch(() => {}); // the end of the process says why
    return promise;
  }

  async #orEnd<Value>(work: Promise<Value>): Promise<Value> {
    const ended = this.#process.ended.then((why) => {
      throw new Error(why);
    });
    return await Promise.race([work, ended]);
  }

  async #connected(port: number, type: "DEALER" | "SUB"): Promise<ZmtpSocket> {
    for (;;) {
      try {
        return await ZmtpSocket.connect(port, type);
      } catch (error) {
        if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
        await this.#orEnd(pause(RETRY_MS, this.#clock));
      }
    }
  }

  async #readReplies(shell: ZmtpSocket): Promise<void> {
    for await (const frames of shell.messages()) {
      const message = this.#codec.decode(frames);
      if (message === undefined) continue;
      this.#replies.get(message.parentId)?.(message);
      this.#replies.delete(message.parentId);
    }
  }

  async #readOutputs(iopub: ZmtpSocket): Promise<void> {
    for await (const frames of iopub.messages()) {
      const message = this.#codec.decode(frames);
      if (message === undefined) continue;
      this.#hasHeard = true;
      if (message.type === BARRIER) this.#pass(Number(message.content["name"]));
      // A late output names the request that runs when it is sent: with one client, all belong to this cell.
      else this.#waiting?.outputs.take(message);
      if (/^(stream|error|execute_result|clear_output|(update_)?display_data)$/.test(message.type)) {
        this.#waiting?.onOutput();
      }
    }
  }

  #pass(name: number): void {
    this.#barriers.get(name)?.();
    this.#barriers.delete(name);
  }
}

/** The program of the second request: no program of a person sends messages of this type. */
function barrierCode(name: number): string {
  return `Deno.jupyter.broadcast("${BARRIER}", { name: ${name} })
`;
}

function executeRequest(code: string, isSilent: boolean): Readonly<Record<string, unknown>> {
  const rest = { store_history: !isSilent, user_expressions: {}, allow_stdin: false, stop_on_error: true };
  return { code, silent: isSilent, ...rest };
}
