import { z } from "zod";

/**
 * An optional field: `null` and values of another type read as absent, so that an odd optional field does not
 * invalidate the whole answer.
 */
export function lenient<T extends z.ZodType>(schema: T): z.ZodCatch<z.ZodOptional<T>> {
  return schema.optional().catch(undefined) as z.ZodCatch<z.ZodOptional<T>>;
}

/** An optional field of a request: `null` reads as absent, and values of another type are refused. */
export function optional<T extends z.ZodType>(schema: T): z.ZodOptional<T> {
  const read = z.preprocess((value) => value === null ? undefined : value, schema.optional());
  return read as unknown as z.ZodOptional<T>;
}

/** An optional list: absent and `null` read as empty. */
export function listOf<T extends z.ZodType>(
  element: T,
): z.ZodPipe<
  z.ZodOptional<z.ZodNullable<z.ZodArray<T>>>,
  z.ZodTransform<z.output<T>[], z.output<T>[] | null | undefined>
> {
  return z.array(element).nullish().transform((list) => list ?? []);
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
