/** How the good service is broken. */
import type { Replies, Wire } from "../good_service.ts";

/** A service that breaks one thing, and the lines of the specification that it breaks by that. */
export interface BrokenService {
  readonly breaks: string;
  readonly change: (replies: Replies) => void;
  /** Each check that fails, and what its evidence says: of where, what was expected and what was found. */
  readonly fails: Readonly<Record<string, string>>;
  /** Checks that the breakage leaves nothing to look at. */
  readonly hides?: readonly string[];
}

export const ADDED = "response.output_item.added";
export const CODE = "response.code_execution";
export const CALL = "response.function_call_arguments";

/** The events of a type, in order. */
export function of({ events }: Replies, type: string): Wire[] {
  return events.filter((event) => event.type === type);
}

/** The first event of a type. */
export function first(replies: Replies, type: string): Wire {
  return of(replies, type)[0] ?? missing(type);
}

/** The item of a type that the first such event holds. */
export function item(replies: Replies, type: string, event = ADDED): Wire {
  const items = of(replies, event).map(({ item }) => item as Wire);
  return items.find((one) => one.type === type) ?? missing(type);
}

/** A value inside an object. */
export function part(value: Wire, ...path: readonly string[]): Wire {
  return path.reduce((wire, name) => wire[name] as Wire, value);
}

/** The good service has changed. */
export function missing(what: string): never {
  throw new Error(`the good service has no ${what}`);
}

/** Leaves out the events that a test names. */
export function drop(replies: Replies, isDropped: (event: Wire) => boolean): void {
  replies.events = replies.events.filter((event) => !isDropped(event));
}

/** Moves the first event of a type to a place from the start. */
export function move(replies: Replies, type: string, to: number): void {
  const event = first(replies, type);
  drop(replies, (other) => other === event);
  replies.events.splice(to, 0, event);
}

/** Changes the text of the stream. */
export function rewrite(replies: Replies, change: (text: string) => string): void {
  const { write } = replies;
  replies.write = (events) => change(String(write(events)));
}

export const thesis = (replies: Replies) => replies.result.agent_thesis as Wire;
export const output = (replies: Replies) => first(replies, `${CODE}.output`);
export const files = (replies: Replies) => output(replies).files as Wire[];
export const metadata = (replies: Replies) => part(first(replies, "response.completed"), "response", "metadata");
