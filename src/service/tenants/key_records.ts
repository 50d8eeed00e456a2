import { z } from "zod";
import { InputError } from "../../protocol/errors.ts";

/** A key as its file keeps it: never the key itself. */
export interface KeyRecord {
  /** `key_` and the start of its digest, which is also that of its owner in logs. */
  readonly id: string;
  /** Who uses it, unique among the keys that were not revoked. */
  readonly name: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly digest: string;
  /** ISO 8601, like the other times. */
  readonly created: string;
  /** From when it is refused; absent for never. */
  readonly expires?: string | undefined;
  /** When it was revoked; absent for one that was not. */
  readonly revoked?: string | undefined;
  /** Most requests in progress at once, 1 or more. */
  readonly max_concurrent?: number | undefined;
  /** Most requests begun in a minute, 1 or more. */
  readonly per_minute?: number | undefined;
}

/** State of a key at a time. */
export type KeyState = "accepted" | "expired" | "revoked";

const time = z.iso.datetime();
const limit = z.number().int().min(1);

const fileSchema = z.strictObject({
  version: z.literal(1),
  keys: z.array(z.strictObject({
    id: z.string().regex(/^key_[0-9a-f]{8,64}$/),
    name: z.string().min(1).max(64),
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    created: time,
    expires: time.optional(),
    revoked: time.optional(),
    max_concurrent: limit.optional(),
    per_minute: limit.optional(),
  })),
}) satisfies z.ZodType<{ readonly keys: readonly KeyRecord[] }>;

/**
 * Reads the text of a file of keys.
 * @throws {InputError} when it is not one; names the first field that is wrong.
 */
export function readKeyRecords(text: string, path: string): readonly KeyRecord[] {
  const cannot = (state: string) => new InputError(`Cannot read the keys in ${path}: ${state}`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw cannot(`it is not JSON (${cause instanceof Error ? cause.message : cause})`);
  }
  const { data, error } = fileSchema.safeParse(json);
  const issue = error?.issues[0];
  if (issue) throw cannot(`${issue.path.join(".") || "it"}: ${issue.message}`);
  return data?.keys ?? [];
}

/** The text of a file of keys. */
export function writeKeyRecords(keys: readonly KeyRecord[]): string {
  return `${JSON.stringify({ version: 1, keys }, null, 2)}\n`;
}

/** Whether a key is let in at a time, and if not, why. */
export function keyState({ expires, revoked }: KeyRecord, now: Date): KeyState {
  if (revoked !== undefined) return "revoked";
  return expires !== undefined && Date.parse(expires) <= now.getTime() ? "expired" : "accepted";
}
