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

/** What SQLite says, by its words (https://www.sqlite.org/rescode.html): its number is not always told. */
const SQLITE_ADVICE: Readonly<Record<string, string>> = {
  "attempt to write a readonly database": "it may not be written; choose a folder you may write to",
  "database disk image is malformed": "it is damaged; choose another folder",
  "database is locked": "another program uses it; close that program and try again",
  "database or disk is full": "the disk is full; free some space and try again",
  "disk I/O error": "the device failed; check the disk before you try again",
  "file is not a database": "it is something else; choose another folder",
  "unable to open database file": "it cannot be opened; check that its folder is there and may be written to",
};

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
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const words = cause instanceof Error ? cause.message : "";
  return ADVICE[code] ?? SQLITE_ADVICE[words] ?? (cause instanceof Error ? cause.message : String(cause));
}
