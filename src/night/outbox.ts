import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AsideFile } from "../disk/aside_file.ts";
import { sha256 } from "../disk/digest.ts";
import { onDisk } from "../disk/disk_error.ts";
import type { DurabilityOption } from "../disk/durability.ts";
import { makeFolder } from "../disk/folder.ts";
import { writeAside } from "../disk/write_aside.ts";
import { type KeptDelivery, type KeptMessage, readKept } from "./kept_message.ts";
import type { NightMessage } from "./message.ts";
import type { NightTarget } from "./target.ts";

/** Enough of a digest to name the messages of one night. */
const NAME_CHARS = 8;
const KEY_CHARS = 32;

/**
 * The messages of a list, a file each. What is changed is on disk before a method returns. Whoever changes a delivery
 * holds the lock of the folder.
 */
export class Outbox {
  readonly #folder: string;
  readonly #writing: DurabilityOption;
  readonly #messages = new Map<string, KeptMessage>();
  readonly #damaged: string[] = [];

  /** @param folder The folder; created when it is missing. */
  constructor(folder: string, { durability }: DurabilityOption = {}) {
    makeFolder(folder, durability);
    this.#folder = folder;
    this.#writing = { durability };
    this.readAgain();
  }

  /** Reads what is on disk: another process may have changed it until the lock was taken. */
  readAgain(): void {
    this.#messages.clear();
    this.#damaged.length = 0;
    for (const name of namesIn(this.#folder)) {
      const kept = readKept(readText(join(this.#folder, name)));
      if (kept === undefined) this.#damaged.push(join(this.#folder, name));
      else this.#messages.set(kept.message.id, kept);
    }
  }

  /** The messages, that of the earliest night first. */
  get messages(): readonly KeptMessage[] {
    const order = ({ message: { night }, keptAt }: KeptMessage) => `${night} ${keptAt}`;
    return [...this.#messages.values()].toSorted((a, b) => order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0);
  }

  /** Paths of files that cannot be read as messages: what became of these is not known. */
  get damaged(): readonly string[] {
    return this.#damaged;
  }

  /** A message by its id. */
  find(id: string): KeptMessage | undefined {
    return this.#messages.get(id);
  }

  /** Whether the file of a message is there, and cannot be read. */
  isDamaged(message: NightMessage): boolean {
    return this.#damaged.includes(join(this.#folder, fileName(message)));
  }

  /**
   * Keeps a message, unless one with its id is kept: that one stays. Needs no lock, because the name is taken once.
   * @param options Where it is to go, and the time.
   */
  keep(
    message: NightMessage,
    { targets, now }: { readonly targets: readonly NightTarget[]; readonly now: Date },
  ): void {
    if (this.#messages.has(message.id) || this.isDamaged(message)) return;
    // A receiver may know the lists of two desks that have one name: their folders differ.
    const key = `conviction-${sha256(`${this.#folder}\n${message.id}`).slice(0, KEY_CHARS)}`;
    const kept: KeptMessage = {
      message,
      key,
      keptAt: now.toISOString(),
      isComposed: false,
      tells: [],
      deliveries: deliveriesTo(targets, now),
    };
    const path = join(this.#folder, fileName(message));
    using file = new AsideFile(path, this.#writing);
    file.write(textOf(kept));
    file.finish();
    if (file.claim(path)) this.#messages.set(message.id, kept);
    else this.readAgain();
  }

  /** Changes what is kept of a message. */
  async change(id: string, change: Partial<KeptMessage>): Promise<void> {
    const before = this.#messages.get(id);
    if (before === undefined) return;
    const after = { ...before, ...change };
    this.#messages.set(id, after); // first: another target of the same message may change it during the await
    await writeAside(join(this.#folder, fileName(before.message)), textOf(after), this.#writing);
  }

  /** Changes what is known of a message at one target. */
  async changeDelivery(id: string, digest: string, delivery: KeptDelivery): Promise<void> {
    const deliveries = { ...this.#messages.get(id)?.deliveries, [digest]: delivery };
    await this.change(id, { deliveries });
  }
}

/** Deliveries that were not tried yet, by the digest of the target. */
export function deliveriesTo(targets: readonly NightTarget[], now: Date): KeptMessage["deliveries"] {
  const at = now.toISOString();
  return Object.fromEntries(
    targets.map(({ digest, shown }) => [digest, { shown, state: "waiting", attempts: 0, at } as const]),
  );
}

/** Begins with the night, so that a person finds it. */
function fileName({ id, night, kind }: NightMessage): string {
  return `${night}-${kind}-${sha256(id).slice(0, NAME_CHARS)}.json`;
}

function textOf(kept: KeptMessage): string {
  return `${JSON.stringify(kept, undefined, 2)}\n`;
}

function namesIn(folder: string): string[] {
  return onDisk("read", folder, () => readdirSync(folder)).filter((name) => name.endsWith(".json")).toSorted();
}

function readText(path: string): string {
  return onDisk("read", path, () => readFileSync(path, "utf8"));
}
