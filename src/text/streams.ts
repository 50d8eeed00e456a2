import * as std from "@std/streams";

/** The part of `@std/streams` that is used: what npm has of it comes without types. */
interface Streams {
  /** Cuts text, chunked anyhow, into lines without their ends. */
  readonly TextLineStream: new () => TransformStream<string, string>;
  /** All bytes of a stream. */
  toBytes(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>>;
  /** The text of a stream of bytes in UTF-8; invalid bytes become U+FFFD. */
  toText(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string>;
}

/** See {@linkcode Streams}. */
export const { TextLineStream, toBytes, toText }: Streams = std;
