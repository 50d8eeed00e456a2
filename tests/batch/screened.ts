import {
  type Machine,
  type Outcome,
  type ResearchPort,
  screen,
  type ScreenEvent,
  type ScreenOptions,
} from "conviction/batch";
import { setImmediate } from "node:timers/promises";
import { stopWords } from "../../src/view/stop_words.ts";
import { type TestMachine, testMachine, writeCsv } from "./test_machine.ts";

/** The result of a screen. */
export interface Screened {
  /** By row. */
  readonly outcomes: readonly Outcome[];
  readonly statuses: readonly string[];
  /** Why a limit stopped it: `code: message`; empty when none did. */
  readonly stopped: string;
  readonly events: readonly ScreenEvent[];
}

/** After this many turns of the event loop without activity the run is idle. */
const QUIET_TURNS = 20;

/** A list of tickers: `T1`, `T2` and so on. */
export function listOf(count: number): string {
  return `ticker\n${Array.from({ length: count }, (_, at) => `T${at + 1}\n`).join("")}`;
}

/** The ticker in a question. */
export const tickerIn = (input: string): string => /"(\w+)"/.exec(input)?.[1] ?? "";

/** Screens a list into the folder `out` of the machine, to the end. */
export async function screened(
  csv: string,
  research: ResearchPort,
  { machine = testMachine(), onEvent, ...options }: Omit<ScreenOptions, "machine"> & { machine?: Machine } = {},
): Promise<Screened> {
  const events: ScreenEvent[] = [];
  const rows = screen(writeCsv(machine.folder, csv), research, {
    ...{ folder: "out", concurrency: 1, ...options, machine },
    onEvent: (event) => {
      events.push(event);
      onEvent?.(event);
    },
  });
  const outcomes = (await Array.fromAsync(rows)).toSorted((a, b) => a.input.row - b.input.row);
  const end = events.at(-1);
  const stop = end?.type === "ended" ? end.stopped : undefined;
  return {
    outcomes,
    statuses: outcomes.map(({ status }) => status),
    stopped: stop === undefined ? "" : `${stop.code}: ${stopWords(stop)}`,
    events,
  };
}

/**
 * Advances the clock to the next timer whenever the run is idle, until the run ends.
 * A run under way has two timers at least: its stall watchdog, and the next writing of its files.
 */
export async function passingTime<T>({ clock }: TestMachine, isIdle: () => boolean, work: Promise<T>): Promise<T> {
  let isOver = false;
  const end = () => void (isOver = true);
  work.then(end, end);
  for (let turns = 0; !isOver;) {
    await setImmediate();
    turns = isIdle() && clock.pending().length >= 2 ? turns + 1 : 0;
    if (turns < QUIET_TURNS) continue;
    clock.advance(Math.min(...clock.pending()));
    turns = 0;
  }
  return await work;
}

/** Codes and messages of the rows without a thesis. */
export function errorsOf({ outcomes }: Screened): string[] {
  return outcomes.flatMap((outcome) => "error" in outcome ? [`${outcome.error.code}: ${outcome.error.message}`] : []);
}

/** How often each row was sent. */
export function attemptsOf({ outcomes }: Screened): number[] {
  return outcomes.map((outcome) => "asked" in outcome ? outcome.asked.attempts : 0);
}
