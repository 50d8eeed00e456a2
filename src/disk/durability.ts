import { fdatasyncSync, fsyncSync } from "node:fs";

/**
 * Whether writes wait for the disk; it is handed in with the machine. Whatever is not {@linkcode RELAXED} itself, also
 * an equal object, is durable: only code that imports it has it, and no setting or environment variable can say it.
 */
export interface Durability {
  /** Its name, for messages. */
  readonly name: string;
}

/** A write returns when the disk has it, so that it survives a power cut. */
export const DURABLE: Durability = { name: "durable" };
/** A write does not wait for the disk. Only tests that are not about durability hand this in. */
export const RELAXED: Durability = { name: "relaxed" };

/** An option of whatever writes. */
export interface DurabilityOption {
  /** Whether it waits for the disk. Default: durable. */
  readonly durability?: Durability | undefined;
}

/** Waits until the disk has the content of an open file, or the names in an open folder. */
export function sync(file: number, durability: Durability | undefined): void {
  if (durability !== RELAXED) fsyncSync(file);
}

/** As {@linkcode sync}, without the times of the file, which nothing reads. */
export function syncContent(file: number, durability: Durability | undefined): void {
  if (durability !== RELAXED) fdatasyncSync(file);
}

/**
 * The statement that says what a commit of a database waits for.
 * @param level SQLite's, where writes are durable.
 */
export function synchronous(level: "FULL" | "NORMAL", durability: Durability | undefined): string {
  return `PRAGMA synchronous = ${durability === RELAXED ? "OFF" : level};`;
}
