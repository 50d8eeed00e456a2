/** Starts of one list at the same moment, in processes of their own, are one run: nothing is paid for twice. */
import { equal, ok } from "../assert.ts";
import { Readable } from "node:stream";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { countingService } from "./counting_service.ts";
import { sweep } from "../sweeps.ts";
import { writeCsv } from "./test_machine.ts";

const ROWS = 10;
const MOST_STARTS = 6;
const CSV = `ticker\n${Array.from({ length: ROWS }, (_, at) => `T${at}\n`).join("")}`;
const CHILD = fileURLToPath(new URL("start_child.ts", import.meta.url));

/** A process that says a line for each that it is sent. */
class Start implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: AsyncIterator<string>;

  constructor(...args: readonly string[]) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-prompt", "-A", CHILD, ...args],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#lines = createInterface({ input: Readable.fromWeb(this.#child.stdout) })[Symbol.asyncIterator]();
  }

  get pid(): number {
    return this.#child.pid;
  }

  async send(line: string): Promise<{ readonly state?: string; readonly error?: string }> {
    await this.#input.write(new TextEncoder().encode(`${line}\n`));
    const { value } = await this.#lines.next();
    return JSON.parse(String(value));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#input.close();
    await this.#child.status;
  }
}

const SCENES = [
  { scene: "the first run", folder: "first", before: [] },
  { scene: "a run after a finished one", folder: "again", before: ["go"] },
  { scene: "a run that a limit stopped", folder: "stopped", before: ["go 4"] },
  { scene: "a run in a named folder", folder: "named", before: [] },
] as const;
const TRIALS = Array.from({ length: 100 }, (_, at) => ({
  ...SCENES[at % SCENES.length] ?? SCENES[0],
  starts: 2 + Math.floor(at / SCENES.length) % (MOST_STARTS - 1),
}));

/** What the starts say of themselves, and the requests they made. */
async function trial(
  { folder: name, before, starts }: typeof TRIALS[number],
  { children, service }: { readonly children: readonly Start[]; readonly service: ReturnType<typeof countingService> },
) {
  const base = await Deno.makeTempDir();
  const folder = `${base}/${name}`;
  await Deno.mkdir(folder);
  writeCsv(folder, CSV);
  for (const line of before) {
    await children[0]?.send(folder);
    await children[0]?.send(line);
  }
  const known = [...service.answered.values()].reduce((sum, count) => sum + count, 0);
  await Promise.all(children.slice(0, starts).map((child) => child.send(folder)));
  const ends = await Promise.all(children.slice(0, starts).map((child) => child.send("go")));
  const asked = [...service.answered.values()].reduce((sum, count) => sum + count, 0) - known;
  await Deno.remove(base, { recursive: true });
  return { ends, asked };
}

Deno.test("starts of one list at the same moment are one run: one works, each other says who does or reads it", async () => {
  await using service = countingService({ delayMs: 2 });
  await using stack = new AsyncDisposableStack();
  const children = Array.from({ length: MOST_STARTS }, () => stack.use(new Start(service.baseUrl)));
  const pids = children.map(({ pid }) => pid).join("|");
  const held = new RegExp(
    `^LockedError: Cannot use /.*: process (${pids}) has been working in it since .*; wait until it ends$`,
  );
  for (const one of sweep("batch/same_moment", TRIALS)) {
    const { ends, asked } = await trial(one, { children, service });
    const what = `${one.scene}, ${one.starts} starts: ${JSON.stringify(ends)}`;
    equal(asked, one.folder === "stopped" ? ROWS - 4 : ROWS, what);
    equal(ends.filter(({ state }) => state === "new" || state === "continued").length, 1, what);
    for (const { state, error } of ends) ok(error === undefined ? state !== undefined : held.test(error), what);
  }
});
