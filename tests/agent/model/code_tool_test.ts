/** Programs of a model: what they are handed, what becomes of their rows, and how they end. */
import { deepEqual, equal, match, ok, rejects } from "../../assert.ts";
import type { ToolOutcome } from "../../../src/agent/model/offered_tool.ts";
import { ClaimLedger } from "../../../src/agent/model/claim_ledger.ts";
import { recording } from "../../../src/agent/model/offered_tools.ts";
import { runCodeTool } from "../../../src/agent/model/code_tool.ts";
import type { AgentPorts, Program, ProgramRun } from "../../../src/agent/ports.ts";
import { FILED_FIGURES } from "../../../src/agent/reading_tools.ts";
import type { Step } from "../../../src/agent/step.ts";
import { createCodeRuns } from "../../../src/setup/outside_ports.ts";
import { runCode } from "../../../src/sandbox/run_code.ts";
import { makeRoom } from "../../sandbox/sandbox_fixture.ts";
import { runHere } from "../ask.ts";
import { called, madeWork, textOfFile } from "./made_work.ts";

const ENDED = { stdout: "", stderr: "", return_code: 0 };
const ASKED = { name: "growth", code: "export default () => []" };

/** A sandbox in which every program ends alike; it keeps what it was handed. */
function sandboxOf(run: Partial<ProgramRun>): { readonly ran: Program[]; readonly runCode: AgentPorts["runCode"] } {
  const ran: Program[] = [];
  return {
    ran,
    runCode: (program) => {
      ran.push(program);
      return Promise.resolve({ ...ENDED, ...run });
    },
  };
}

function outputOf(steps: readonly Step[]) {
  const last = steps.at(-1);
  if (last?.kind !== "code_output") throw new TypeError(`the last step is ${last?.kind}`);
  return last;
}

function wrongOf(outcome: ToolOutcome): string {
  return "wrong" in outcome ? outcome.wrong : "";
}

const GROWTH =
  `export default ({ claims }) => claims.filter(({ metric }) => metric === "revenue").map((one, at, all) => {
  const before = all[at - 1];
  const growth = before && { value: one.value / before.value - 1, of: "change", operands: [one.id, before.id] };
  return { id: one.id, revenue: one.value, growth: growth ?? null };
});`;

Deno.test("a program runs in visible steps, and its checked rows are a table with the claims behind each figure", async () => {
  const { work, ledger, stored } = await madeWork({ runCode: runHere });
  const { steps, outcome } = await called(runCodeTool(work, ledger), { name: "growth", code: GROWTH });
  deepEqual(steps.map(({ kind }) => kind), ["code", "code_started", "code_output"]);
  const [code] = steps;
  ok(code?.kind === "code");
  match(code.code, /^\/\/ Written by the language model\. What it returns is checked/);
  deepEqual([code.name, outputOf(steps).files.length], ["model_program_1", 1]);
  ok(!("wrong" in outcome));
  deepEqual([outcome.line, outcome.claims, outcome.files], [
    "run_code: 7 figures of AAPL",
    [],
    [{ file_id: "file_1", filename: "AAPL_model_table_1.csv" }],
  ]);
  const lines = textOfFile(stored[0] ?? { bytes: new Uint8Array() }).split("\n");
  equal(lines[0], "row,subject,figure,value,unit,shown,day,period,made_of,sources,accessions");
  equal(
    lines[2],
    [
      "2,AAPL,revenue,233715000000,USD,$233.7bn,2015-09-26,year,AAPL.revenue.FY2015,made",
      "0000000009-17-110304",
    ].join(),
  );
  match(
    lines[3] ?? "",
    /^2,AAPL,change in revenue over 12 months,0\.2785\d+,fraction,27\.9%,2015-09-26,year,AAPL\.rev/,
  );
  deepEqual(ledger.tables.get("growth")?.map(({ column }) => column).toSorted(), [
    ...["growth", "growth", "growth", "revenue", "revenue", "revenue", "revenue"],
  ]);
  deepEqual(ledger.notes, []);
});

