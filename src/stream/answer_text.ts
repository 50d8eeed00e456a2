import type { EventPlace } from "../protocol/event.ts";
import { GrowingText, MAX_TEXT_LENGTH } from "./growing_text.ts";

/** One content part. Text without an item belongs to one part that reopens after each end. */
interface Part {
  readonly itemId: string | undefined;
  readonly index: number;
  isOpen: boolean;
  /** Its text from before another part interrupted it. */
  earlier: string;
}

/** What happened to a piece: kept, after the end of its part, or too long for a string. */
export type TextFate = "kept" | "late" | "too_long";

/** Whether the full text of a part agrees with its deltas, and the text it added where there were none. */
export interface WholeText {
  readonly agrees: boolean;
  readonly added: string;
}

const AGREES: WholeText = { agrees: true, added: "" };

/**
 * The text of an answer, and of each open content part. The text of the current part is stored once: it joins the
 * rest when the part ends or another part interrupts it.
 */
export class AnswerText {
  #settled = "";
  #writing = new GrowingText();
  #current: Part | undefined;
  #hasUnnamed = false;
  readonly #parts = new Map<string, Part>();

  /** The text so far: all kept deltas in order of arrival. */
  get value(): string {
    return this.#settled + this.#writing.value;
  }

  /** Length in UTF-16 units. */
  get length(): number {
    return this.#settled.length + this.#writing.length;
  }

  /** Adds a delta. */
  append(piece: string, place: EventPlace): TextFate {
    const part = this.#isCurrent(place) ? this.#current : this.#turnTo(place);
    if (part === undefined || !part.isOpen) return "late";
    if (this.length + piece.length > MAX_TEXT_LENGTH) return "too_long";
    this.#writing.append(piece);
    return "kept";
  }

  /** Ends a part and compares it with its full text according to the service. */
  finish(whole: string | undefined, place: EventPlace): WholeText {
    const part = this.#find(place);
    if (part === undefined) return this.#give(whole, place);
    if (!part.isOpen) return AGREES; // it was compared when it ended
    const text = part.earlier + (part === this.#current ? this.#writing.value : "");
    part.isOpen = false;
    part.earlier = "";
    return whole === undefined || whole === text ? AGREES : { agrees: false, added: "" };
  }

  /** Compares the full text of the answer, or keeps it when no other text arrived. */
  finishAll(whole: string): WholeText {
    if (this.length === 0) return this.#add(whole);
    return { agrees: whole === "" || whole === this.value, added: "" };
  }

  #isCurrent({ item_id, content_index = 0 }: EventPlace): boolean {
    const part = this.#current;
    return part !== undefined && part.isOpen && part.itemId === item_id && part.index === content_index;
  }

  #turnTo(place: EventPlace): Part {
    if (this.#current?.isOpen) this.#current.earlier += this.#writing.value;
    this.#settle();
    const known = this.#parts.get(keyOf(place));
    const part = known ?? { itemId: place.item_id, index: place.content_index ?? 0, isOpen: true, earlier: "" };
    if (known === undefined) this.#parts.set(keyOf(place), part);
    if (part.itemId === undefined) {
      part.isOpen = true;
      this.#hasUnnamed = true;
    }
    this.#current = part;
    return part;
  }

  /** The part of a full text: some services name the item in one event and omit it in the other. */
  #find(place: EventPlace): Part | undefined {
    const open = this.#current?.isOpen ? this.#current : undefined;
    const known = this.#parts.get(keyOf(place));
    if (place.item_id === undefined) return known?.isOpen ? known : open;
    return known ?? (open?.itemId === undefined ? open : undefined);
  }

  /** Adds a full text without deltas, unless unnamed text arrived before, which may be the same text. */
  #give(whole: string | undefined, place: EventPlace): WholeText {
    const mayBeKnown = place.item_id === undefined ? this.length > 0 : this.#hasUnnamed;
    if (whole === undefined || whole === "" || mayBeKnown) return AGREES;
    this.#turnTo(place).isOpen = false;
    return this.#add(whole);
  }

  #add(whole: string): WholeText {
    if (this.length + whole.length > MAX_TEXT_LENGTH) return { agrees: false, added: "" };
    this.#settle();
    this.#settled += whole;
    return { agrees: true, added: whole };
  }

  #settle(): void {
    if (this.#writing.length === 0) return;
    this.#settled += this.#writing.value;
    this.#writing = new GrowingText();
  }
}

function keyOf({ item_id = "", content_index = 0 }: EventPlace): string {
  return `${content_index}/${item_id}`;
}
