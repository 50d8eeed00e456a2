import type { CodeExecution, FunctionCall, Snapshot } from "../../stream/snapshot.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { type Html, html } from "../../text/html.ts";
import { callWords, executionWords } from "../answer_lines.ts";
import type { View } from "../lines.ts";
import { clipped, codeBlock, COLOURS } from "./card.ts";

const MAX_ARGUMENTS = 120;
const MAX_WORDS = 200;
const MAX_RESULT = 160;
/** Most steps of a finished answer, and of one that is still growing. */
const MAX_STEPS = { over: 60, growing: 8 } as const;
const MAX_FAILED = 5;
const CODE = { lines: 40, columns: 200 } as const;
const OUTPUT = { lines: 12, columns: 200 } as const;
const LIST = "margin:2px 0;padding-left:24px;font-size:13px";
const SUMMARY = "cursor:pointer;margin:8px 0 2px";

interface Step {
  /** One line. */
  readonly words: string;
  /** Its result in one line, once known. */
  readonly result: string;
  /** Code and output. */
  readonly more?: Html | undefined;
}

/** The steps of an answer: while it grows the last ones, and the code that runs; once it is over all, folded. */
export function stepsView({ calls, executions }: Snapshot, { isOver }: { readonly isOver: boolean }): View | undefined {
  const steps = [
    ...calls.map(callStep),
    ...executions.map((run) => runStep(run, { isOpen: isOver ? run.return_code === 0 : run.state !== "finished" })),
  ];
  if (steps.length === 0) return undefined;
  const title = [
    ...calls.length === 0 ? [] : [counted(calls.length, "tool call")],
    ...executions.length === 0 ? [] : [counted(executions.length, "code run")],
  ].join(", ");
  const drawn = list(steps, isOver ? MAX_STEPS.over : MAX_STEPS.growing);
  return {
    text: textOf(steps),
    html: isOver ? html`<details><summary style="${SUMMARY}">${title}</summary>${drawn}</details>` : drawn,
  };
}

/** The code that failed, with what it said. */
export function failedRuns({ executions }: Snapshot): View | undefined {
  const failed = executions.filter((run) => run.state === "finished" && run.return_code !== 0);
  if (failed.length === 0) return undefined;
  const shown = failed.slice(0, MAX_FAILED);
  const more = failed.length > shown.length
    ? `… ${counted(failed.length - shown.length, "more code run")} failed.`
    : "";
  return {
    text: [...shown.map((run) => `✗ ${runWords(run)}\n${indented(saidBy(run))}`), more].join("\n").trimEnd(),
    html: html`${shown.map(failure)}${more !== "" && html`<p>${more}</p>`}`,
  };
}

function failure(run: CodeExecution): Html {
  const title = `margin:8px 0 2px;font-weight:600;color:${COLOURS.bad}`;
  return html`<section><h4 style="${title}">✗ ${runWords(run)}</h4>${codeBlock(saidBy(run), "bad")}${
    codeBlock(clipped(run.input, CODE))
  }</section>`;
}

function runWords(run: CodeExecution): string {
  return excerpt(executionWords(run), MAX_WORDS);
}

/** What failed code said; a program may fail in silence. */
function saidBy({ stderr, stdout }: CodeExecution): string {
  return clipped([stderr, stdout].filter((text) => text.trim() !== "").join("\n"), OUTPUT) || "It printed nothing.";
}

function callStep(call: FunctionCall): Step {
  const isOpen = call.complete && call.output === undefined;
  return {
    words: excerpt(callWords(call, MAX_ARGUMENTS), MAX_WORDS) + (isOpen ? " …" : ""),
    result: call.output === undefined ? "" : excerpt(outputText(call.output), MAX_RESULT),
  };
}

function outputText(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output) ?? "";
}

function runStep(run: CodeExecution, { isOpen }: { readonly isOpen: boolean }): Step {
  const { input, stdout } = run;
  const code = isOpen && input !== "" ? codeBlock(clipped(input, CODE)) : undefined;
  const output = isOpen && stdout !== "" ? codeBlock(clipped(stdout, OUTPUT)) : undefined;
  return {
    words: runWords(run),
    result: run.return_code === 0 ? excerpt(stdout, MAX_RESULT) : "",
    more: html`${code}${output}`,
  };
}

function list(steps: readonly Step[], most: number): Html {
  const left = Math.max(0, steps.length - most);
  return html`${left > 0 && html`<p style="margin:2px 0">… ${counted(left, "earlier step")}</p>`}<ol start="${
    left + 1
  }" style="${LIST}">${
    steps.slice(left).map(({ words, result, more }) =>
      html`<li><code>${words}</code>${result !== "" && ` → ${result}`}${more}</li>`
    )
  }</ol>`;
}

function textOf(steps: readonly Step[]): string {
  const left = Math.max(0, steps.length - MAX_STEPS.over);
  const shown = steps.slice(left).map(({ words }) => `· ${words}`);
  return [...(left > 0 ? [`… ${counted(left, "earlier step")}`] : []), ...shown].join("\n");
}

function indented(text: string): string {
  return text.split("\n").map((line) => `    ${line}`).join("\n");
}