Deno.test("a program is handed claims, by id where it asks for some, and runs once however it ends", async () => {
  const { ran, runCode } = sandboxOf({ result: [{ id: "AAPL.revenue.FY2016" }] });
  const { work, ledger } = await madeWork({ runCode });
  await called(runCodeTool(work, ledger), { ...ASKED, claims: ["AAPL.revenue.FY2016"] });
  const [program] = ran;
  deepEqual(program?.input, {
    claims: [{
      ...{ id: "AAPL.revenue.FY2016", metric: "revenue", subject: "AAPL", value: 215_639_000_000 },
      ...{ shown: "$215.6bn", unit: "USD", day: "2016-09-24" },
    }],
    closes: {},
  });
  equal(program?.once, true);
});

Deno.test("closes are those of the view of the day, never later ones", async () => {
  const { ran, runCode } = sandboxOf({ result: [] });
  const { work, ledger } = await madeWork({ runCode }, { input: "Analyse AAPL as of 2016-06-01" });
  equal(work.desk.view.asOf, "2016-06-01");
  await called(runCodeTool(work, ledger), { ...ASKED, closes: ["AAPL"] });
  const { closes } = ran[0]?.input as { closes: { AAPL: { id: string; day: string; value: number }[] } };
  ok(closes.AAPL.length > 100);
  equal(closes.AAPL.at(-1)?.day, "2016-06-01");
  const held = work.found[0]?.pair.series.close ?? [];
  equal(closes.AAPL.at(-1)?.value, held.at(-1));
});

Deno.test("closes that a program returns stand, those that it moved to another day do not", async () => {
  const code = `export default ({ closes: { AAPL } }) => [
    { id: AAPL[3].id, value: AAPL[3].value },
    { subject: "AAPL", day: AAPL[4].day, [AAPL[4].metric]: AAPL[4].value },
    { subject: "AAPL", day: AAPL[5].day, [AAPL[5].metric]: AAPL[6].value },
  ];`;
  const { work, ledger } = await madeWork({ runCode: runHere }, { input: "Analyse AAPL" });
  await called(runCodeTool(work, ledger), { name: "prices", code, closes: ["AAPL"] });
  deepEqual(ledger.tables.get("prices")?.map(({ row }) => row), [1, 2]);
});

const FAILURES: readonly { what: string; run: Partial<ProgramRun>; wrong: RegExp; note: string }[] = [
  {
    what: "throws",
    run: { return_code: 1, stderr: "Error: revenue is 999 bn\n    at in/code.ts:1\n" },
    wrong: /^No result: its program failed: Error: revenue is 999 bn\.$/,
    note: "Its program 1 failed.",
  },
  {
    what: "reaches its time",
    run: { return_code: 137, stopped_by: "time" },
    wrong: /^No result: its program reached the limit of time\.$/,
    note: "Its program 1 reached the limit of time.",
  },
  {
    what: "reaches its memory",
    run: { return_code: 137, stopped_by: "memory" },
    wrong: /the limit of memory/,
    note: "Its program 1 reached the limit of memory.",
  },
  {
    what: "returns no rows",
    run: { result: { revenue: 999 } },
    wrong: /^The program must return an array of rows\.$/,
    note: "The result of its program 1 is not used: it is no table.",
  },
  {
    what: "returns too many rows",
    run: { result: Array.from({ length: 2_000 }, () => ({ id: "AAPL.revenue.FY2016" })) },
    wrong: /^The program returned more than 1500 rows\.$/,
    note: "The result of its program 1 is not used: it is no table.",
  },
  {
    what: "returns a figure that no claim has",
    run: { result: [{ id: "AAPL.revenue.FY2016", value: 999 }] },
    wrong: /^No figure of its rows is used\. Row 1, value: it differs from its claim\.$/,
    note: "Of the result of its program 1, 1 of 1 cells or rows are left out: in row 1, it differs from its claim.",
  },
];
for (const { what, run, wrong, note } of FAILURES) {
  Deno.test(`a program that ${what} gives no file; the model is told why, and the user without its words`, async () => {
    const { work, ledger, stored } = await madeWork(sandboxOf(run));
    const { steps, outcome } = await called(runCodeTool(work, ledger), ASKED);
    match(wrongOf(outcome), wrong);
    deepEqual([ledger.notes, stored, outputOf(steps).files], [[note], [], []]);
    equal(outputOf(steps).return_code, run.return_code ?? 0);
    equal(ledger.tables.get("growth"), undefined);
  });
}

