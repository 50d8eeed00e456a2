import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { sha256 } from "../disk/digest.ts";
import { ifThere, onDisk } from "../disk/disk_error.ts";
import type { DurabilityOption } from "../disk/durability.ts";
import { makeFolder } from "../disk/folder.ts";
import { removeParts, writeAside } from "../disk/write_aside.ts";
import { InputError } from "../protocol/errors.ts";

/** A part of a path: what every system takes as a name, and no hidden file. */
const SEGMENT = /^[A-Za-z0-9_^=+@~-][A-Za-z0-9._^=+@~-]{0,199}$/;

/** The files of a data folder: read, and written aside and renamed. Nothing outside the folder is touched. */
export class KeptFiles {
  readonly #folder: string;
  readonly #writing: DurabilityOption;
  /** Folders that leftovers of a killed fetch were removed from. */
  readonly #cleaned = new Set<string>();

  /** @param folder An absolute path; it is created when something is written. */
  constructor(folder: string, writing: DurabilityOption = {}) {
    this.#folder = folder;
    this.#writing = writing;
  }

  /** The content of a file; undefined if absent. */
  read(path: string): Uint8Array | undefined {
    const place = this.#place(path);
    return onDisk("read", place, () => ifThere(() => readFileSync(place), undefined));
  }

  /** Size of a file, in bytes; undefined if absent. */
  size(path: string): number | undefined {
    const place = this.#place(path);
    const found = onDisk("read", place, () => ifThere(() => lstatSync(place), undefined));
    return found?.isFile() ? found.size : undefined;
  }

  /** Whether a file still is what was kept. */
  holds(path: string, kept: { readonly bytes: number; readonly sha256: string }): boolean {
    if (this.size(path) !== kept.bytes) return false;
    const body = this.read(path);
    return body !== undefined && sha256(body) === kept.sha256;
  }

  /** Writes a file so that its path holds the old content or the new. */
  async write(path: string, body: Uint8Array): Promise<string> {
    const place = this.#place(path);
    const folder = dirname(place);
    makeFolder(folder, this.#writing.durability);
    this.#checkInside(folder);
    if (!this.#cleaned.has(folder)) removeParts(folder);
    this.#cleaned.add(folder);
    return (await writeAside(place, body, this.#writing)).sha256;
  }

  #place(path: string): string {
    const segments = path.split("/");
    if (!segments.every((segment) => SEGMENT.test(segment) && !segment.endsWith("."))) {
      throw new InputError(`Cannot keep ${JSON.stringify(path)}: it is not a path inside the data folder`);
    }
    return join(this.#folder, ...segments);
  }

  /** A link in the folder may lead elsewhere: what it names is not ours to write. */
  #checkInside(folder: string): void {
    const root = realpathSync(this.#folder);
    const real = realpathSync(folder);
    if (real !== root && !real.startsWith(root + sep)) {
      throw new InputError(`Cannot keep files in ${folder}: it is a link to ${real}, outside the data folder`);
    }
  }
}
