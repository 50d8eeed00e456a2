import { InputError } from "../protocol/errors.ts";
import { isRecord, isText } from "../text/options.ts";
import type { CellOutput } from "./cell_outputs.ts";

/** A text of the notebook format: whole, or its lines with their ends. */
export type MultilineText = string | readonly string[];

/** A cell as the file holds it. */
export interface NotebookCell {
  readonly cell_type: string;
  readonly source: MultilineText;
  readonly metadata: { readonly tags?: readonly string[]; readonly [name: string]: unknown };
  readonly [name: string]: unknown;
}

/** A notebook, nbformat 4. */
export interface Notebook {
  readonly cells: readonly NotebookCell[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly nbformat: number;
  readonly [name: string]: unknown;
}

/** A code cell that is executed. */
export interface CodeCell {
  /** From 1, counting the cells that are executed: the number that Jupyter shows beside the cell. */
  readonly number: number;
  /** Place among all cells, from 0. */
  readonly at: number;
  readonly source: string;
  readonly tags: readonly string[];
  /** Outputs in the file. */
  readonly saved: readonly SavedOutput[];
}

/** An output as a file holds it. */
export type SavedOutput = Readonly<Record<string, unknown>>;

/**
 * Reads a notebook.
 * @throws {InputError} when it is not JSON, not a notebook of nbformat 4, or of another kernel than Deno's.
 */
export function readNotebook(text: string, name: string): Notebook {
  const refuse = (state: string, options?: ErrorOptions) => new InputError(`Cannot run ${name}: ${state}`, options);
  let value: Partial<Notebook>;
  try {
    value = exactly.parse(text, withItsDigits);
  } catch (cause) {
    throw refuse(`it is not JSON (${String(cause).replace(/^SyntaxError: /, "")}); save it again in Jupyter`, {
      cause,
    });
  }
  const { cells, nbformat, metadata = {} } = Object(value) as Partial<Notebook>;
  if (!Array.isArray(cells) || typeof nbformat !== "number") {
    throw refuse("it is JSON but not a notebook: it has no list of cells; name an .ipynb file");
  }
  if (nbformat !== 4) throw refuse(`its nbformat is ${nbformat}, not 4; open it in JupyterLab and save it again`);
  if (!isRecord(metadata)) throw refuse("its metadata is not an object; open it in JupyterLab and save it again");
  const wrong = cells.findIndex((cell) => !isCell(cell));
  if (wrong >= 0) throw refuse(`entry ${wrong + 1} of its cells has no cell_type and source; open it in Jupyter`);
  const odd = cells.findIndex(({ metadata: { tags } = {}, outputs }) =>
    !isListOf(tags, isText) || !isListOf(outputs, isRecord)
  );
  if (odd >= 0) throw refuse(`entry ${odd + 1} of its cells has tags or outputs of another kind; open it in Jupyter`);
  const notebook = {
    metadata: {},
    ...value,
    cells: cells.map(({ metadata = {}, ...cell }) => ({ ...cell, metadata })),
  };
  return notebook as Notebook;
}

/** A number that JavaScript would round, as another program may have written it, stays as it is in the file. */
function withItsDigits(_name: string, value: unknown, { source = "" }: { readonly source?: string }): unknown {
  const isRounded = typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d{16,}$/.test(source);
  return isRounded || value === Infinity || value === -Infinity ? exactly.rawJSON(source) : value;
}

/** TypeScript's library does not have these of ECMAScript 2026 yet. */
const exactly = JSON as unknown as {
  parse(text: string, read: typeof withItsDigits): Partial<Notebook>;
  rawJSON(source: string): object;
  isRawJSON(value: unknown): boolean;
};

/** The language of a notebook's kernel, like `python`; `typescript` where the file names none. */
export function languageOf({ metadata }: Notebook): string {
  const { kernelspec, language_info } = metadata as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  return String(kernelspec?.["language"] ?? language_info?.["name"] ?? "typescript").toLowerCase();
}

/** The code cells that are executed: those with text and without the tag `skip`. */
export function codeCells({ cells }: Notebook): CodeCell[] {
  const found = cells.flatMap((cell, at) => {
    const source = textOf(cell.source);
    const tags = cell.metadata.tags ?? [];
    if (cell.cell_type !== "code" || source.trim() === "" || tags.includes("skip")) return [];
    return [{ at, source, tags, saved: Array.isArray(cell["outputs"]) ? cell["outputs"] : [] }];
  });
  return found.map((cell, at) => ({ ...cell, number: at + 1 }));
}

/** What a run gives a cell; a cell that was not executed has neither. */
export interface ExecutedCell {
  readonly number: number;
  readonly source: string;
  readonly outputs: readonly CellOutput[];
}

/** A notebook with the outputs of a run; cells after one that failed lose theirs, cells tagged `skip` keep them. */
export function withOutputs(notebook: Notebook, executed: ReadonlyMap<number, ExecutedCell>): Notebook {
  const cells = notebook.cells.map((cell, at) => {
    if (cell.cell_type !== "code" || cell.metadata.tags?.includes("skip")) return cell;
    const { execution: _times, ...metadata } = cell.metadata;
    const ran = executed.get(at);
    const outputs = ran?.outputs.map((output) => savedOutput(output, ran.number)) ?? [];
    return { ...cell, metadata, execution_count: ran?.number ?? null, outputs, source: ran?.source ?? cell.source };
  });
  return { ...notebook, cells };
}

/** An output as Jupyter saves it. */
export function savedOutput(output: CellOutput, executionCount: number): SavedOutput {
  if (output.output_type === "execute_result") return { ...output, execution_count: executionCount };
  if (output.output_type === "error") return { ...output, traceback: output.traceback.map(withoutFolders) };
  return output;
}

/** The text of a notebook as Jupyter's own `nbformat` writes it: sorted names, texts by line, indented by one. */
export function renderNotebook(notebook: Notebook): string {
  const cells = notebook.cells.map((cell) => ({
    ...cell,
    source: linesOf(textOf(cell.source)),
    ...Array.isArray(cell["outputs"]) && { outputs: cell["outputs"].map(outputByLine) },
  }));
  return `${JSON.stringify(sortedNames({ ...notebook, cells }), null, 1)}\n`;
}

/** A text of the format as one string. */
export function textOf(text: unknown): string {
  return Array.isArray(text) ? text.join("") : String(text ?? "");
}

function isCell(cell: unknown): boolean {
  const { cell_type, source, metadata = {} } = Object(cell);
  return isText(cell_type) && (isText(source) || Array.isArray(source) && source.every(isText)) && isRecord(metadata);
}

/** Whether a field is absent, or a list of such entries. */
function isListOf(field: unknown, isEntry: (entry: unknown) => boolean): boolean {
  return field === undefined || field === null || Array.isArray(field) && field.every(isEntry);
}

function outputByLine(output: SavedOutput): SavedOutput {
  const byLine = (value: unknown) => typeof value === "string" ? linesOf(value) : value;
  if (output["output_type"] === "stream") return { ...output, text: byLine(output["text"]) };
  if (typeof output["data"] !== "object") return output;
  const data = Object.entries(Object(output["data"]))
    .map(([type, value]) => [type, isByLine(type) ? byLine(value) : value]);
  return { ...output, data: Object.fromEntries(data) };
}

function isByLine(type: string): boolean {
  return type.startsWith("text/") || type === "application/javascript" || type === "image/svg+xml";
}

/** Lines with their ends; a text without any is an empty list. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** A JSON value with its names in the order of their letters, as nbformat writes them. */
export function sortedNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedNames);
  if (typeof value !== "object" || value === null || exactly.isRawJSON(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : a > b ? 1 : 0);
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortedNames(inner)]));
}

/** A line of a stack trace without the folders of this machine. */
function withoutFolders(line: string): string {
  return line.replace(/file:\/\/\/(?:[^\s()]*\/)?/g, "");
}
