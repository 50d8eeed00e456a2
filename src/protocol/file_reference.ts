import { z } from "zod";
import { isObject, lenient } from "./lenient.ts";

/** A file a service keeps for download (specification section 2.5). */
export interface FileReference {
  /** Identifier used to download through `/v1/files/{file_id}`; empty when the service gave none that is usable. */
  readonly file_id: string;
  /** Original file name when known; never trusted as a path. */
  readonly filename?: string | undefined;
  /** Media type, like `image/png`; our service gives it. */
  readonly media_type?: string | undefined;
  /** Size in bytes; our service gives it. */
  readonly bytes?: number | undefined;
}

/** A file that was downloaded. */
export interface DownloadedFile {
  /** Where it is on disk. */
  readonly path: string;
  /** Size in bytes. */
  readonly bytes: number;
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string;
  /** Media type the service gave, like `image/png`. */
  readonly mediaType: string;
}

/** Reads a {@linkcode FileReference}; an identifier that is a number is read as its digits. */
export const fileReferenceSchema = z.looseObject({
  file_id: z.union([z.string(), z.int().transform(String)]).catch(""),
  filename: lenient(z.string()),
  media_type: lenient(z.string()),
  bytes: lenient(z.number()),
}) satisfies z.ZodType<FileReference>;

/**
 * Reads the files of an answer. What is no reference stays as one without an identifier: the other files can be
 * downloaded, and it is known that one is missing.
 */
export const fileReferencesSchema = z.preprocess(asReferences, z.array(fileReferenceSchema));

function asReferences(value: unknown): unknown {
  if (value === undefined || value === null) return value;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((reference) => isObject(reference) ? reference : { reference });
}
