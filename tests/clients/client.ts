/** What every foreign client is asked for, and what it shows of it, whatever its own words are. */

/** All that a person sets in a client. */
export interface Connection {
  /** Address of the strict dialect, without a slash at its end. */
  readonly baseURL: string;
  readonly apiKey: string;
  readonly model: string;
}

/** What a client shows of one answer. */
export interface Shown {
  /** The text: of a stream its pieces, joined. */
  readonly text: string;
  /** The text as the client holds it at the end. */
  readonly finalText: string;
  /** How many pieces of text arrived; 1 without a stream. */
  readonly pieces: number;
  /** How it ended, in the client's own word; one without a word says `completed` if it ends on a message. */
  readonly finish: string;
  /** How many requests the client made for the question: an agent that runs a phantom tool asks again. */
  readonly turns: number;
  /** Tool calls that the client would run itself. */
  readonly ownCalls: number;
  /** Tool calls that it shows as run by the service. */
  readonly serviceCalls: number;
  /** What the client warns of. */
  readonly warnings: readonly string[];
}

/** What a client downloaded. */
export interface Downloaded {
  readonly fileId: string;
  /** Size in the answer's metadata. */
  readonly expectedBytes: number;
  readonly bytes: number;
  /** The first eight bytes in hexadecimal. */
  readonly signature: string;
}

/** An error as a client throws it. */
export interface Failure {
  /** Name of its class. */
  readonly kind: string;
  /** HTTP status; 0 without one. */
  readonly status: number;
  readonly message: string;
}

/** What came of one case. */
export interface Outcome {
  readonly shown?: Shown;
  readonly downloaded?: Downloaded;
  readonly failure?: Failure;
}

/** A client of npm: each member asks the service anew. */
export interface Client {
  ask(connection: Connection, question: string): Promise<Shown>;
  stream(connection: Connection, question: string): Promise<Shown>;
  /** Asks two questions; the second carries the first answer as the client keeps it. Returns the second answer. */
  followUp(connection: Connection, questions: readonly [string, string]): Promise<Shown>;
  /** Asks, and downloads the first file that the answer names. */
  download(connection: Connection, question: string): Promise<Downloaded>;
}

/** The first file that the metadata of an answer names. Clients type its values as text, so it may be JSON. */
export function firstFile(metadata: unknown): { readonly file_id: string; readonly bytes: number } {
  const { files } = metadata as { files: unknown };
  return (typeof files === "string" ? JSON.parse(files) : files)[0];
}

/** Describes a download of the file that the metadata names. */
export function downloaded(metadata: unknown, content: ArrayBuffer): Downloaded {
  const { file_id, bytes } = firstFile(metadata);
  const signature = new Uint8Array(content.slice(0, 8)).toHex();
  return { fileId: file_id, expectedBytes: bytes, bytes: content.byteLength, signature };
}

/** Downloads without a client, with the key alone: for those whose files have no interface of their own. */
export async function downloadByKey({ baseURL, apiKey }: Connection, metadata: unknown): Promise<Downloaded> {
  const url = `${baseURL}/files/${firstFile(metadata).file_id}/content`;
  const reply = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
  if (!reply.ok) throw new Error(`Cannot download the file: the service answered ${reply.status}`);
  return downloaded(metadata, await reply.arrayBuffer());
}

/** Reads an error of any client. */
export function failureOf(error: unknown): Failure {
  const { constructor, status, statusCode, message } = error as Error & { status?: number; statusCode?: number };
  return { kind: constructor.name, status: status ?? statusCode ?? 0, message };
}
