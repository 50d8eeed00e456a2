import { GrowingText } from "./growing_text.ts";

/**
 * A list whose items are written piece by piece. A piece costs the same however long the list and its texts are;
 * the list is copied when it is looked at after a change, so what was looked at stays as it was.
 */
export class WrittenList<Item> {
  readonly #items: Item[] = [];
  /** Places of items that were taken out, so that the others keep theirs. */
  readonly #gone = new Set<number>();
  readonly #texts = new Map<number, GrowingText>();
  readonly #unread = new Set<number>();
  readonly #fill: (item: Item, text: string) => Item;
  #view: readonly Item[] | undefined = [];

  /** @param fill The item with what was written to it so far. */
  constructor(fill: (item: Item, text: string) => Item) {
    this.#fill = fill;
  }

  /** Every item, filled in. The same list as long as nothing changes. */
  get view(): readonly Item[] {
    for (const at of this.#unread) this.#refill(at);
    this.#unread.clear();
    return this.#view ??= this.#gone.size === 0 ? [...this.#items] : this.#items.filter((_, at) => !this.#gone.has(at));
  }

  /** @returns The place of the new item. */
  push(item: Item): number {
    this.#view = undefined;
    return this.#items.push(item) - 1;
  }

  /** An item without what was written since the last look. */
  get(at: number): Item | undefined {
    return this.#items[at];
  }

  /** Puts another value in the place of an item. */
  set(at: number, item: Item): void {
    this.#view = undefined;
    this.#items[at] = item;
  }

  /** Takes an item out. */
  remove(at: number): void {
    this.seal(at);
    this.#view = undefined;
    this.#gone.add(at);
  }

  /** Writes to an item; `false` when it cannot hold more. */
  write(at: number, piece: string): boolean {
    let text = this.#texts.get(at);
    if (text === undefined) this.#texts.set(at, text = new GrowingText());
    this.#view = undefined;
    this.#unread.add(at);
    return text.append(piece);
  }

  /** What was written to an item; absent when nothing was. */
  written(at: number): string | undefined {
    return this.#texts.get(at)?.value;
  }

  /** Ends the writing: what was written is forgotten, and stays in the item only when it is filled in by then. */
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
