import { z } from "zod";

const companySchema = z.strictObject({ ticker: z.string(), name: z.string(), sector: z.string().optional() });

/** Of the output of `resolve_companies`. */
export const resolutionSchema = z.strictObject({
  companies: z.array(companySchema),
  taken: z.strictObject({
    from: z.enum(["the question before", "an earlier question"]),
    subject: z.enum(["all of it", "beside that of the question"]).optional(),
    request: z.string().optional(),
    time: z.string().optional(),
  }).optional(),
  groups: z.array(z.strictObject({ name: z.string(), kind: z.string(), companies: z.array(companySchema) })).optional(),
  excluded: z.array(z.string()).optional(),
  instruments: z.array(z.strictObject({ text: z.string(), kind: z.string(), what: z.string() })).optional(),
  readings: z.array(z.strictObject({ text: z.string(), ticker: z.string(), why: z.enum(["class", "renamed"]) }))
    .optional(),
  unknown: z.array(z.strictObject({ text: z.string(), nearest: z.array(z.string()) })).optional(),
  identifiers: z.array(z.strictObject({ kind: z.string(), text: z.string() })).optional(),
});

/** What a request names, and what it takes from those before it. */
export type Resolution = z.infer<typeof resolutionSchema>;

const spanSchema = z.strictObject({
  frequency: z.enum(["daily", "monthly"]),
  basis: z.string(),
  currency: z.string(),
  bars: z.number().int(),
  first: z.string(),
  last: z.string(),
  close: z.number().optional(),
  source: z.string(),
});

/** The bars of a series, in short. */
export type SeriesSpan = z.infer<typeof spanSchema>;

const noPricesSchema = z.strictObject({ ticker: z.string(), bars: z.literal(0), reason: z.string() });

/** Why a company has no prices. */
export type NoPrices = z.infer<typeof noPricesSchema>;

const pricesSchema = z.strictObject({
  ticker: z.string(),
  ...spanSchema.shape,
  benchmark: z.union([z.literal("none"), z.strictObject({ ticker: z.string(), ...spanSchema.shape })]),
  remarks: z.array(z.string()).optional(),
  note: z.string().optional(),
});

/** The bars behind an analysis. */
export type Prices = z.infer<typeof pricesSchema>;

/** Of the output of `price_history`. */
export const priceHistorySchema = z.union([pricesSchema, noPricesSchema]);

const measureSchema = z.strictObject({
  metric: z.string(),
  value: z.union([z.number(), z.string()]),
  shown: z.string(),
  percentile: z.number().optional(),
  comparedWith: z.string().optional(),
  direction: z.enum(["for", "against", "neither"]).optional(),
  unscored: z.string().optional(),
});

/** One measure of a domain. */
export type MeasureReport = z.infer<typeof measureSchema>;

/** Of the output of the analysis of a domain. */
export const analysisSchema = z.strictObject({
  domain: z.string(),
  score: z.number().optional(),
  abstains: z.string().optional(),
  measures: z.array(measureSchema),
  missing: z.array(z.strictObject({ metric: z.string(), reason: z.string() })).optional(),
});

/** What a domain found. */
export type Analysis = z.infer<typeof analysisSchema>;

const factSchema = z.strictObject({
  tag: z.string(),
  form: z.string(),
  accession: z.string(),
  filed: z.string(),
  known: z.string(),
});

const figureSchema = z.strictObject({
  asked: z.string(),
  start: z.string().optional(),
  end: z.string().optional(),
  value: z.number(),
  unit: z.string(),
  facts: z.array(factSchema),
});

const lackSchema = z.strictObject({ asked: z.string(), lacks: z.string() });

/** A filed figure, or why it is not known. */
export type FigureReport = z.infer<typeof figureSchema> | z.infer<typeof lackSchema>;

/** Of the output of `filed_figures`. */
export const figuresSchema = z.strictObject({ figures: z.array(z.union([figureSchema, lackSchema])) });

/** Figures of one item of a company's reports. */
export type Figures = z.infer<typeof figuresSchema>;
