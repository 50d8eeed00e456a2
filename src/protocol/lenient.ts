import { z } from "zod";

/**
 * A field a service may leave out: `null` and values of another type read as absent,
 * because an odd optional field must not cost the answer it came with.
 */
export function lenient<T extends z.ZodType>(schema: T): z.ZodCatch<z.ZodOptional<T>> {
  return schema.optional().catch(undefined) as z.ZodCatch<z.ZodOptional<T>>;
}

/** A list a service may leave out or send as `null`: both read as empty. */
export function listOf<T extends z.ZodType>(
  element: T,
): z.ZodPipe<
  z.ZodOptional<z.ZodNullable<z.ZodArray<T>>>,
  z.ZodTransform<z.output<T>[], z.output<T>[] | null | undefined>
> {
  return z.array(element).nullish().transform((list) => list ?? []);
}
