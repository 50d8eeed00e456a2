import type { RawConnection } from "./raw_connection.ts";
import { readReplyHead, type ReplyHead } from "./raw_head.ts";

const END = "\r\n\r\n";

/** Reads heads of replies. Many services repeat theirs byte for byte: the last one is compared, and not read again. */
export class HeadReader {
  #last: { readonly head: ReplyHead; readonly bytes: Uint8Array } | undefined;

  /** The next head on a connection, where it is there already and the same as the last one. */
  known(connection: RawConnection): ReplyHead | undefined {
    const last = this.#last;
    return last !== undefined && connection.takeSame(last.bytes) ? last.head : undefined;
  }

  /** @throws {TypeError} when the connection ends early, or it is no head of HTTP/1. */
  async read(connection: RawConnection): Promise<ReplyHead> {
    for (;;) {
      const text = await connection.readTo(END) ?? endedEarly();
      const head = readReplyHead(text);
      if (isInterim(head)) continue;
      const bytes = connection.lastTaken(text.length + END.length);
      if (bytes !== undefined) this.#last = { head, bytes };
      return head;
    }
  }
}

/** After such a head, another one comes. */
function isInterim({ status }: ReplyHead): boolean {
  return status < 200 && status !== 101;
}

/** No reply came, or less than one. */
export function endedEarly(): never {
  throw new TypeError("Cannot read reply: the connection ended before its head did");
}
