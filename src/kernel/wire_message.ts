import { createHmac } from "node:crypto";

/** A message of the Jupyter protocol, without what this client does not use. */
export interface WireMessage {
  /** Like `execute_reply`. */
  readonly type: string;
  /** Identifier of the request that it answers; empty if absent. */
  readonly parentId: string;
  readonly content: Readonly<Record<string, unknown>>;
}

const DELIMITER = "<IDS|MSG>";

/** Writes and reads the messages of one connection, signed with its key. */
export class MessageCodec {
  readonly #key: string;
  readonly #session: string;
  #sent = 0;

  /** `key` signs; `session` names this client. */
  constructor({ key, session }: { readonly key: string; readonly session: string }) {
    this.#key = key;
    this.#session = session;
  }

  /** The frames of a request, and its identifier. */
  encode(type: string, content: Readonly<Record<string, unknown>>): { id: string; frames: Uint8Array[] } {
    const id = `${this.#session}_${++this.#sent}`;
    const header = { msg_id: id, session: this.#session, username: "", date: "", msg_type: type, version: "5.3" };
    const parts = [header, {}, {}, content].map((part) => new TextEncoder().encode(JSON.stringify(part)));
    const head = [DELIMITER, this.#signature(parts)].map((text) => new TextEncoder().encode(text));
    return { id, frames: [...head, ...parts] };
  }

  /**
   * Reads the frames of a message.
   * @returns Undefined when it is not signed with the key: another program of this machine may have sent it.
   * @throws {SyntaxError} when a part of it is not JSON.
   */
  decode(frames: readonly Uint8Array[]): WireMessage | undefined {
    const textOf = (frame?: Uint8Array) => new TextDecoder().decode(frame);
    const at = frames.findIndex((frame) => frame.length === DELIMITER.length && textOf(frame) === DELIMITER);
    const parts = frames.slice(at + 2, at + 6); // before the delimiter are names of sockets, after these are buffers
    if (at < 0 || parts.length < 4 || textOf(frames[at + 1]) !== this.#signature(parts)) return undefined;
    const [header, parent, , content] = parts.map((part) => JSON.parse(textOf(part)));
    return { type: String(header.msg_type), parentId: String(parent.msg_id ?? ""), content };
  }

  #signature(parts: readonly Uint8Array[]): string {
    const hmac = createHmac("sha256", this.#key);
    for (const part of parts) hmac.update(part);
    return hmac.digest("hex");
  }
}
