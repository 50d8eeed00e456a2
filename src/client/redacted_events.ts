import type { ResponseEvent } from "../protocol/event.ts";
import type { EventSource } from "../stream/answer.ts";
import { cleanInPlace, type KeyRedaction, redactError } from "./redacted.ts";

/** Events that explain a failure; errors repeat their text. */
const REFUSALS: readonly string[] = ["error", "response.failed", "response.incomplete"];

/** An event that is a piece of a text. */
type Delta = Extract<ResponseEvent, { readonly delta: string }>;

/** The end of a text so far, which may be the beginning of the key. */
interface OpenEnd {
  readonly text: string;
  /** How many of its characters were passed on; the others wait for the next piece of the text. */
  readonly shown: number;
  /** The last piece. */
  readonly event: Delta;
}

/** Fewer characters of the key say nothing; they are passed on at once, because a stream may pause after them. */
const HELD_CHARS = 4;

/** Events without the key, which services may repeat, in refusals or in the pieces of an answer. */
export class RedactedEvents implements EventSource, AsyncIterator<readonly ResponseEvent[], void, undefined> {
  readonly #source: EventSource;
  readonly #key: KeyRedaction;
  readonly #openEnds = new Map<string, OpenEnd>();

  constructor(source: EventSource, key: KeyRedaction) {
    this.#source = source;
    this.#key = key;
  }

  get groups(): this {
    return this;
  }

  get requestId(): string | undefined {
    const { requestId } = this.#source;
    return requestId === undefined ? undefined : this.#key.redact(requestId);
  }

  get bytes(): number {
    return this.#source.bytes;
  }

  get warnings(): readonly string[] {
    return this.#source.warnings;
  }

  /** Not an async function, which would add an await to an event in a chunk of its own. */
  next(): Promise<IteratorResult<readonly ResponseEvent[], void>> {
    return this.#source.groups.next().then(this.#clean, this.#fail);
  }

  async return(): Promise<IteratorResult<readonly ResponseEvent[], void>> {
    return await this.#source.groups.return?.() ?? { done: true, value: undefined };
  }

  readonly #clean = (group: IteratorResult<readonly ResponseEvent[], void>): typeof group => {
    if (group.done) return group;
    const events: ResponseEvent[] = [];
    for (const event of group.value) {
      if (isDelta(event)) events.push(this.#cleanDelta(event));
      else events.push(...this.#endOfTexts(event), this.#cleanWhole(event));
    }
    return { done: false, value: events };
  };

  /** Pieces end with an event of another type; one that we do not know may come between two pieces. */
  #endOfTexts({ type }: ResponseEvent): readonly ResponseEvent[] {
    if (this.#openEnds.size === 0 || type === "unknown") return [];
    const ends = [...this.#openEnds.values()].filter(({ text, shown }) => text.length > shown);
    this.#openEnds.clear();
    return ends.map(({ text, shown, event: { sequence_number: _, ...event } }) => ({
      ...event,
      delta: text.slice(shown),
    }));
  }

  #cleanWhole(event: ResponseEvent): ResponseEvent {
    const { redact, filter } = this.#key;
    if (REFUSALS.includes(event.type)) cleanInPlace(event, redact);
    else if (filter.forms.length > 0) cleanInPlace(event, (text) => filter.clean(text));
    return event;
  }

  #cleanDelta(event: Delta): Delta {
    const { filter } = this.#key;
    if (filter.forms.length === 0) return event;
    const { text: before, shown } = this.#openEndOf(event);
    const text = filter.clean(before + event.delta);
    const isKey = !text.startsWith(before.slice(0, shown)); // what was shown was its beginning
    const open = filter.openEnd(text);
    if (before === "" && open === 0 && text === event.delta) return event;
    const from = isKey ? 0 : shown;
    const to = Math.max(from, open < HELD_CHARS ? text.length : text.length - open);
    if (open === 0) this.#openEnds.delete(placeOf(event));
    else this.#openEnds.set(placeOf(event), { text: text.slice(-open), shown: to - (text.length - open), event });
    return { ...event, delta: text.slice(from, to) };
  }

  #openEndOf(event: Delta): Pick<OpenEnd, "text" | "shown"> {
    const end = this.#openEnds.size === 0 ? undefined : this.#openEnds.get(placeOf(event));
    return end ?? { text: "", shown: 0 };
  }

  readonly #fail = (error: unknown): never => {
    throw redactError(error, (text) => this.#key.redact(text));
  };
}

function isDelta(event: ResponseEvent): event is Delta {
  return "delta" in event && typeof event.delta === "string";
}

/** Which text a piece belongs to. */
function placeOf(event: Delta): string {
  const { type, item_id, output_index, content_index, call_id } = event as Delta & Readonly<Record<string, unknown>>;
  return [type, item_id, output_index, content_index, call_id].join(" ");
}
