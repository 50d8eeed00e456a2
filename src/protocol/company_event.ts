import { z } from "zod";
import { lenient } from "./lenient.ts";

/** A verified figure behind an event. */
export interface EventFigure {
  /** Its metric, like `buyers_30d`. */
  readonly metric: string;
  /** Unrounded, in its unit, or a text. */
  readonly value: number | string;
  /** As a text shows it, like `$1.2m`. */
  readonly shown?: string | undefined;
}

/** Something that happened to a company, told by figures that passed verification. */
export interface CompanyEvent {
  /** `INSIDER_BUY` or `EARNINGS_BEAT` for our service; other texts are kept unchanged. */
  readonly kind: string;
  /** The company's ticker. */
  readonly ticker: string;
  /** Day on which it happened, `YYYY-MM-DD`: of several trades the newest. An event of another day is another event. */
  readonly day: string;
  /** First session on which it was known, `YYYY-MM-DD`. */
  readonly known?: string | undefined;
  /** What it rests on, the most important first. */
  readonly figures: readonly EventFigure[];
}

const eventFigureSchema = z.looseObject({
  metric: z.string(),
  value: z.union([z.number(), z.string()]),
  shown: lenient(z.string()),
}) satisfies z.ZodType<EventFigure>;

/** Reads a {@linkcode CompanyEvent}. */
export const companyEventSchema = z.looseObject({
  kind: z.string(),
  ticker: z.string(),
  day: z.string(),
  known: lenient(z.string()),
  figures: z.array(eventFigureSchema),
}) satisfies z.ZodType<CompanyEvent>;
