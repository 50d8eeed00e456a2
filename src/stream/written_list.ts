import { GrowingText } from "./growing_text.ts";

/**
 * A list whose items are written piece by piece, in constant time per piece. `view` copies the list after a change, so
 * that earlier views do not change.
 */
export class WrittenList<Item> {
  readonly #items: Item[] = [];
  /** Positions of removed items, so that the others keep theirs. */
  readonly #gone = new Set<number>();
  readonly #texts = new Map<number, GrowingText>();
  readonly #unread = new Set<number>();
  readonly #fill: (item: Item, text: string) => Item;
  #view: readonly Item[] | undefined = [];

  /** @param fill Returns the item with the text written so far. */
  constructor(fill: (item: Item, text: string) => Item) {
    this.#fill = fill;
  }

  /** All items with their texts; the same array until something changes. */
  get view(): readonly Item[] {
    for (const at of this.#unread) this.#refill(at);
    this.#unread.clear();
    return this.#view ??= this.#gone.size === 0 ? [...this.#items] : this.#items.filter((_, at) => !this.#gone.has(at));
  }

  /** @returns The position of the new item. */
  push(item: Item): number {
    this.#view = undefined;
    return this.#items.push(item) - 1;
  }

  /** An item, without the text written since the last `view`. */
  get(at: number): Item | undefined {
    return this.#items[at];
  }

  /** Replaces an item. */
  set(at: number, item: Item): void {
    this.#view = undefined;
    this.#items[at] = item;
  }

  /** Removes an item. */
  remove(at: number): void {
    this.seal(at);
    this.#view = undefined;
    this.#gone.add(at);
  }

  /** Appends to an item's text; false when it is full. */
  write(at: number, piece: string): boolean {
    let text = this.#texts.get(at);
    if (text === undefined) this.#texts.set(at, text = new GrowingText());
    this.#view = undefined;
    this.#unread.add(at);
    return text.append(piece);
  }

  /** The text written to an item; undefined if absent. */
  written(at: number): string | undefined {
    return this.#texts.get(at)?.value;
  }

  /** Discards the text written to an item; an item that was filled in keeps its copy. */
  seal(at: number): void {
    this.#texts.delete(at);
    this.#unread.delete(at);
  }

  #refill(at: number): void {
    const item = this.#items[at];
    const text = this.#texts.get(at);
    if (item !== undefined && text !== undefined) this.#items[at] = this.#fill(item, text.value);
  }
}
