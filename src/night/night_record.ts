import { z } from "zod";
import type { NightMessageKind } from "./message.ts";

/** The steps of a night, in their order. */
export const NIGHT_STEPS = ["fetch", "check", "screen", "compare", "alerts", "deliver"] as const;

/** A step of a night. */
export type NightStep = typeof NIGHT_STEPS[number];

/** A step that is done, and is not done again in that night. */
export interface DoneStep {
  /** When it was done, ISO 8601. */
  readonly at: string;
  /** What came of it, in a line without a full stop. */
  readonly words: string;
  /** The same as numbers, by name. */
  readonly figures?: Readonly<Record<string, number>> | undefined;
  /** What it adds to the exit status of the night. Default: 0. */
  readonly status?: number | undefined;
}

/** What is kept of a night, in `.nights/2026-11-23.json` beside the runs of its list; never holds a key. */
export interface NightRecord {
  readonly version: 1;
  /** The night, `YYYY-MM-DD`: the day it began on. */
  readonly night: string;
  /** Name of the list. */
  readonly list: string;
  /** When it was started, each time, ISO 8601; empty when only its absence was noticed. */
  readonly starts: readonly string[];
  /** The day that the run is asked as of, where the command chose it. */
  readonly asOf?: string | undefined;
  /** Folder of the run, relative to the folder of the list's runs, with `/`; absent before one was to begin. */
  readonly folder?: string | undefined;
  /** The steps that are done. */
  readonly steps: Readonly<Partial<Record<NightStep, DoneStep>>>;
  /** The messages that need nothing more, by kind. */
  readonly messages: Readonly<Partial<Record<NightMessageKind, DoneStep>>>;
  /** Exit status of the last start; absent until it came to its end. */
  readonly status?: number | undefined;
}

const doneStep = z.object({
  at: z.string(),
  words: z.string(),
  figures: z.record(z.string(), z.number()).optional(),
  status: z.number().optional(),
});

/** Reads {@linkcode NightRecord}. */
export const nightRecordSchema = z.object({
  version: z.literal(1),
  night: z.string(),
  list: z.string(),
  starts: z.array(z.string()),
  asOf: z.string().optional(),
  folder: z.string().optional(),
  steps: z.partialRecord(z.enum(NIGHT_STEPS), doneStep),
  messages: z.partialRecord(z.enum(["ended", "stopped", "stale", "missed"]), doneStep),
  status: z.number().optional(),
}) satisfies z.ZodType<NightRecord>;
