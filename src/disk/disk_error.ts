const TOO_LARGE = "the file would be larger than the system allows; raise the limit or ask for less";

/** Error codes of the system, each as a state and advice. */
const ADVICE: Readonly<Record<string, string>> = {
  EACCES: "permission denied; choose a folder you may write to",
  EBUSY: "another program has it open; close that program and try again",
  EEXIST: "it is a file; choose another folder",
  EDQUOT: "your disk quota is exceeded; free some space and try again",
  EFBIG: TOO_LARGE,
  EIO: "the device failed; check the disk before you try again",
  EISDIR: "a folder of that name is in the way; move it or choose another name",
  ENAMETOOLONG: "the name is too long; choose a shorter one",
  ENOENT: "the folder does not exist; create it first",
  ENOSPC: "the disk is full; free some space and try again",
  ENOTDIR: "part of the path is a file; choose another folder",
  ENOTEMPTY: "a folder of that name is in the way; move it or choose another name",
  EPERM: "the system does not allow it; close programs that have it open, or choose another folder",
  EROFS: "the disk is read-only; choose another folder",
};

/** Errors by message: SQLite's result code is not always available, and Deno gives none for a write beyond a limit. */
const MESSAGE_ADVICE: Readonly<Record<string, string>> = {
  "File too large (os error 27)": TOO_LARGE,
  "attempt to write a readonly database": "it may not be written; choose a folder you may write to",
  "database disk image is malformed": "it is damaged; choose another folder",
  "database is locked": "another program uses it; close that program and try again",
  "database or disk is full": "the disk is full; free some space and try again",
  "disk I/O error": "the device failed, or the file is as large as `ulimit -f` allows; check both before you try again",
  "file is not a database": "it is not a database; choose another folder",
  "unable to open database file": "it cannot be opened; check that its folder exists and may be written to",
};

/** A file or folder that could not be written; the message says what to do. */
export class DiskError extends Error {
  /** The name of the class. */
  override readonly name = "DiskError";
  /** The file or folder. */
  readonly path: string;

  /**
   * Creates the error; the cause gives its state.
   * @param action Completes "Cannot ...", without the path.
   * @param path The file or folder.
   * @param options The error of the system, as `cause`.
   */
  constructor(action: string, path: string, options: { readonly cause: unknown }) {
    super(`Cannot ${action} ${path}: ${stateOf(options.cause)}`, options);
    this.path = path;
  }
}

/**
 * Does something with a file or a folder.
 * @param action Completes "Cannot ...", without the path.
 * @throws {DiskError} when it fails.
 */
export function onDisk<T>(action: string, path: string, step: () => T): T {
  try {
    return step();
  } catch (cause) {
    throw new DiskError(action, path, { cause });
  }
}

/** What a step gives; something else where a file or a folder that it needs is not there. */
export function ifThere<T, Other>(step: () => T, otherwise: Other): T | Other {
  try {
    return step();
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return otherwise;
    throw error;
  }
}

/**
 * Whether an error of the system has one of these codes.
 * @param codes As the system spells them, like `ENOENT`.
 */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function stateOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === "NotCapable") { // Deno's: the permission was not granted
    return "this program has no permission to write there (--allow-write); choose a folder it may use";
  }
  return ADVICE[codeOf(cause)] ?? MESSAGE_ADVICE[cause.message] ?? cause.message;
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
