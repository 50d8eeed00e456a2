import { createAnalyst } from "../../src/agent/analyst.ts";
import type { AgentPorts, ChartRequest, Program, ProgramRun, Question } from "../../src/agent/ports.ts";
import type { Conclusion, Step } from "../../src/agent/step.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import { openHistory } from "../worlds/history.ts";
import type { ReasoningResult } from "../../src/protocol/reasoning.ts";
import { plainText } from "../../src/text/markdown.ts";
import { verify } from "../../src/verify/verify.ts";

/** The sample, opened once for all tests of a file. */
export const sample = await openHistory();

/** Ports that run the program in this process and create files of a few bytes; each can be replaced. */
export function ports(replaced: Partial<AgentPorts> = {}): AgentPorts {
  let files = 0;
  return {
    dataset: sample,
    verify,
    runCode: runHere,
    drawPriceChart: ({ stem }) => Promise.resolve(["svg", "png", "csv"].map((ending) => madeFile(`${stem}.${ending}`))),
    drawItemChart: ({ stem }) => Promise.resolve(["svg", "png", "csv"].map((ending) => madeFile(`${stem}.${ending}`))),
    storeFile: ({ filename }) => Promise.resolve({ file_id: `file_${++files}`, filename }),
    ...replaced,
  };
}

function madeFile(filename: string) {
  return { filename, mediaType: "text/plain", bytes: new Uint8Array([1]) };
}

/** Runs a program like the sandbox, but without isolation: only our own code runs here. */
export async function runHere({ code, input }: Program): Promise<ProgramRun> {
  const lines: string[] = [];
  const console = { log: (line: string) => lines.push(line) };
  Object.assign(globalThis, { programConsole: console });
  const text = code.replaceAll("console.", "globalThis.programConsole.");
  const module = await import(`data:application/typescript,${encodeURIComponent(text)}`);
  const result = JSON.parse(JSON.stringify(module.default(input)));
  return { stdout: lines.map((line) => `${line}\n`).join(""), stderr: "", return_code: 0, result };
}

/** All steps of the agent for a question. */
export async function ask(
  question: string | (Partial<Question> & { readonly input: string }),
  agentPorts: AgentPorts = ports(),
): Promise<Step[]> {
  const asked = typeof question === "string" ? { input: question } : question;
  const steps: Step[] = [];
  const agent = createAnalyst(agentPorts);
  for await (const step of agent({ files: false, signal: new AbortController().signal, ...asked })) steps.push(step);
  return steps;
}

/** Asks the sample, or another dataset, without files. */
export function askOf(dataset: Dataset, input: string): Promise<Step[]> {
  return ask(input, ports({ dataset }));
}

/** The last step's content. */
export function conclusionOf(steps: readonly Step[]): Conclusion {
  const last = steps.at(-1);
  if (last?.kind !== "conclusion") throw new TypeError(`the last step is ${last?.kind}`);
  return last.conclusion;
}

/** The thesis of an answer that has one. */
export function thesisOf(steps: readonly Step[]): ReasoningResult {
  const conclusion = conclusionOf(steps);
  if (conclusion.kind !== "thesis") throw new TypeError(`the conclusion is ${conclusion.kind}`);
  return conclusion.result;
}

/** The thesis of an answer, with all its sentences in one line for its reasoning. */
export function saidThesisOf(steps: readonly Step[]): ReasoningResult {
  const result = thesisOf(steps);
  return { ...result, agent_thesis: { ...result.agent_thesis, reasoning: saidOf(result) } };
}

/** The whole text of an answer, as it is streamed. */
export function markdownOf(steps: readonly Step[]): string {
  return steps.map((step) => step.kind === "text" ? step.delta : "").join("");
}

/** The sentences of an answer in one line, those behind it at the end. */
export function textOf(steps: readonly Step[]): string {
  const conclusion = conclusionOf(steps);
  const folded = conclusion.kind === "thesis" ? foldedOf(conclusion.result) : [];
  return [plainOf(markdownOf(steps)), ...folded].join(" ");
}

/** The sentences of its reasoning in one line, those behind it at the end; drivers and risks are apart. */
export function saidOf(result: ReasoningResult): string {
  return [plainOf(result.agent_thesis.reasoning), ...foldedOf(result)].join(" ");
}

/** A text in one line, its minus signs as a keyboard has them. */
function plainOf(markdown: string): string {
  return plainText(markdown).replaceAll("\u2212", "-");
}

function foldedOf({ metadata, key_drivers, risks }: ReasoningResult): readonly string[] {
  const blocks = metadata?.sections?.blocks ?? [];
  const said = blocks.flatMap((block) => block.kind === "folded" ? block.said.map(({ text }) => text) : []);
  return said.filter((text) => !key_drivers.includes(text) && !risks.includes(text));
}

/** Outputs of a tool, by the ticker of its call. */
export function outputsOf(steps: readonly Step[], tool: string): readonly { asked: unknown; output: unknown }[] {
  return steps.flatMap((step, at) => {
    const next = steps[at + 1];
    if (step.kind !== "tool_call" || step.name !== tool) return [];
    return [{ asked: step.arguments, output: next?.kind === "tool_output" ? next.output : undefined }];
  });
}

/** A measure as a tool reports it. */
export interface ReportedMeasure {
  readonly metric: string;
  readonly value: number;
  readonly shown: string;
  readonly percentile?: number;
  readonly comparedWith?: string;
  readonly direction?: string;
}

/** The measures that the three computing analysts report for a single company. */
export function measuresOf(steps: readonly Step[]): ReadonlyMap<string, ReportedMeasure> {
  const measures = ["trend_analysis", "risk_analysis", "liquidity_analysis"].flatMap((tool) =>
    outputsOf(steps, tool).flatMap(({ output }) => (output as { measures: ReportedMeasure[] }).measures)
  );
  return new Map(measures.map((measure) => [measure.metric, measure]));
}

/** Records the requested charts. */
export function chartSpy(): { readonly asked: ChartRequest[]; readonly drawPriceChart: AgentPorts["drawPriceChart"] } {
  const asked: ChartRequest[] = [];
  return {
    asked,
    drawPriceChart: (request, signal) => {
      asked.push(request);
      return ports().drawPriceChart(request, signal);
    },
  };
}
