/** The file of a notebook: what is read, what is refused, and how it is written. */
import { deepEqual, equal, match, throws } from "../assert.ts";
import {
  codeCells,
  languageOf,
  readNotebook,
  renderNotebook,
  savedOutput,
  withOutputs,
} from "../../src/kernel/notebook_file.ts";
import { notebookOf } from "./notebook_of.ts";

const REFUSED: readonly { readonly what: string; readonly text: string; readonly says: RegExp }[] = [
  { what: "no JSON", text: "{", says: /^Cannot run a\.ipynb: it is not JSON .*; save it again in Jupyter$/ },
  { what: "no notebook", text: '{"a":1}', says: /it is JSON but not a notebook: it has no list of cells/ },
  { what: "a list", text: "[]", says: /it is JSON but not a notebook/ },
  {
    what: "an old notebook",
    text: '{"cells":[],"nbformat":3}',
    says: /its nbformat is 3, not 4; open it in JupyterLab/,
  },
  {
    what: "a cell without source",
    text: '{"cells":[{"cell_type":"code"}],"nbformat":4}',
    says: /entry 1 of its cells/,
  },
  ...["null", '"x"', "[]"].map((metadata) => ({
    what: `metadata ${metadata}`,
    text: `{"cells":[],"nbformat":4,"metadata":${metadata}}`,
    says: /its metadata is not an object/,
  })),
  ...['"metadata":{"tags":"skip"}', '"metadata":{"tags":[1]}', '"outputs":[null]', '"outputs":{}'].map((field) => ({
    what: `a cell with ${field}`,
    text: `{"cells":[{"cell_type":"code","source":"1",${field}}],"nbformat":4}`,
    says: /^Cannot run a\.ipynb: entry 1 of its cells has tags or outputs of another kind/,
  })),
  {
    what: "a source of other things than texts",
    text: '{"cells":[{"cell_type":"code","source":[1]}],"nbformat":4}',
    says: /entry 1 of its cells has no cell_type and source/,
  },
];
for (const { what, text, says } of REFUSED) {
  Deno.test(`a file with ${what} is refused with what to do`, () => {
    throws(() => readNotebook(text, "a.ipynb"), (error: Error) => says.test(error.message));
  });
}

Deno.test("cells are numbered as Jupyter numbers them: without empty ones and those tagged skip", () => {
  const text = notebookOf(["1", " \n", { source: "2", tags: ["skip"] }, "3"]);
  deepEqual(codeCells(readNotebook(text, "a")).map(({ number, at, source }) => [number, at, source]), [[1, 0, "1"], [
    2,
    3,
    "3",
  ]]);
});

Deno.test("the language is that of the kernel, and typescript where a notebook names none", () => {
  equal(languageOf(readNotebook(notebookOf([], "Python"), "a")), "python");
  equal(languageOf(readNotebook('{"cells":[],"nbformat":4}', "a")), "typescript");
});

Deno.test("a file is written as nbformat writes it: sorted names, texts by line, images whole, one line end", () => {
  const notebook = readNotebook(notebookOf(["a\nb", { source: "old", tags: ["skip"], outputs: [{ kept: 1 }] }]), "a");
  const data = { "text/plain": "x\ny\n", "image/png": "iVBO\n", "application/json": { z: ["1\n2"], a: 1 } };
  const result = { output_type: "execute_result", data, metadata: {} } as const;
  const outputs = [result, { output_type: "stream", name: "stdout", text: "p\nq" } as const];
  const text = renderNotebook(withOutputs(notebook, new Map([[0, { number: 7, source: "a\nb", outputs }]])));
  match(text, /^\{\n "cells": \[\n {2}\{\n {3}"cell_type": "code",\n {3}"execution_count": 7,\n {3}"id": "cell-1",/);
  match(text, /[^\n]\n$/);
  const [cell, skipped] = JSON.parse(text).cells;
  deepEqual(cell.source, ["a\n", "b"]);
  deepEqual(cell.outputs[0], { ...result, data: { ...data, "text/plain": ["x\n", "y\n"] }, execution_count: 7 });
  deepEqual(cell.outputs[1].text, ["p\n", "q"]);
  deepEqual(skipped.outputs, [{ kept: 1 }]);
  equal(renderNotebook(readNotebook(text, "a")), text);
});

Deno.test("times of an execution and folders of this machine are not written", () => {
  const timed = JSON.parse(notebookOf(["1"]));
  timed.cells[0].metadata.execution = { "iopub.status.busy": "2026-11-22T16:20:00Z" };
  const notebook = withOutputs(readNotebook(JSON.stringify(timed), "a"), new Map());
  deepEqual(notebook.cells[0]?.metadata, {});
  const traceback = ["    at f (file:///home/me/work/mod.ts:3:4)"];
  deepEqual(savedOutput({ output_type: "error", ename: "E", evalue: "e", traceback }, 1), {
    ...{ output_type: "error", ename: "E", evalue: "e" },
    traceback: ["    at f (mod.ts:3:4)"],
  });
});

Deno.test("numbers that JavaScript would round are written as they were", () => {
  const numbers = ["123456789012345678901234567890", "-9007199254740993", "1e400"];
  const text = renderNotebook(readNotebook(`{"cells":[],"nbformat":4,"metadata":{"x":[${numbers},7]}}`, "a"));
  deepEqual(/\[([^\]]*)\],?\n/g.exec(text.slice(text.indexOf('"x"')))?.[1]?.split(",").map((one) => one.trim()), [
    ...numbers,
    "7",
  ]);
});