Deno.test("a sandbox that does not start is a failed program, not an error", async () => {
  const { work, ledger } = await madeWork({ runCode: () => Promise.reject(new Error("deno is not in PATH")) });
  const { outcome } = await called(runCodeTool(work, ledger), ASKED);
  equal(wrongOf(outcome), "No result: its program failed: deno is not in PATH.");
});

Deno.test("what a program prints is marked as not verified, on both outputs", async () => {
  const run = { stdout: "revenue is 999 bn\n", stderr: "it doubled", result: [{ id: "AAPL.revenue.FY2016" }] };
  const { work, ledger } = await madeWork(sandboxOf(run));
  const { stdout, stderr } = outputOf((await called(runCodeTool(work, ledger), ASKED)).steps);
  equal(stdout, "Output of the program, not verified:\nrevenue is 999 bn\n");
  equal(stderr, "Output of the program, not verified:\nit doubled\n");
});

Deno.test("true rows stand beside false ones; no word of the program is in the table, the line or the note", async () => {
  const result = [
    { id: "AAPL.revenue.FY2016", value: 215_639_000_000, canary: 5 },
    { subject: "AAPL", day: "2016-09-24", net_income: 44_608_000_000, note: "canary" },
    {
      canary: { value: 215_639 / 233_715 - 1, of: "change", operands: ["AAPL.revenue.FY2016", "AAPL.revenue.FY2015"] },
    },
    { subject: "canary", revenue: 1 },
    { id: "canary" },
    "canary",
  ];
  const { work, ledger, stored } = await madeWork(sandboxOf({ result }));
  const { steps, outcome } = await called(runCodeTool(work, ledger), { ...ASKED, name: "canary" });
  ok(!("wrong" in outcome));
  equal(outcome.line, "run_code: 3 figures of AAPL");
  const seen = [stored.map(textOfFile), stored.map(({ filename }) => filename), outcome.line, ledger.notes];
  equal(JSON.stringify([seen, outputOf(steps)]).includes("canary"), false);
  deepEqual(ledger.notes, [
    "Of the result of its program 1, 5 of 8 cells or rows are left out: in row 1, no claim is of that subject, measure " +
    "and day; in row 2, no claim is of that subject, measure and day; in row 4, no claim is about its subject; and 2 more.",
  ]);
});

const WRONG: readonly { what: string; given: unknown; says: RegExp }[] = [
  { what: "no arguments", given: undefined, says: /expected object/ },
  { what: "no code", given: { name: "a" }, says: /^code: / },
  { what: "empty code", given: { name: "a", code: "" }, says: /^code: / },
  { what: "long code", given: { name: "a", code: " ".repeat(20_001) }, says: /^code: / },
  { what: "a name with a figure", given: { ...ASKED, name: "up_12" }, says: /^name: lower case letters/ },
  { what: "a name that is a path", given: { ...ASKED, name: "../x" }, says: /^name: / },
  { what: "an argument of its own", given: { ...ASKED, day: "2018-01-01" }, says: /day/ },
  {
    what: "an invented id",
    given: { ...ASKED, claims: ["AAPL.revenue.FY2031"] },
    says: /^claims: an id is of no claim/,
  },
  {
    what: "closes of a stranger",
    given: { ...ASKED, closes: ["XRX"] },
    says: /^closes: must be subjects .*: AAPL, MSFT\.$/,
  },
  { what: "closes of the prototype", given: { ...ASKED, closes: ["__proto__"] }, says: /^closes: / },
];
for (const { what, given, says } of WRONG) {
  Deno.test(`arguments with ${what} run nothing`, async () => {
    const { ran, runCode } = sandboxOf({});
    const { work, ledger } = await madeWork({ runCode });
    const { steps, outcome } = await called(runCodeTool(work, ledger), given);
    match(wrongOf(outcome), says);
    deepEqual([steps, ran], [[], []]);
  });
}

