/** Our client of the Deno kernel: it starts one, executes cells, interrupts and ends it; no output is lost. */
import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { type Kernel, startKernel } from "../../src/kernel/kernel.ts";
import { KernelError } from "../../src/kernel/kernel_error.ts";
import type { Clock } from "../../src/pace/clock.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { countOf } from "../sweeps.ts";

/** The texts that a cell shows: of streams, and the text of each bundle. */
async function shown(kernel: Kernel, code: string): Promise<string[]> {
  const { status, error, outputs } = await kernel.execute(code, { timeoutMs: 30_000 });
  ok(status === "ok" || status === "error", `${status}: ${error?.evalue}`);
  return outputs().map((output) => {
    if (output.output_type === "stream") return `${output.name}: ${output.text}`;
    if (output.output_type === "error") return `${output.ename}: ${output.evalue}`;
    return String(output.data["text/plain"]);
  });
}

const DISPLAY = (text: string) => `await Deno.jupyter.display({ "text/plain": ${text} }, { raw: true })`;

/** What loses outputs in other clients of this kernel: 100 cells of each, with the number of the cell in its output. */
const KINDS: readonly { readonly kind: string; readonly code: (at: number) => string }[] = [
  { kind: "an expression", code: (at) => `1000 + ${at}` },
  { kind: "an expression after an await", code: (at) => `await new Promise((r) => setTimeout(r, 20)); 1000 + ${at}` },
  { kind: "console.log", code: (at) => `console.log(1000 + ${at})` },
  { kind: "await display", code: (at) => DISPLAY(`String(1000 + ${at})`) },
  {
    kind: "await broadcast",
    code: (at) =>
      `await Deno.jupyter.broadcast("display_data", {
      data: { "text/plain": "${1000 + at}" }, metadata: {}, transient: {} });`,
  },
  { kind: "throw", code: (at) => `throw new Error(${1000 + at})` },
  {
    kind: "display, then a wait",
    code: (at) => `${DISPLAY(`"${1000 + at}"`)}; await new Promise((r) => setTimeout(r, 20));`,
  },
  { kind: "await show(x)", code: (at) => `await show("${1000 + at}")` },
];

const CELLS = countOf("kernel/kernel", 100);

Deno.test(`${CELLS} cells of each kind that other clients lose outputs of lose none here`, async () => {
  await using kernel = await startKernel({ folder: "notebooks" });
  await kernel.execute('import { show } from "conviction/notebook"');
  const lost: string[] = [];
  for (const { kind, code } of KINDS) {
    for (let at = 0; at < CELLS; at++) {
      const texts = await shown(kernel, code(at));
      if (texts.length !== 1 || !texts[0]?.includes(String(1000 + at))) lost.push(`${kind} ${at}: ${texts}`);
    }
  }
  deepEqual(lost, []);
});

Deno.test("streams merge, an update replaces its display in an earlier cell, a cleared cell starts again", async () => {
  await using kernel = await startKernel();
  deepEqual(
    await shown(kernel, 'console.log("a"); console.log("b"); console.error("c"); console.log("d"); throw Error("e")'),
    ["stdout: a\nb\n", "stderr: c\n", "stdout: d\n", "Error: e"],
  );
  const update = `await Deno.jupyter.display({ "text/plain": "late" }, { raw: true, display_id: "x", update: true })`;
  const first = await kernel.execute(
    `await Deno.jupyter.display({ "text/plain": "early" }, { raw: true, display_id: "x" });`,
  );
  const text = () => first.outputs().map((output) => "data" in output && output.data["text/plain"]);
  deepEqual(text(), ["early"]);
  deepEqual(await shown(kernel, update), []);
  deepEqual(text(), ["late"]);
  const clear = (wait: boolean) =>
    `console.log("a"); await Deno.jupyter.broadcast("clear_output", { wait: ${wait} }); console.log("b");`;
  for (const wait of [false, true]) deepEqual(await shown(kernel, clear(wait)), ["stdout: b\n"]);
  deepEqual(await shown(kernel, 'await Deno.jupyter.broadcast("clear_output", { wait: true })'), []);
});

Deno.test("a cell at its time limit and a kernel that ends give what the cell showed", async () => {
  const endless = 'console.log("begun"); await new Promise((r) => setTimeout(r, 600_000));';
  const begun = [{ output_type: "stream", name: "stdout", text: "begun\n" }];
  const LIMIT_MS = 77;
  let runOut = () => {};
  const schedule: Clock["schedule"] = (ms, callback) => {
    if (ms !== LIMIT_MS) return systemClock.schedule(ms, callback);
    runOut = callback;
    return () => {};
  };
  {
    await using kernel = await startKernel({ clock: { schedule } });
    const { status, outputs } = await kernel.execute(endless, { timeoutMs: LIMIT_MS, onOutput: () => runOut() });
    deepEqual([status, outputs().filter((output) => output.output_type === "stream")], ["timeout", begun]);
  }
  await using kernel = await startKernel();
  const interrupt = (outputs: readonly unknown[]) => outputs.length > 0 && kernel.interrupt();
  const { status, error, outputs } = await kernel.execute(endless, { onOutput: interrupt });
  deepEqual([status, outputs()], ["ended", begun]);
  match(error?.evalue ?? "", /the kernel is gone: it ended with SIGINT/);
});

Deno.test("a kernel that Stop reaches keeps its variables", async () => {
  await using kernel = await startKernel();
  await kernel.execute('let stopped = 0; Deno.addSignalListener("SIGINT", () => void stopped++);');
  const code = 'console.log("x"); while (stopped === 0) await new Promise((r) => setTimeout(r, 1)); stopped';
  const interrupt = (outputs: readonly unknown[]) => outputs.length > 0 && kernel.interrupt();
  const { status, outputs } = await kernel.execute(code, { onOutput: interrupt });
  deepEqual([status, outputs().length], ["ok", 2]);
  deepEqual(await shown(kernel, "stopped > 0"), ["true"]);
});

Deno.test("a kernel that cannot start is an error that says what to do", async () => {
  await rejects(() => startKernel({ folder: "no/such/folder" }), (error) => {
    ok(error instanceof KernelError);
    equal(error.failure, "not_started");
    match(error.message, /^Cannot start the Deno kernel: /);
    return true;
  });
});

Deno.test("a kernel ends when the process that started it is killed", async () => {
  const starter = new Deno.Command("deno", {
    args: ["run", "-q", "-A", "--no-check", new URL("kernel_starter.ts", import.meta.url).href],
    stdout: "piped",
  }).spawn();
  const lines = starter.stdout.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  const port = Number((await lines.next()).value); // of a listener in the kernel
  const isThere = () => Deno.connect({ port }).then((conn) => conn.close() ?? true, () => false);
  ok(await isThere());
  starter.kill("SIGKILL");
  await starter.status;
  await lines.return?.();
  const deadline = performance.now() + 60_000;
  while (await isThere()) ok(performance.now() < deadline, "the kernel is still there");
});
