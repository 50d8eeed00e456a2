import type { KnownEvent } from "../protocol/event.ts";
import type { ContentPart, MessageItem } from "../protocol/item.ts";

/** An empty list that strict clients require in the events of a text. */
const NO_LOGPROBS = { logprobs: [] };

/** A text part of the Responses API, with the empty lists that strict clients require. */
function textPart(text: string): ContentPart {
  const part = { type: "output_text", text, annotations: [], logprobs: [] };
  return part;
}

/** Writes a message of a response, which begins with its first text. */
export class MessageWriter {
  readonly #id: string;
  #text = "";
  #begun = false;

  constructor(id: string) {
    this.#id = id;
  }

  /** Returns the events of a piece of text; `outputIndex` is the message's position in the output. */
  write(delta: string, outputIndex: number): KnownEvent[] {
    const begin = this.#begun ? [] : this.#begin(outputIndex);
    this.#text += delta;
    return [...begin, { type: "response.output_text.delta", ...this.#textPlace(outputIndex), delta, ...NO_LOGPROBS }];
  }

  /** Returns the message and its last events. */
  finish(outputIndex: number): { readonly item: MessageItem; readonly events: KnownEvent[] } {
    const part = textPart(this.#text);
    const item = this.#item({ status: "completed", content: [part] });
    const place = this.#textPlace(outputIndex);
    return {
      item,
      events: [
        { type: "response.output_text.done", ...place, text: this.#text, ...NO_LOGPROBS },
        { type: "response.content_part.done", ...place, part },
        { type: "response.output_item.done", item_id: this.#id, output_index: outputIndex, item },
      ],
    };
  }

  #begin(outputIndex: number): KnownEvent[] {
    this.#begun = true;
    const item = this.#item({ status: "in_progress", content: [] });
    return [
      { type: "response.output_item.added", item_id: this.#id, output_index: outputIndex, item },
      { type: "response.content_part.added", ...this.#textPlace(outputIndex), part: textPart("") },
    ];
  }

  #item(state: Pick<MessageItem, "content"> & { readonly status: string }): MessageItem {
    return { type: "message", id: this.#id, role: "assistant", ...state };
  }

  #textPlace(outputIndex: number) {
    return { item_id: this.#id, output_index: outputIndex, content_index: 0 };
  }
}
