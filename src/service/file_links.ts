import { createHmac, timingSafeEqual } from "node:crypto";
import { RequestError } from "../protocol/request_error.ts";
import type { Clock } from "../pace/clock.ts";

/** How long a link is good for. */
const LINK_MS = 10 * 60_000;
const SIGNATURE = /^[0-9a-f]{64}$/;

/** A link to one file. */
export interface FileLink {
  /** Path and query, below the address of the service. */
  readonly path: string;
  /** Unix time in seconds. */
  readonly expiresAt: number;
}

/** A file and whose it is. */
export interface LinkedFile {
  readonly fileId: string;
  readonly owner: string;
}

/**
 * Links to single files that need no key, as the source of an image or an embedded PDF in a page of another origin. A
 * link is signed with a secret of the process: a restart ends all of them.
 */
export class FileLinks {
  readonly #secret: string;
  readonly #clock: Pick<Clock, "now">;

  /** @param options `newId` makes the secret. */
  constructor({ newId, clock }: { readonly newId: () => string; readonly clock: Pick<Clock, "now"> }) {
    this.#secret = `${newId()}${newId()}`;
    this.#clock = clock;
  }

  /** Makes a link to a file, good for ten minutes. */
  make({ fileId, owner }: LinkedFile): FileLink {
    const expiresAt = Math.floor((this.#clock.now().getTime() + LINK_MS) / 1000);
    const signature = this.#sign({ fileId, owner }, String(expiresAt)).toHex();
    return {
      path: `/v1/files/${fileId}?${new URLSearchParams({ owner, expires: String(expiresAt), signature })}`,
      expiresAt,
    };
  }

  /**
   * Whose file a link opens.
   * @returns `undefined` when the address is no link.
   * @throws {RequestError} 401 when the link was not made here, is for another file, or has expired.
   */
  ownerOf(fileId: string, query: URLSearchParams): string | undefined {
    const signature = query.get("signature");
    if (signature === null) return undefined;
    const owner = query.get("owner") ?? "";
    const expires = query.get("expires") ?? "";
    const isOurs = SIGNATURE.test(signature) &&
      timingSafeEqual(Uint8Array.fromHex(signature), this.#sign({ fileId, owner }, expires));
    if (!isOurs) throw refused("it was not made for this file");
    if (Number(expires) * 1000 <= this.#clock.now().getTime()) throw refused("it has expired; ask for a new one");
    return owner;
  }

  #sign({ fileId, owner }: LinkedFile, expires: string): Uint8Array {
    return createHmac("sha256", this.#secret).update([fileId, owner, expires].join("\n")).digest();
  }
}

function refused(state: string): RequestError {
  return new RequestError(`Cannot use the link: ${state}`, { status: 401, code: "invalid_link" });
}
