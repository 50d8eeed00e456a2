import { z } from "zod";
/** The steps of a night, in their order. */
export const NIGHT_STEPS = ["fetch", "check", "screen", "compare", "alerts", "deliver"] as const;

/** A step of a night. */
export type NightStep = typeof NIGHT_STEPS[number];

const doneStep = z.object({
  /** When it was done, ISO 8601. */
  at: z.string(),
  /** What came of it, in a line without a full stop. */
  words: z.string(),
  /** The same as numbers, by name. */
  figures: z.record(z.string(), z.number()).optional(),
  /** What it adds to the exit status of the night. Default: 0. */
  status: z.number().optional(),
});

/** A step that is done, and is not done again in that night. */
export type DoneStep = Readonly<z.infer<typeof doneStep>>;

/** Reads {@linkcode NightRecord}. */
export const nightRecordSchema = z.object({
  version: z.literal(1),
  /** The night, `YYYY-MM-DD`: the day it began on. */
  night: z.string(),
  /** Name of the list. */
  list: z.string(),
  /** When it was started, each time, ISO 8601; empty when only its absence was noticed. */
  starts: z.array(z.string()),
  /** The day that the run is asked as of, where the command chose it. */
  asOf: z.string().optional(),
  /** Folder of the run, relative to the folder of the list's runs, with `/`; absent before one was to begin. */
  folder: z.string().optional(),
  /** The steps that are done. */
  steps: z.partialRecord(z.enum(NIGHT_STEPS), doneStep),
  /** The messages that need nothing more, by kind. */
  messages: z.partialRecord(z.enum(["ended", "stopped", "stale", "missed"]), doneStep),
  /** Exit status of the last start; absent until it came to its end. */
  status: z.number().optional(),
});

/** What is kept of a night, in `.nights/2026-11-23.json` beside the runs of its list; never holds a key. */
export type NightRecord = Readonly<z.infer<typeof nightRecordSchema>>;
