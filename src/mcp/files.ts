import { Buffer } from "node:buffer";
import type { FileReference } from "../protocol/file_reference.ts";
import type { CallerTools } from "../service/assistants.ts";
import type { StoredFile } from "../service/file_store.ts";

/** Before the identifier of a file in its URI. */
const FILES = "conviction://files/";

/** Pattern of the URIs of files, for `resources/templates/list`. */
export const FILE_TEMPLATE = {
  uriTemplate: `${FILES}{file_id}`,
  name: "file",
  title: "File of an answer",
  description: "A chart (PNG, SVG) or table (CSV) that a call of thesis with files made",
} as const;

/** A link to a file, among the content of a result. */
export interface ResourceLink {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string;
  /** In bytes. */
  readonly size?: number;
}

/** What `resources/read` gives. */
export type ResourceContents =
  & { readonly uri: string; readonly mimeType: string }
  & ({ readonly text: string } | { readonly blob: string });

const TEXTUAL = /^(?:text\/|application\/json|image\/svg\+xml)/;

/** The link to a file of an answer. */
export function linkOf({ file_id, filename, media_type, bytes }: FileReference): ResourceLink {
  return {
    type: "resource_link",
    uri: `${FILES}${file_id}`,
    name: filename ?? String(file_id),
    ...(media_type !== undefined && { mimeType: media_type }),
    ...(bytes !== undefined && { size: bytes }),
  };
}

/** Reads a file of the caller; `undefined` for another caller's, and for any other URI. */
export async function readFile(uri: string, { find }: CallerTools): Promise<ResourceContents | undefined> {
  const file = uri.startsWith(FILES) ? await find(uri.slice(FILES.length)) : undefined;
  return file && contentsOf(uri, file);
}

function contentsOf(uri: string, { mediaType: mimeType, bytes }: StoredFile): ResourceContents {
  return TEXTUAL.test(mimeType)
    ? { uri, mimeType, text: new TextDecoder().decode(bytes) }
    : { uri, mimeType, blob: Buffer.from(bytes).toString("base64") };
}
