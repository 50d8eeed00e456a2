import { ZmtpSocket } from "../kernel/zmtp_socket.ts";

const RETRY_MS = 10;
const LIMIT_MS = 5_000;
let port: Promise<number | undefined> | undefined;
let asked = 0;

/**
 * Waits until the kernel has published what this cell has sent. It puts outputs into a queue, and a cell may end before
 * that queue is empty: a client that reads no further then loses them. The queue keeps its order and serves its
 * listeners in theirs, so this listens too, sends an update of a display that does not exist, which clients ignore, and
 * waits until it comes by. To be deleted when the kernel waits for its queue.
 *
 * @returns False where the kernel's port cannot be found, as outside Linux, or it does not answer within 5 s.
 */
export async function isPublished(): Promise<boolean> {
  try {
    const iopub = await (port ??= findPort());
    if (iopub === undefined) return false;
    using socket = await ZmtpSocket.connect(iopub, "SUB");
    return await hearUpdate(socket, `conviction-sent-${++asked}`);
  } catch {
    return false; // the caller waits some time instead
  }
}

async function hearUpdate(socket: ZmtpSocket, name: string): Promise<boolean> {
  const ended = heard(socket, name);
  const pause = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), RETRY_MS));
  const transient = { display_id: name };
  for (let waitedMs = 0; waitedMs < LIMIT_MS; waitedMs += RETRY_MS) {
    // Again and again: one that is published before the kernel has read the subscription is not heard.
    await Deno.jupyter.broadcast("update_display_data", { data: {}, metadata: {}, transient });
    const isHeard = await Promise.race([ended, pause()]);
    if (isHeard !== undefined) return isHeard;
  }
  return false;
}

async function heard(socket: ZmtpSocket, name: string): Promise<boolean> {
  for await (const frames of socket.messages()) {
    if (frames.some((frame) => frame.length < 1_000 && new TextDecoder().decode(frame).includes(`"${name}"`))) {
      return true;
    }
  }
  return false;
}

/** The port on which the kernel publishes: its command line names the file that says so. */
async function findPort(): Promise<number | undefined> {
  const words = (await Deno.readTextFile("/proc/self/cmdline")).split("\0");
  const file = words[words.indexOf("--conn") + 1];
  const { iopub_port } = JSON.parse(await Deno.readTextFile(file ?? ""));
  return typeof iopub_port === "number" ? iopub_port : undefined;
}