Deno.test("an answer runs four programs, and no fifth", async () => {
  const { ran, runCode } = sandboxOf({ result: [] });
  const { work, ledger } = await madeWork({ runCode });
  const tool = runCodeTool(work, ledger);
  for (let count = 0; count < 4; count++) await called(tool, ASKED);
  equal(wrongOf((await called(tool, ASKED)).outcome), "No more programs run for this answer.");
  equal(ran.length, 4);
});

Deno.test("a table that is not stored is noted, and can be drawn all the same", async () => {
  const storeFile = () => Promise.reject(new Error("disk full"));
  const { work, ledger } = await madeWork({ ...sandboxOf({ result: [{ id: "AAPL.revenue.FY2016" }] }), storeFile });
  const { outcome } = await called(runCodeTool(work, ledger), ASKED);
  deepEqual(["files" in outcome, ledger.notes], [false, ["AAPL_model_table_1.csv is not stored: disk full."]]);
  equal(ledger.tables.get("growth")?.length, 1);
});

Deno.test("an aborted answer ends with the abort, and leaves no table and no note", async () => {
  const controller = new AbortController();
  const runCode: AgentPorts["runCode"] = () => {
    controller.abort(new Error("the caller left"));
    return Promise.resolve({ ...ENDED, result: [{ id: "AAPL.revenue.FY2016" }] });
  };
  const { work, ledger, stored } = await madeWork({ runCode }, { signal: controller.signal });
  await rejects(() => called(runCodeTool(work, ledger), ASKED), /the caller left/);
  deepEqual([stored, ledger.notes, ledger.tables.get("growth")], [[], [], undefined]);
});

Deno.test("a claim that the verifier does not compute is none, and an id of two figures names neither", async () => {
  const { ledger } = await madeWork();
  const count = ledger.claims.length;
  const claim = ledger.claims.find(({ id }) => id === "AAPL.revenue.FY2016");
  ok(claim !== undefined);
  ledger.add([{ ...claim, id: "AAPL.revenue.FY2013", day: "2013-09-28" }]); // the figure of another year
  ledger.add([{ ...claim, id: "AAPL.invented", metric: "invented" }]);
  equal(ledger.claims.length, count);
  ledger.add([{ ...claim, value: 215_639_000_001_000 }]);
  equal(ledger.claims.some(({ id }) => id === claim.id), false);
});

Deno.test("before a tool has given a figure no program runs; what a recorded tool gives is handed to the next", async () => {
  const { ran, runCode } = sandboxOf({ result: [] });
  const { work } = await madeWork({ runCode }, { input: "Analyse AAPL" });
  const ledger = new ClaimLedger(work);
  const refused = await called(runCodeTool(work, ledger), ASKED);
  equal(wrongOf(refused.outcome), "No tool of this answer has given a figure yet: call one first.");
  const asked = { ticker: "AAPL", item: "assets", periods: ["FY2016"] } as const;
  const tool = recording({
    definition: { name: "filed_figures", says: "", input: {} },
    // deno-lint-ignore require-yield
    async *call() {
      const { claims } = await FILED_FIGURES.run(asked, { desk: () => work.desk });
      return { line: "", value: null, claims: claims() };
    },
  }, ledger);
  await called(tool, {});
  await called(runCodeTool(work, ledger), ASKED);
  deepEqual((ran[0]?.input as { claims: { id: string }[] }).claims.map(({ id }) => id), ["AAPL.assets.FY2016"]);
});

Deno.test("in the sandbox a program computes what stands, and one that never ends is stopped once", async () => {
  await using room = await makeRoom();
  const { scratch } = room;
  let runs = 0;
  const real = createCodeRuns({
    atOnce: 1,
    run: (program, { signal }) => {
      runs++;
      const wallMs = program.code.includes("for (;;)") ? 300 : 120_000;
      return runCode(program, { scratch, signal, limits: { wallMs } });
    },
  });
  const { work, ledger } = await madeWork({ runCode: real });
  const tool = runCodeTool(work, ledger);
  const { steps } = await called(tool, { name: "growth", code: GROWTH });
  equal(ledger.tables.get("growth")?.length, 7);
  ok(outputOf(steps).sandbox_tier);
  const endless = await called(tool, { name: "endless", code: "export default () => { for (;;); }" });
  equal(wrongOf(endless.outcome), "No result: its program reached the limit of time.");
  equal(runs, 2);
});
