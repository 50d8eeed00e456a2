import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { createAnalyst, ENGINE } from "../../src/agent/analyst.ts";
import type { AgentPorts, ProgramRun } from "../../src/agent/ports.ts";
import type { Step } from "../../src/agent/step.ts";
import { ask, chartSpy, ports, runHere, thesisOf } from "./ask.ts";

Deno.test("the same question gives identical steps", async () => {
  const question = { input: "Compare Apple and Xerox", files: true };
  equal(JSON.stringify(await ask(question)), JSON.stringify(await ask(question)));
});

Deno.test("tools come first, then code, files, verification, text and the conclusion", async () => {
  const kinds = (await ask({ input: "Analyse AAPL", files: true })).map(({ kind }) => kind);
  const shape = kinds.filter((kind, at) => kind !== kinds[at - 1] && !kind.startsWith("tool_"));
  deepEqual(shape, [
    ...["code", "code_started", "code_output", "files"],
    ...["verification_started", "verification_done", "files", "text", "conclusion"],
  ]);
  const tools = kinds.slice(0, kinds.indexOf("code"));
  deepEqual(tools, Array.from({ length: 16 }, (_, at) => at % 2 === 0 ? "tool_call" : "tool_output"));
});

Deno.test("tool arguments and outputs survive JSON unchanged", async () => {
  for (const step of await ask("Analyse DELL")) {
    if (step.kind === "tool_call") deepEqual(JSON.parse(JSON.stringify(step.arguments)), step.arguments);
    if (step.kind === "tool_output") deepEqual(JSON.parse(JSON.stringify(step.output)), clean(step.output));
  }
});

/** JSON has no undefined fields. */
function clean(value: unknown): unknown {
  return structuredClone(value);
}

Deno.test("the program returns what the host computes, and its chart is titled, dated and sourced", async () => {
  const { asked, drawPriceChart } = chartSpy();
  const steps = await ask({ input: "Analyse AAPL", files: true }, ports({ drawPriceChart }));
  const output = outputOf(steps);
  deepEqual([output.return_code, output.stderr], [0, ""]);
  match(output.stdout, /^AAPL: 1169 closes; deepest drawdown -33\.9% on 2014-09-05\n$/);
  deepEqual(output.files.map(({ filename }) => filename), [
    ...["AAPL_price_drawdown.svg", "AAPL_price_drawdown.png", "AAPL_price_drawdown.csv"],
  ]);
  const [...made] = thesisOf(steps).metadata?.files ?? [];
  deepEqual(made.splice(3).map(({ filename }) => filename), [
    ...["AAPL_statements.svg", "AAPL_statements.png", "AAPL_statements.csv", "AAPL_evidence.csv"],
  ]);
  deepEqual(made, output.files);
  const [chart] = asked;
  equal(chart?.title, "Apple Inc. (AAPL): close and drawdown");
  equal(chart?.subtitle, "13 May 2013 to 29 Dec 2017, daily closes, adjusted for splits");
  match(chart?.source ?? "", /days, made of random numbers \(made\/days\)/);
  deepEqual(chart?.rows.at(-1), { date: "2017-12-29", close: 169.23, drawdown: 169.23 / 177.97 - 1 });
});

Deno.test("without files no code runs and none are listed", async () => {
  const runCode = () => Promise.reject(new Error("must not run"));
  const steps = await ask("Analyse AAPL", ports({ runCode }));
  ok(!steps.some(({ kind }) => kind.startsWith("code")));
  equal(thesisOf(steps).metadata?.files, undefined);
});

Deno.test("each company of a set has its own program", async () => {
  const steps = await ask({ input: "Compare Apple and Xerox", files: true });
  deepEqual(steps.flatMap((step) => step.kind === "code" ? [step.name] : []), [
    ...["price_and_drawdown_AAPL", "price_and_drawdown_XRX"],
  ]);
  deepEqual(thesisOf(steps).metadata?.files?.slice(6).map(({ filename }) => filename), [
    ...["AAPL_statements.svg", "AAPL_statements.png", "AAPL_statements.csv"],
    "AAPL_evidence.csv",
    "XRX_evidence.csv",
  ]);
});

