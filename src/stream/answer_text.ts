import type { EventPlace } from "../protocol/event.ts";
import { GrowingText, MAX_TEXT_LENGTH } from "./growing_text.ts";

/** One content part. Where no item is named, all text belongs to one part that opens again after each end. */
interface Part {
  readonly itemId: string | undefined;
  readonly index: number;
  isOpen: boolean;
  /** Its text from before another part came between. */
  earlier: string;
}

/** What became of a piece: kept, come after the end of its part, or more than can be held. */
export type TextFate = "kept" | "late" | "too_long";

/** What the whole text of a part said: whether the deltas agree, and the text it added where none had come. */
export interface WholeText {
  readonly agrees: boolean;
  readonly added: string;
}

const AGREES: WholeText = { agrees: true, added: "" };

/**
 * The text of an answer, and of each content part as long as it is open. The part that is being written is held
 * once: its text joins the whole when it ends or another part comes between.
 */
export class AnswerText {
  #settled = "";
  #writing = new GrowingText();
  #current: Part | undefined;
  #hasUnnamed = false;
  readonly #parts = new Map<string, Part>();

  /** Everything so far: each delta that was kept, in the order they came. */
  get value(): string {
    return this.#settled + this.#writing.value;
  }

  /** Length in UTF-16 units. */
  get length(): number {
    return this.#settled.length + this.#writing.length;
  }

  /** Takes a delta. */
  append(piece: string, place: EventPlace): TextFate {
    const part = this.#isCurrent(place) ? this.#current : this.#turnTo(place);
    if (part === undefined || !part.isOpen) return "late";
    if (this.length + piece.length > MAX_TEXT_LENGTH) return "too_long";
    this.#writing.append(piece);
    return "kept";
  }

  /** Takes what the service says the whole text of a part is, and ends the part. */
  finish(whole: string | undefined, place: EventPlace): WholeText {
    const part = this.#find(place);
    if (part === undefined) return this.#give(whole, place);
    if (!part.isOpen) return AGREES; // it was checked when it ended
    const text = part.earlier + (part === this.#current ? this.#writing.value : "");
    part.isOpen = false;
    part.earlier = "";
    return whole === undefined || whole === text ? AGREES : { agrees: false, added: "" };
  }

  /** Takes the text of the whole answer: kept when nothing else has come. */
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

  /** The part that a whole text is about: some services name the item in the one event and not in the other. */
  #find(place: EventPlace): Part | undefined {
    const open = this.#current?.isOpen ? this.#current : undefined;
    const known = this.#parts.get(keyOf(place));
    if (place.item_id === undefined) return known?.isOpen ? known : open;
    return known ?? (open?.itemId === undefined ? open : undefined);
  }

  /** A whole text without a delta before it. Where text came without a name, this may be the same text again. */
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
