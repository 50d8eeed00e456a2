import { type ResearchPort, screen, type ScreenOptions } from "conviction/batch";
import { tickerIn } from "./screened.ts";
import { testMachine } from "./test_machine.ts";

/** What a service said of each name; a name without a score fails. */
export interface MadeNight {
  /** Name of the run's folder. */
  readonly name: string;
  /** Last day of its data. */
  readonly asOf: string;
  /** Scores by ticker; a score of at least 0.2 is bullish, of at most -0.2 bearish. */
  readonly scores: Readonly<Record<string, number | undefined>>;
  /** The day on which it is asked. Default: that of the data. */
  readonly day?: string;
  readonly options?: Omit<ScreenOptions, "machine" | "folder">;
  /** Further fields of the metadata of each answer. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The signal of a score. */
export function signalOf(score: number): string {
  return score >= 0.2 ? "bullish" : score <= -0.2 ? "bearish" : "neutral";
}

/** Screens a list into `runs/desk/NAME` below a folder, as a service said it that night. */
export async function screenNight(base: string, night: MadeNight): Promise<void> {
  const { name, asOf, scores, day = asOf, options } = night;
  const rows = Object.keys(scores).map((ticker) => ({ ticker }));
  const machine = { ...testMachine({ folder: base, day }), newId: () => `run ${name}` };
  for await (const _ of screen(rows, saying(night), { folder: `runs/desk/${name}`, ...options, machine }));
}

/** A service that says what it is given. */
export function saying({ asOf, scores, metadata }: Pick<MadeNight, "asOf" | "scores" | "metadata">): ResearchPort {
  return {
    reason: ({ input }) => {
      const score = scores[tickerIn(String(input))];
      if (score === undefined) return Promise.reject(Object.assign(new Error("Cannot ask"), { status: 400 }));
      return Promise.resolve({
        agent_thesis: { signal: signalOf(score), confidence: 0.5 + Math.abs(score) / 4, reasoning: `On ${input}.` },
        key_drivers: [],
        risks: [],
        metadata: { as_of: asOf, score, drawdown_probability: 0.1, horizon: "63d", frequency: "daily", ...metadata },
      });
    },
    download: () => Promise.reject(new Error("no files here")),
  };
}

/** Days from a first one on, `YYYY-MM-DD`, without Saturdays and Sundays. */
export function weekdays(first: string, count: number): string[] {
  const days: string[] = [];
  for (let time = Date.parse(first); days.length < count; time += 86_400_000) {
    const day = new Date(time);
    if (day.getUTCDay() % 6 !== 0) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}
