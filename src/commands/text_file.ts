import { InputError } from "../protocol/errors.ts";

/**
 * Reads a file that a person wrote.
 * @param path Where it is.
 * @returns Its text; nothing when it is not there, or must not be read.
 * @throws {InputError} when it cannot be read, or is no UTF-8.
 */
export function readTextFile(path: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Deno.readFileSync(path));
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound || cause instanceof Deno.errors.NotCapable) return undefined;
    const state = cause instanceof TypeError
      ? "it is not UTF-8"
      : cause instanceof Error
      ? cause.message
      : String(cause);
    throw new InputError(`Cannot read ${path}: ${state}`, { cause });
  }
}

/**
 * Writes a file that is not there yet.
 * @param path Where it shall be.
 * @param text What it shall hold.
 * @returns False when nothing was written: it is there already, or must not be written.
 */
export function writeNewFile(path: string, text: string): boolean {
  try {
    Deno.writeTextFileSync(path, text, { createNew: true });
    return true;
  } catch (error) {
    const { AlreadyExists, NotCapable, PermissionDenied } = Deno.errors;
    if ([AlreadyExists, NotCapable, PermissionDenied].some((kind) => error instanceof kind)) return false;
    throw error;
  }
}
