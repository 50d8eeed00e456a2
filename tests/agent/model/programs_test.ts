/** Programs and charts in the answer of a model that asks for them. */
import { deepEqual, equal, ok } from "../../assert.ts";
import { createAnalyst } from "../../../src/agent/analyst.ts";
import { createAssist } from "../../../src/agent/model/assist.ts";
import type { Step } from "../../../src/agent/step.ts";
import { markdownOf, ports, thesisOf } from "../ask.ts";
import { type Line, type ScriptedModel, scriptedModel } from "./scripted.ts";

const GROWTH = `export default ({ claims }) => claims.map((one, at) => {
  const before = claims[at - 1];
  const growth = before && { value: one.value / before.value - 1, of: "change", operands: [one.id, before.id] };
  return { id: one.id, growth: growth ?? 0.9 };
});`;

const CALLS: readonly (readonly { readonly name: string; readonly arguments: unknown }[])[] = [
  [{ name: "filed_figures", arguments: { ticker: "AAPL", item: "revenue", periods: ["FY2014..FY2017"] } }],
  [{ name: "run_code", arguments: { name: "growth", code: GROWTH } }],
  [{ name: "draw_chart", arguments: { kind: "bar", table: "growth", x: "day", y: ["growth"] } }],
];

function planner(): ScriptedModel {
  return scriptedModel((_request, call): Line => {
    const calls = CALLS[call];
    return calls === undefined ? "" : { calls };
  });
}

async function askWith(model: ScriptedModel | undefined, files: boolean): Promise<readonly Step[]> {
  const agent = createAnalyst(ports(), { assist: model && createAssist(model) });
  return await Array.fromAsync(agent({ input: "Analyse AAPL", files, signal: new AbortController().signal }));
}

Deno.test("a model's program and chart are files of its part of the answer, and what is left out is said", async () => {
  const steps = await askWith(planner(), true);
  const { language_model: report } = thesisOf(steps).metadata ?? {};
  deepEqual(report?.looked_up, [
    "filed_figures AAPL revenue FY2014..FY2017",
    "run_code: 3 figures of AAPL",
    "draw_chart: 3 figures of AAPL",
  ]);
  deepEqual(report?.files?.map(({ filename }) => filename), [
    ...["AAPL_model_table_1.csv", "AAPL_model_chart_1.svg", "AAPL_model_chart_1.png", "AAPL_model_chart_1.csv"],
  ]);
  const left = "Of the result of its program 1, 1 of 4 cells or rows are left out: in row 1, no claim is of that " +
    "subject, measure and day.";
  ok(report?.notes?.includes(left));
  ok(markdownOf(steps).includes(left));
});

Deno.test("the thesis is the same with a model's files and without a model", async () => {
  const [with_, without] = [thesisOf(await askWith(planner(), true)), thesisOf(await askWith(undefined, true))];
  const { language_model: _, files, ...metadata } = with_.metadata ?? {};
  const { files: own, ...rest } = without.metadata ?? {};
  equal(JSON.stringify({ ...with_, metadata }), JSON.stringify({ ...without, metadata: rest }));
  const names = (all: typeof files) => all?.map(({ filename }) => filename);
  deepEqual(names(files), names(own));
});

Deno.test("where no files are to be made a model is offered neither", async () => {
  for (const files of [true, false]) {
    const model = planner();
    await askWith(model, files);
    const shown = model.asked[0]?.tools?.map(({ name }) => name) ?? [];
    deepEqual(["run_code", "draw_chart"].map((name) => shown.includes(name)), [files, files]);
  }
});

Deno.test("a plan that ends over programs says so, not that arguments do not fit", async () => {
  const codes = ["throw 1;", "export default () => 'AAPL earned 98765 bn';", "export default () => [{ x: 98765 }];"];
  const model = scriptedModel((_request, call): Line => {
    const code = codes[call - 1];
    if (code === undefined) return call === 0 ? { calls: CALLS[0] ?? [] } : "";
    return { calls: [{ name: "run_code", arguments: { name: "x", code } }] };
  });
  const steps = await askWith(model, true);
  deepEqual(thesisOf(steps).metadata?.language_model?.notes?.slice(0, 4), [
    "Its plan ended early: after 2 repairs, a program of its own gave nothing that can be used.",
    "Its program 1 failed.",
    "The result of its program 2 is not used: it is no table.",
    "Of the result of its program 3, 1 of 1 cells or rows are left out: in row 1, a figure needs the id of its claim, or " +
    "a subject in its row.",
  ]);
  ok(!markdownOf(steps).includes("98765"));
});
