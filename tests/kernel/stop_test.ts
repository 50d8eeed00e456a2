/** Stop on the real Deno kernel: SIGINT at a known place of a cell, then the next cell. */
import type { Execution, Kernel } from "../../src/kernel/kernel.ts";
import { startKernel } from "../../src/kernel/kernel.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { sweep } from "../sweeps.ts";
import { type HeldService, heldService } from "./held_service.ts";

const TIMEOUT = { timeoutMs: 60_000 };
const IMPORTS = `
  import { connect } from "conviction";
  import { show, stopSignal } from "conviction/notebook";
  import { screen } from "conviction/batch";
`;

interface Scene extends AsyncDisposable {
  readonly kernel: Kernel;
  readonly service: HeldService;
}

/** A kernel that has loaded the module and is connected to a held service; \`kept\` is a variable of its. */
async function scene(): Promise<Scene> {
  const service = heldService();
  const kernel = await startKernel({ folder: "notebooks" });
  const code = `${IMPORTS} const kept = "kept"; const research = connect({ baseUrl: "${service.baseUrl}" });`;
  equal((await kernel.execute(code, TIMEOUT)).status, "ok");
  return {
    kernel,
    service,
    async [Symbol.asyncDispose]() {
      await kernel.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** What the cell shows, line by line: of streams, of bundles, and errors as a person sees them. */
function textOf({ outputs }: Execution): string {
  return outputs().map((output) => {
    if (output.output_type === "stream") return output.text;
    if (output.output_type === "error") return output.traceback.join("\n");
    return String(output.data["text/plain"]);
  }).join("\n");
}

/** Fails where something does not happen, instead of waiting for ever. */
async function soon<Value>(promise: Promise<Value>, what: string): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what} did not happen`)), TIMEOUT.timeoutMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Executes a cell, presses Stop once when it shows this text or its request has arrived, and waits for its end. */
async function stopped(
  { kernel }: Scene,
  code: string,
  when: { readonly shows: string } | { readonly arrived: Promise<unknown> },
): Promise<Execution> {
  let isPressed = false;
  const press = () => {
    if (!isPressed) kernel.interrupt();
    isPressed = true;
  };
  if ("arrived" in when) when.arrived.then(press);
  return await kernel.execute(code, {
    ...TIMEOUT,
    onOutput(outputs) {
      if ("shows" in when && JSON.stringify(outputs).includes(when.shows)) press();
    },
  });
}

const CELLS: readonly {
  readonly what: string;
  readonly code: string;
  readonly shows?: string;
  readonly ends: "ok" | "error";
  readonly text: RegExp;
}[] = [
  {
    what: "await show(research.stream()) while its card grows returns the partial answer",
    code: "const { state, text } = await show(research.stream('q'), { everyMs: 0 }); console.log(state, text)",
    shows: "two",
    ends: "ok",
    text: /one two\n\nIncomplete answer: stopped\n[^]*\naborted one two \n$/,
  },
  {
    what: "await show(research.stream()) before the reply begins returns an empty answer",
    code: "const { state, text } = await show(research.stream('HEAD')); console.log(state, text)",
    ends: "ok",
    text: /Incomplete answer: stopped\n[^]*\naborted \n$/,
  },
  {
    what: "await research.reason() is an error of one line",
    code: "await research.reason('q')",
    ends: "error",
    text: /^AbortedError: Cannot get thesis: it was stopped; nothing is lost: [^\n]*$/,
  },
  {
    what: "for await over an answer is an error of one line",
    code: "for await (const piece of research.stream('q').textStream()) console.log(piece)",
    shows: "two",
    ends: "error",
    text: /^one \ntwo \n\nAnswerAbortedError: Cannot complete answer: it was stopped; nothing is lost: [^\n]*$/,
  },
  {
    what: "a loop that catches errors ends too, and asks nothing more",
    code: "for (let i = 0; i < 3; i++) await research.reason('q').catch(({ name }) => console.log(name))",
    ends: "ok",
    text: /^AbortedError\nAbortError\nAbortError\n$/,
  },
  {
    what: "a cell that shows two answers ends at the first",
    code: "await show(research.stream('q'), { everyMs: 0 }); await show(research.stream('q'), { everyMs: 0 })",
    shows: "two",
    ends: "error",
    text: /one two\n\nIncomplete answer: stopped\n[^]*\nAbortError: its cell was stopped; run the cell again$/,
  },
  {
    what: "the download of a file is an error of one line",
    code: "await research.file({ file_id: 'file_1' })",
    ends: "error",
    text: /^AbortedError: Cannot get file file_1: it was stopped; nothing is lost: [^\n]*$/,
  },
  {
    what: "a fetch with stopSignal() is an error of one line",
    code: "await fetch(`${baseUrl}/held`, { signal: stopSignal() })",
    ends: "error",
    text: /^AbortError: it was stopped; nothing is lost: [^\n]*$/,
  },
];

Deno.test("Stop ends what a cell waits for; the service sees it, variables stay, and the next cell runs", async (t) => {
  await using held = await scene();
  await held.kernel.execute(`const baseUrl = "${held.service.baseUrl}"`, TIMEOUT);
  for (const { what, code, shows, ends, text } of CELLS) {
    await t.step(what, async () => {
      const first = held.service.requests.length;
      const arrived = held.service.arrived(first);
      const cell = await stopped(held, code, shows === undefined ? { arrived } : { shows });
      match(textOf(cell), text);
      equal(cell.status, ends);
      await soon(arrived.then(({ left }) => left), "the end of the request");
      equal(held.service.requests.length, first + 1);
      match(textOf(await held.kernel.execute("kept", TIMEOUT)), /kept/);
    });
  }
});

/** A stop in a kernel of its own. */
interface OwnKernel {
  readonly does: string;
  /** It looks at processes in `/proc`. */
  readonly isOfLinux?: boolean;
  readonly proves: (held: Scene) => Promise<void>;
}

async function cancelsInTheBackground(held: Scene): Promise<void> {
  const code = "await show(research.stream({ input: 'q', background: true, stream: true }), { everyMs: 0 })";
  match(textOf(await stopped(held, code, { shows: "two" })), /Incomplete answer: stopped/);
  equal((await soon(held.service.arrived(1), "the cancellation")).path, "/v1/responses/resp_1/cancel");
}

/** A screen of four rows, two at a time, as a cell; the same one resumes it. */
function screenCell(folder: string, read: (rows: string) => string): string {
  const rows = JSON.stringify(["A", "B", "C", "D"].map((ticker) => ({ ticker })));
  const rowsOf = `screen(${rows}, research, { folder: ${JSON.stringify(folder)}, concurrency: 2 })`;
  return `console.log((${read(rowsOf)}).map(({ input, status }) => input.ticker + " " + status).sort().join(", "))`;
}

const READS = [
  { how: "read in a loop", read: (rows: string) => `await Array.fromAsync(${rows})` },
  { how: "shown", read: (rows: string) => `await show(${rows})` },
] as const;

const DRAINS = READS.map(({ how, read }): OwnKernel => ({
  does: `Stop drains a screen that is ${how}; the same cell resumes it and asks for the rest only`,
  async proves(held) {
    const folder = await Deno.makeTempDir();
    const { service, kernel } = held;
    const both = Promise.all([service.arrived(0), service.arrived(1)]);
    const code = screenCell(`${folder}/run`, read);
    let isSaid = false;
    both.then(() => kernel.interrupt());
    const first = await kernel.execute(code, {
      ...TIMEOUT,
      onOutput(outputs) {
        isSaid ||= JSON.stringify(outputs).includes("requests under way are awaited");
        if (isSaid) both.then((requests) => requests.forEach(({ answer }) => answer()));
      },
    });
    match(textOf(first), /A done, B done, C pending, D pending/);
    equal(service.requests.length, 2);

    for (const at of [2, 3]) service.arrived(at).then(({ answer }) => answer());
    match(textOf(await kernel.execute(code, TIMEOUT)), /A done, B done, C done, D done/);
    equal(service.requests.length, 4);
    await Deno.remove(folder, { recursive: true });
  },
}));

async function saysThatNothingRuns(held: Scene): Promise<void> {
  const { service, kernel } = held;
  service.arrived(0).then(() => {
    kernel.interrupt();
    kernel.interrupt();
  });
  const cell = await kernel.execute(`await fetch("${service.baseUrl}/held"); console.log("went on")`, {
    ...TIMEOUT,
    onOutput(outputs) {
      if (JSON.stringify(outputs).includes("no call of Conviction is running")) service.requests[0]?.answer();
    },
  });
  equal(cell.status, "ok");
  match(textOf(cell), /Two Stops within a second end the kernel and its variables.*stopSignal\(\)[^]*went on/);
}

async function leavesTheNextCallAlone(held: Scene): Promise<void> {
  const listen = 'const pressed = new Promise((noticed) => Deno.addSignalListener("SIGINT", noticed)); undefined';
  await held.kernel.execute(listen, TIMEOUT);
  held.kernel.interrupt();
  await held.kernel.execute("await pressed; undefined", TIMEOUT);
  held.service.arrived(0).then(({ answer }) => answer());
  const cell = await held.kernel.execute(
    "const { agent_thesis } = await research.reason('q'); agent_thesis.signal",
    TIMEOUT,
  );
  match(textOf(cell), /neutral/);
}

async function endsTheKernel({ kernel }: Scene): Promise<void> {
  let presses = 0;
  const code = "setInterval(() => console.log('tick'), 300); await new Promise(() => {})";
  const cell = await kernel.execute(code, {
    ...TIMEOUT,
    onOutput(outputs) {
      const ticks = JSON.stringify(outputs).split("tick").length - 1;
      if (ticks > presses) kernel.interrupt();
      presses = ticks;
    },
  });
  equal(cell.status, "ended");
  match(cell.error?.evalue ?? "", /SIGINT/);
  ok(presses >= 2);
}

/** The programs that the kernel has started and that still run. */
const CHILDREN = `
  const own = await Array.fromAsync(Deno.readDir("/proc"), async ({ name }) =>
    /^\\d+$/.test(name) ? (await Deno.readTextFile("/proc/" + name + "/stat").catch(() => "")).split(") ")[1] ?? "" : "");
  own.filter((stat) => Number(stat.split(" ")[1]) === Deno.pid && stat[0] !== "Z").length`;

const EMBEDDED = [false, true].map((background): OwnKernel => {
  const where = background ? " in the background" : "";
  return {
    does: `Stop ends the embedded service's work${where}: its subprocess is gone, and it answers again`,
    isOfLinux: true,
    async proves({ kernel }) {
      const cell = await kernel.execute(
        `const embedded = connect();
        const answer = embedded.stream({ input: "Analyse AAPL", stream: true, background: ${background} });
        for await (const event of answer) {
          if (event.type === "response.code_execution.started") Deno.kill(Deno.pid, "SIGINT");
        }`,
        TIMEOUT,
      );
      equal(cell.error?.ename, "AnswerAbortedError");
      match(textOf(await kernel.execute("answer.snapshot.state", TIMEOUT)), /aborted/);
      const isGone = async () => textOf(await kernel.execute(CHILDREN, TIMEOUT)) === "0";
      const untilMs = performance.now() + TIMEOUT.timeoutMs;
      while (!await isGone()) ok(performance.now() < untilMs, "the subprocess still runs");
      const again = await kernel.execute("(await embedded.reason('Analyse AAPL')).agent_thesis.signal", TIMEOUT);
      deepEqual([again.status, again.error], ["ok", undefined]);
    },
  };
});

const OWN_KERNELS: readonly OwnKernel[] = [
  { does: "Stop cancels an answer in the background at the service", proves: cancelsInTheBackground },
  ...DRAINS,
  { does: "Stop while nothing of ours runs says so; two signals at once are one press", proves: saysThatNothingRuns },
  { does: "Stop between cells leaves the next call alone", proves: leavesTheNextCallAlone },
  { does: "presses less than a second apart end the kernel by SIGINT, as without the module", proves: endsTheKernel },
  ...EMBEDDED,
];

for (const { does, isOfLinux = false, proves } of sweep("kernel/stop", OWN_KERNELS)) {
  Deno.test({
    name: does,
    ignore: isOfLinux && Deno.build.os !== "linux",
    async fn() {
      await using held = await scene();
      await proves(held);
    },
  });
}
