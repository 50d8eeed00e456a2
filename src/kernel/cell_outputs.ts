import type { Bundle } from "../text/cell_value.ts";
import type { WireMessage } from "./wire_message.ts";

/** One output of a cell, in the words of the notebook format. */
export type CellOutput =
  | { readonly output_type: "stream"; readonly name: string; readonly text: string }
  | { readonly output_type: "display_data" | "execute_result"; readonly data: Bundle; readonly metadata: Fields }
  | CellError;

type Fields = Readonly<Record<string, unknown>>;

/** What a cell threw. */
export interface CellError {
  readonly output_type: "error";
  /** Its class, like `TypeError`. */
  readonly ename: string;
  /** Its message. */
  readonly evalue: string;
  readonly traceback: readonly string[];
}

/** A place for an output, which a later update of its display replaces, also from another cell. */
interface Slot {
  output: CellOutput;
}

/** The outputs of one cell, as they grow. */
export interface CellOutputs {
  /** The outputs there are now, an error last. */
  list(): CellOutput[];
  /** Takes a message of the kernel; others than outputs change nothing. */
  take(message: Pick<WireMessage, "type" | "content">): void;
}

/** The displays of a kernel by name. One name may be shown in several places. */
type Displays = Map<string, Slot[]>;

/**
 * Folds messages into outputs as Jupyter does: consecutive text of one stream is one output, an update replaces a
 * display wherever it is, a cell may clear what it has shown.
 * @returns A function that begins a cell; an update reaches the cells before.
 */
export function cellOutputsOf(): () => CellOutputs {
  const displays: Displays = new Map();
  return () => beginCell(displays);
}

function beginCell(displays: Displays): CellOutputs {
  let slots: Slot[] = [];
  let isClearing = false;
  const add = (output: CellOutput): Slot => {
    if (isClearing) slots = [];
    isClearing = false;
    const slot = { output };
    slots.push(slot);
    return slot;
  };
  const takers: Readonly<Record<string, (content: WireMessage["content"]) => void>> = {
    stream: ({ name, text }) => {
      const last = slots.findLast(({ output }) => !isError(output)); // an error may overtake the text before it
      if (!isClearing && last?.output.output_type === "stream" && last.output.name === name) {
        last.output = { ...last.output, text: last.output.text + text };
      } else add({ output_type: "stream", name: String(name), text: String(text) });
    },
    display_data: (content) => remember(displays, content, add({ output_type: "display_data", ...bundleOf(content) })),
    execute_result: (content) => {
      const bundle = bundleOf(content);
      if (Object.keys(bundle.data).length > 0) add({ output_type: "execute_result", ...bundle });
    },
    update_display_data: (content) => {
      for (const slot of displays.get(displayId(content)) ?? []) {
        slot.output = { ...slot.output, ...bundleOf(content) } as CellOutput;
      }
    },
    clear_output: ({ wait }) => {
      if (wait === true) isClearing = true;
      else slots = [];
    },
    error: (content) => void add(errorOf(content)),
  };
  return {
    // The kernel sends an error by a shorter way than the output before it.
    list: () => slots.map(({ output }) => output).toSorted((a, b) => Number(isError(a)) - Number(isError(b))),
    take: ({ type, content }) => takers[type]?.(content),
  };
}

/** What a reply or a message says of an error. */
export function errorOf({ ename, evalue, traceback }: WireMessage["content"]): CellError {
  const lines = Array.isArray(traceback) ? traceback.map(String) : [];
  return { output_type: "error", ename: String(ename), evalue: String(evalue), traceback: lines };
}

/** Whether an output is what a cell threw. */
export function isError(output: CellOutput): output is CellError {
  return output.output_type === "error";
}

function bundleOf({ data, metadata }: WireMessage["content"]): { data: Bundle; metadata: Fields } {
  return { data: Object(data), metadata: Object(metadata) };
}

function displayId({ transient }: WireMessage["content"]): string {
  return String(Object(transient).display_id ?? "");
}

function remember(displays: Displays, content: WireMessage["content"], slot: Slot): void {
  const id = displayId(content);
  if (id !== "") displays.set(id, [...displays.get(id) ?? [], slot]);
}