const TAMPERED: readonly { what: string; result: (rows: Record<string, unknown>[]) => unknown }[] = [
  { what: "a close", result: (rows) => rows.with(7, { ...rows[7], close: 1 }) },
  { what: "a date", result: (rows) => rows.with(7, { ...rows[7], date: "2013-01-01" }) },
  { what: "a drawdown", result: (rows) => rows.with(7, { ...rows[7], drawdown: -0.5 }) },
  { what: "the number of rows", result: (rows) => rows.slice(1) },
  { what: "the shape", result: () => ({ rows: "<svg>" }) },
  { what: "everything", result: () => undefined },
];
for (const { what, result } of TAMPERED) {
  Deno.test(`a program that changes ${what} draws no picture`, async () => {
    const { asked, drawPriceChart } = chartSpy();
    const runCode: AgentPorts["runCode"] = async (program) => {
      const run = await runHere(program);
      return { ...run, result: result(run.result as Record<string, unknown>[]) };
    };
    const steps = await ask({ input: "Analyse XRX", files: true }, ports({ drawPriceChart, runCode }));
    deepEqual([asked.length, outputOf(steps).files], [0, []]);
    match(outputOf(steps).stderr, /^no chart of XRX: /);
    equal(thesisOf(steps).agent_thesis.signal, "bearish");
  });
}

const FAILED: ProgramRun = { stdout: "half\n", stderr: "error: out of time\n", return_code: 137 };
const FAILURES: readonly { what: string; broken: Partial<AgentPorts>; output: Partial<ProgramRun> }[] = [
  {
    what: "a program that fails",
    broken: { runCode: () => Promise.resolve(FAILED) },
    output: { ...FAILED, stdout: "Output of the program, not verified:\nhalf\n" },
  },
  {
    what: "a sandbox that cannot start",
    broken: { runCode: () => Promise.reject(new Error("Cannot start deno: not found")) },
    output: { stdout: "", stderr: "Cannot start deno: not found\n", return_code: 1 },
  },
  {
    what: "a picture that cannot be drawn",
    broken: { drawPriceChart: () => Promise.reject(new Error("Cannot draw chart: no font")) },
    output: { stderr: "no chart of XRX: Cannot draw chart: no font\n", return_code: 0 },
  },
];
for (const { what, broken, output } of FAILURES) {
  Deno.test(`${what} is reported, and the thesis continues without files`, async () => {
    const steps = await ask({ input: "Analyse XRX", files: true }, ports(broken));
    const program = outputOf(steps);
    for (const [field, value] of Object.entries(output)) equal(program[field as "stdout"], value);
    const made = thesisOf(steps).metadata?.files?.map(({ filename }) => filename);
    deepEqual([program.files, made], [[], ["XRX_evidence.csv"]]);
    equal(thesisOf(steps).agent_thesis.signal, "bearish");
  });
}

Deno.test("an abort between any two steps ends the work there", async () => {
  const total = (await ask("Analyse XRX")).length;
  for (const until of [0, 1, 5, total - 2]) {
    const controller = new AbortController();
    const agent = createAnalyst(ports());
    const seen: Step[] = [];
    if (until === 0) controller.abort();
    await rejects(async () => {
      for await (const step of agent({ input: "Analyse XRX", files: false, signal: controller.signal })) {
        seen.push(step);
        if (seen.length === until) controller.abort();
      }
    }, { name: "AbortError" });
    equal(seen.length, until);
  }
});

Deno.test("an abort while a program runs is an abort, not a failed program", async () => {
  const controller = new AbortController();
  const runCode = () => {
    controller.abort();
    return Promise.reject(new Error("killed"));
  };
  const agent = createAnalyst(ports({ runCode }));
  const kinds: string[] = [];
  await rejects(async () => {
    for await (const { kind } of agent({ input: "Analyse XRX", files: true, signal: controller.signal })) {
      kinds.push(kind);
    }
  }, { name: "AbortError" });
  equal(kinds.at(-1), "code_started");
});

Deno.test("every result names the engine, and what each of its probabilities was fitted to", async () => {
  const { metadata } = thesisOf(await ask("Analyse IBM"));
  deepEqual([metadata?.engine, metadata?.calibration], [
    ENGINE,
    "direction uncalibrated; drawdown risk built-in: fitted on S&P 500 prices of 2013 to 2016",
  ]);
  match(ENGINE, /^conviction-analyst\/\d+\.\d+$/);
});

function outputOf(steps: readonly Step[]): Extract<Step, { kind: "code_output" }> {
  const output = steps.find((step) => step.kind === "code_output");
  if (output === undefined) throw new TypeError("no code ran");
  return output;
}
