import { InputError } from "../protocol/errors.ts";
import { DataError } from "../data/data_error.ts";
import { LockedError } from "../disk/folder_lock.ts";
import { ApiKeyError } from "../text/redact.ts";
import { failureLines } from "../view/answer_end.ts";
import { SettingsError } from "../setup/settings.ts";

/** What a shell says of a program that Ctrl-C ended. */
export const INTERRUPTED = 130;

/** What a shell says of a program whose reader left, as `head` does. */
const READER_LEFT = 141;

/** Wrong usage, settings or data, or another process at work: found before anything was sent. */
const USAGE = [InputError, SettingsError, ApiKeyError, DataError, LockedError];

/** Where a command says how it ended. */
export interface EndingTerminal {
  /** Nothing that changes is shown any more. */
  end(): void;
  /** Prints notes and errors. */
  note(...lines: readonly string[]): void;
}

/**
 * Ends a command that threw: says why in a line or two, without a key and without a stack trace.
 * @returns Exit status: 2 for wrong usage, else 1; 141 when nobody reads any more.
 */
export function endCommand(error: unknown, terminal: EndingTerminal, redact: (text: string) => string): number {
  if (error instanceof Deno.errors.BrokenPipe) return READER_LEFT;
  terminal.end();
  terminal.note(...failureLines(error).map(redact));
  return USAGE.some((kind) => error instanceof kind) ? 2 : 1;
}
