import { z } from "zod";
import { lenient } from "./lenient.ts";

/** A file a service keeps for download (specification section 2.5). */
export interface FileReference {
  /** Identifier used to download through `/v1/files/{file_id}`. */
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

/** Reads a {@linkcode FileReference}. */
export const fileReferenceSchema = z.looseObject({
  file_id: z.string().min(1),
  filename: lenient(z.string()),
  media_type: lenient(z.string()),
  bytes: lenient(z.number()),
}) satisfies z.ZodType<FileReference>;
