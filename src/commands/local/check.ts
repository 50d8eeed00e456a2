import type { CommandHost } from "../command.ts";
import type { Host } from "../host.ts";
import type { Computer } from "./computer.ts";

/** What was found out about one thing. */
export interface Check {
  /** What was looked at, in a word or two. */
  readonly name: string;
  /** False for what must be mended. */
  readonly ok: boolean;
  /** What was found. */
  readonly says: string;
  /** How to mend it; absent where nothing is wrong. */
  readonly cure?: string;
}

/** What checks take from the machine. */
export interface CheckHost {
  readonly host: CommandHost & Pick<Host, "versions" | "connect">;
  readonly computer: Computer;
  /** The folder whose notebooks are checked. */
  readonly folder: string;
}

/** A check that found nothing wrong. */
export function fine(name: string, says: string): Check {
  return { name, ok: true, says };
}

/** A check that found a problem. */
export function problem(name: string, says: string, cure: string): Check {
  return { name, ok: false, says, cure };
}

/** The words of an error, on one line. */
export function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().split("\n")[0] ?? "";
}
