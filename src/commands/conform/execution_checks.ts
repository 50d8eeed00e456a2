import type { Check } from "./check.ts";
import { filesIn, type Part, type Shown, type StreamEvent } from "./shown.ts";
import { each, type Failure, NUMBER, STRING, valueWords, wrongField } from "./verdict.ts";
import { fieldOf, isWire } from "./wire.ts";

/** Section 2.4, what a code execution put out, and section 2.5, its files. */
export const EXECUTION_CHECKS: readonly Check[] = [
  {
    id: "2.4.item_id",
    says: "each execution is identified by item_id",
    judge: (shown) => each(executionEvents(shown), identityObjection(shown), noExecution(shown)),
  },
  {
    id: "2.4.input",
    says: "each execution has an input, in pieces",
    judge: (shown) => each(outputsOf(shown), inputObjection(shown), noExecution(shown)),
  },
  ...(["stdout", "stderr"] as const).map((name): Check => ({
    id: `2.4.${name}`,
    says: `${name} is a string`,
    judge: (shown) => each(outputsOf(shown), (event) => wrongField(event, name, { kind: STRING }), noExecution(shown)),
  })),
  {
    id: "2.4.return_code",
    says: "return_code is a number",
    judge: (shown) =>
      each(outputsOf(shown), (event) => wrongField(event, "return_code", { kind: NUMBER }), noExecution(shown)),
  },
  {
    id: "2.4.files",
    says: "files is an array or null",
    judge: (shown) => each(outputsOf(shown), filesObjection, noExecution(shown)),
  },
  {
    id: "2.5.objects",
    says: "a file field holds an array of objects",
    judge: (shown) => each(fileListsOf(shown), entryObjection, noFile(shown)),
  },
  {
    id: "2.5.file_id",
    says: "file_id is a string",
    judge: (shown) => each(filesOf(shown), fileIdObjection, noFile(shown)),
  },
  {
    id: "2.5.filename",
    says: "filename is a string where it is given",
    judge: (shown) =>
      each(filesOf(shown), (file) => wrongField(file, "filename", { kind: STRING, isOptional: true }), noFile(shown)),
  },
];

function executionEvents(shown: Shown): StreamEvent[] {
  const named = ["input_delta", "started", "output"].map((name) => `response.code_execution.${name}`);
  return shown.eventsOf(...named).filter(({ wire }) => typeof fieldOf(wire, "item_id") === "string");
}

function outputsOf(shown: Shown): StreamEvent[] {
  return shown.eventsOf("response.code_execution.output");
}

function noExecution(shown: Shown): { readonly seen: string; readonly none: string } {
  return { seen: `${outputsOf(shown).length} executions`, none: shown.noneOf("code execution") };
}

function idsOf(shown: Shown, name: string): ReadonlySet<unknown> {
  return new Set(shown.eventsOf(`response.code_execution.${name}`).map(({ wire }) => fieldOf(wire, "item_id")));
}

function identityObjection(shown: Shown): (event: StreamEvent) => Failure | undefined {
  const added = idsOf(shown, "added");
  return ({ at, wire }) => {
    const id = fieldOf(wire, "item_id");
    if (added.has(id)) return undefined;
    return { at: `${at}, item_id`, expected: "the item_id of a response.code_execution.added", found: valueWords(id) };
  };
}

function inputObjection(shown: Shown): (event: StreamEvent) => Failure | undefined {
  const withInput = idsOf(shown, "input_delta");
  return ({ at, wire }) => {
    if (withInput.has(fieldOf(wire, "item_id"))) return undefined;
    return { at, expected: "a response.code_execution.input_delta of this execution", found: "none" };
  };
}

function filesObjection({ at, wire }: StreamEvent): Failure | undefined {
  const files = fieldOf(wire, "files");
  if (Array.isArray(files) || files === null) return undefined;
  return { at: `${at}, files`, expected: "an array or null", found: valueWords(files) };
}

function fileListsOf(shown: Shown): StreamEvent[] {
  return outputsOf(shown).filter(({ wire }) => {
    const files = fieldOf(wire, "files");
    return Array.isArray(files) && files.length > 0;
  });
}

function entryObjection({ at, wire }: StreamEvent): Failure | undefined {
  const files = fieldOf(wire, "files");
  const odd = Array.isArray(files) ? files.findIndex((file) => !isWire(file)) : -1;
  if (odd < 0 || !Array.isArray(files)) return undefined;
  return { at: `${at}, files/${odd}`, expected: "an object", found: valueWords(files[odd]) };
}

function filesOf(shown: Shown): Part[] {
  return outputsOf(shown).flatMap(filesIn);
}

function noFile(shown: Shown): { readonly seen: string; readonly none: string } {
  return { seen: `${filesOf(shown).length} files`, none: shown.noneOf("file") };
}

function fileIdObjection(file: Part): Failure | undefined {
  const failure = wrongField(file, "file_id", { kind: STRING });
  const isEmpty = fieldOf(file.wire, "file_id") === "";
  return isEmpty ? { at: `${file.at}, file_id`, expected: "an identifier", found: '""' } : failure;
}
