import { InputError } from "../protocol/errors.ts";

/**
 * Reads a file that a person wrote.
 * @returns Its text; undefined when it does not exist or may not be read.
 * @throws {InputError} when it cannot be read, or is not UTF-8.
 */
export function readTextFile(path: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Deno.readFileSync(path));
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    const state = cause instanceof TypeError
      ? "it is not UTF-8"
      : cause instanceof Deno.errors.IsADirectory
      ? "it is a folder; name a file in it"
      : cause instanceof Error
      ? cause.message
      : String(cause);
    throw new InputError(`Cannot read ${path}: ${state}`, { cause });
  }
}

/**
 * Writes a new file.
 * @returns False when it exists already or may not be written.
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

/** The content of a file; undefined if absent, it may not be read, or it is longer than a number of bytes. */
export function readSmallFile(path: string, maxBytes: number): Uint8Array<ArrayBuffer> | undefined {
  try {
    const { isFile, size } = Deno.statSync(path);
    return isFile && size <= maxBytes ? Deno.readFileSync(path) : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether a file does not exist, also where its folder is a file, or may not be read. */
function isMissing(error: unknown): boolean {
  const { NotFound, NotADirectory, NotCapable } = Deno.errors;
  return [NotFound, NotADirectory, NotCapable].some((kind) => error instanceof kind);
}
