import { z } from "zod";
import { lenient } from "./lenient.ts";

/** What would speak against a thesis: a figure beyond a threshold. A later answer says whether it came true. */
export interface Falsifier {
  /** The company's ticker. */
  readonly ticker: string;
  /** The metric of the figure, like `sue`. */
  readonly metric: string;
  /** On which side of the threshold it would. */
  readonly side: "below" | "above";
  /** In the unit of the metric. */
  readonly threshold: number;
  /** The verified figure of the thesis, unrounded, on the other side of the threshold. */
  readonly value: number;
  /** The sentence of the thesis that says so. */
  readonly text?: string | undefined;
}

/** Reads a {@linkcode Falsifier}. */
export const falsifierSchema = z.looseObject({
  ticker: z.string(),
  metric: z.string(),
  side: z.enum(["below", "above"]),
  threshold: z.number(),
  value: z.number(),
  text: lenient(z.string()),
}) satisfies z.ZodType<Falsifier>;
