/** What the system says, as a state and what to do about it. */
const ADVICE: Readonly<Record<string, string>> = {
  EACCES: "permission denied; choose a folder you may write to",
  EBUSY: "another program has it open; close that program and try again",
  EDQUOT: "your share of the disk is used up; free some space and try again",
  EFBIG: "the file would be larger than the system allows; raise the limit or ask for less",
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

/** What SQLite says, by the number of its result: https://www.sqlite.org/rescode.html. */
const SQLITE_ADVICE: Readonly<Record<number, string>> = {
  5: "another program uses it; close that program and try again",
  8: "it may not be written; choose a folder you may write to",
  10: "the device failed; check the disk before you try again",
  11: "it is damaged; choose another folder",
  13: "the disk is full; free some space and try again",
  14: "it cannot be opened; check that its folder is there and may be written to",
  26: "it is something else; choose another folder",
};
/** The lower byte of a result is its kind. */
const SQLITE_KINDS = 256;

/** A file or folder that could not be written; the message says what to do. */
export class DiskError extends Error {
  /** The name of the class. */
  override readonly name = "DiskError";
  /** The file or folder that was wanted. */
  readonly path: string;

  /**
   * Makes the error; its state is taken from the cause.
   * @param action Completes "Cannot ...", without the path.
   * @param path The file or folder that was wanted.
   * @param options What the system threw, as `cause`.
   */
  constructor(action: string, path: string, options: { readonly cause: unknown }) {
    super(`Cannot ${action} ${path}: ${stateOf(options.cause)}`, options);
    this.path = path;
  }
}

function stateOf(cause: unknown): string {
  if (cause instanceof Deno.errors.NotCapable) {
    return "this program was started without the right to write there; choose a folder it may use";
  }
  const result = cause instanceof Error && "errcode" in cause
    ? SQLITE_ADVICE[Number(cause.errcode) % SQLITE_KINDS]
    : undefined;
  if (result !== undefined) return result;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return ADVICE[code] ?? (cause instanceof Error ? cause.message : String(cause));
}
