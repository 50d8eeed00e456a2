import { jsonIn } from "../text/json_read.ts";
import type { FunctionCallItem, FunctionCallOutputItem, McpCallItem } from "../protocol/item.ts";
import type { FunctionCall, SnapshotWarning } from "./snapshot.ts";
import { WrittenList } from "./written_list.ts";

/** Identifiers of a call in one event; services differ in which they send. */
interface CallName {
  readonly call_id: string;
  readonly item_id?: string | undefined;
}

/** The tool calls of an answer, by `call_id`, or by the item's identifier where the event has only that. */
export class CallList {
  readonly #calls = new WrittenList<FunctionCall>((call, text) => ({ ...call, arguments: text }));
  /** Position of a call by each of its identifiers. */
  readonly #places = new Map<string, number>();
  readonly #warn: (warning: SnapshotWarning) => void;

  constructor(warn: (warning: SnapshotWarning) => void) {
    this.#warn = warn;
  }

  /** All calls, in order of first mention. */
  get view(): readonly FunctionCall[] {
    return this.#calls.view;
  }

  /** Adds a piece of a call's arguments. */
  write(name: CallName, piece: string): void {
    const { at, call } = this.#find(name);
    if (call.complete) this.#warn("delta_after_done");
    else if (!this.#calls.write(at, piece)) this.#warn("text_cut");
  }

  /** Sets the complete arguments, which take precedence over the pieces; the first complete ones stay. */
  finish(name: CallName, whole: string): void {
    const { at, call } = this.#find(name);
    const known = call.complete ? call.arguments : this.#calls.written(at);
    if (known !== undefined && known !== whole) this.#warn("arguments_differ");
    if (!call.complete) this.#complete(at, { ...call, arguments: whole });
  }

  /** Reads the item of a call. Arguments in its start are a preview until a piece arrives. */
  announce(item: FunctionCallItem, isDone: boolean): void {
    const name = { call_id: item.call_id, item_id: item.id };
    const { at, call } = this.#find(name);
    const named = { ...call, ...(item.id === undefined ? {} : { item_id: item.id }), name: item.name };
    this.#calls.set(at, named);
    if (!isDone) {
      const isPreview = !call.complete && item.arguments !== "" && this.#calls.written(at) === undefined;
      if (isPreview) this.#calls.set(at, { ...named, arguments: item.arguments });
    } else if (item.arguments !== "") this.finish(name, item.arguments);
    else if (!call.complete) this.#conclude(at, named);
  }

  /** Sets a tool's result: that of the item's end, or else the first. */
  answer({ call_id, output }: FunctionCallOutputItem, isDone: boolean): void {
    const { at, call } = this.#find({ call_id });
    if (isDone || !("output" in call)) this.#calls.set(at, { ...call, output });
  }

  /** Reads the item of a tool that the service runs itself: a call, and its result when it has ended. */
  run(item: McpCallItem, isDone: boolean): void {
    const { id, name, arguments: text, output, error } = item;
    this.announce({ type: "function_call", id, call_id: id, name, arguments: text }, isDone);
    const result = output ?? error;
    if (isDone && result !== undefined && result !== null) {
      this.answer({ type: "function_call_output", call_id: id, output: result }, isDone);
    }
  }

  /** Ends an item that does not repeat the arguments: the pieces are complete if they are JSON. */
  #conclude(at: number, call: FunctionCall): void {
    const text = this.#calls.written(at) ?? call.arguments;
    if (text === "" || isJson(text)) this.#complete(at, { ...call, arguments: text });
  }

  #complete(at: number, call: FunctionCall): void {
    this.#calls.seal(at);
    this.#calls.set(at, { ...call, complete: true });
  }

  #find({ call_id, item_id }: CallName): { readonly at: number; readonly call: FunctionCall } {
    const byCall = this.#places.get(call_id);
    const byItem = item_id === undefined || item_id === call_id ? undefined : this.#byItem(item_id);
    const at = byCall ?? byItem ??
      this.#calls.push({ call_id, name: "", arguments: "", complete: false });
    if (byItem !== undefined) this.#join(at, byItem, call_id);
    this.#places.set(call_id, at);
    if (item_id !== undefined) this.#places.set(item_id, at);
    const call = this.#calls.get(at);
    return { at, call: call ?? { call_id, name: "", arguments: "", complete: false } };
  }

  /** A call that is known only by its item's identifier. */
  #byItem(itemId: string): number | undefined {
    const at = this.#places.get(itemId);
    return at !== undefined && this.#calls.get(at)?.call_id === itemId ? at : undefined;
  }

  /** Merges two entries whose identifiers belong to one call. */
  #join(at: number, other: number, call_id: string): void {
    const call = this.#calls.get(at);
    const more = this.#calls.get(other);
    if (call === undefined || more === undefined) return;
    if (at === other) return this.#calls.set(at, { ...call, call_id });
    const text = this.#calls.written(other);
    this.#calls.remove(other);
    const whole = call.complete ? call : more;
    const { complete } = whole;
    this.#calls.set(at, {
      ...more,
      ...call,
      call_id,
      name: call.name || more.name,
      // Pieces of one entry, even empty ones, replace a preview in the other.
      arguments: complete ? whole.arguments : this.#calls.written(at) ?? whole.arguments,
      complete,
    });
    if (complete) this.#calls.seal(at);
    else if (text !== undefined) this.#calls.write(at, text);
  }
}

function isJson(text: string): boolean {
  return jsonIn(text) !== undefined;
}
