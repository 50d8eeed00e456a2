import type { Session } from "../session.ts";
import { type BarForm, barFormOf, barSession, endOf, type IntradayBar } from "./bar_session.ts";
import type { LeftOut } from "./left_out.ts";
import { hoursOf, type SessionHours } from "./session_hours.ts";
import { type SessionFigures, type Trade, TRADE_STEP_MINUTES, tradeSession } from "./trade_session.ts";

/** The rows of one day of a file. */
export interface RowsOfDay {
  readonly trades: ReadonlyMap<string, readonly Trade[]>;
  readonly bars: ReadonlyMap<string, readonly IntradayBar[]>;
  /** Time of the last row of any kind, in milliseconds from midnight. */
  readonly last: number;
}

/** What the sessions of a file are made with. */
export interface SessionOptions {
  /** `id` of the source. */
  readonly source: string;
  /** Whether times have no zone, so that the rows must prove that they are New York's. */
  readonly isLocal: boolean;
  readonly leftOut: LeftOut;
}

/** The sessions of one file, and what is out of the ordinary. */
export interface MadeSessions {
  /** By ticker, in ascending order of day. */
  readonly sessions: ReadonlyMap<string, readonly Session[]>;
  /** Length of its bars in minutes; absent for trades. */
  readonly barMinutes: number | undefined;
  /** Days before the first one whose rows prove the clock, and hours to add to that of the first where they prove another. */
  readonly unproven: readonly string[];
  readonly shift: number | undefined;
  /** Days after that on which most is traded outside the session. */
  readonly outside: readonly string[];
  /** Tickers and days without a session although there are rows, and why. */
  readonly refused: readonly { readonly ticker: string; readonly day: string; readonly why: string }[];
}

const MINUTE_MS = 60_000;
const NONE_INSIDE = "no row with a price is in the session, 09:30 to 16:00 in New York";

/**
 * Makes the sessions of a file day by day. A day is read by its own rows and those of earlier days, so that a row of a
 * later day changes nothing.
 */
export function makeSessions(days: ReadonlyMap<string, RowsOfDay>, options: SessionOptions): MadeSessions {
  const maker = new SessionMaker(options);
  for (const day of [...days.keys()].sort()) {
    const rows = days.get(day);
    if (rows !== undefined) maker.add(day, rows);
  }
  return maker;
}

class SessionMaker implements MadeSessions {
  readonly sessions = new Map<string, Session[]>();
  readonly unproven: string[] = [];
  readonly outside: string[] = [];
  readonly refused: { ticker: string; day: string; why: string }[] = [];
  shift: number | undefined;
  readonly #options: SessionOptions;
  #barLengthMs: number | undefined;
  #isProven: boolean;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#isProven = !options.isLocal;
  }

  get barMinutes(): number | undefined {
    return this.#barLengthMs === undefined ? undefined : this.#barLengthMs / MINUTE_MS;
  }

  add(day: string, rows: RowsOfDay): void {
    const hours = hoursOf(day);
    if (hours === undefined) {
      for (const own of [...rows.trades.values(), ...rows.bars.values()]) {
        this.#options.leftOut.add("closed", own.length);
      }
    } else if (this.#isClockRight(day, { rows, hours })) {
      this.#addTrades(day, { rows, hours });
      this.#addBars(day, { rows, hours });
    }
  }

  #isClockRight(day: string, { rows, hours }: { rows: RowsOfDay; hours: SessionHours }): boolean {
    if (!this.#options.isLocal) return true;
    const { share, shift } = readClock(weightsOf(rows), hours);
    if (shift === 0) this.#isProven = true;
    else if (!this.#isProven) {
      if (this.unproven.length === 0) this.shift = shift;
      this.unproven.push(day);
    } else if (share < 0.5) this.outside.push(day);
    return this.#isProven && this.outside.at(-1) !== day;
  }

  #addTrades(day: string, { rows, hours }: { rows: RowsOfDay; hours: SessionHours }): void {
    const isPartial = rows.last < hours.close - TRADE_STEP_MINUTES * MINUTE_MS;
    for (const [ticker, trades] of rows.trades) {
      const made = tradeSession(trades, { hours, leftOut: this.#options.leftOut });
      this.#keep(made ?? NONE_INSIDE, { ticker, day, isPartial });
    }
  }

  #addBars(day: string, { rows, hours }: { rows: RowsOfDay; hours: SessionHours }): void {
    if (rows.bars.size === 0) return;
    const form = barFormOf(rows.bars.values(), { hours, earlier: this.#barLengthMs });
    this.#barLengthMs = form.lengthMs;
    const isPartial = lastEnd(rows.bars.values(), { form, hours }) < hours.close - TRADE_STEP_MINUTES * MINUTE_MS;
    for (const [ticker, bars] of rows.bars) {
      const made = barSession(bars, { hours, form, leftOut: this.#options.leftOut });
      this.#keep(made ?? NONE_INSIDE, { ticker, day, isPartial });
    }
  }

  #keep(
    made: SessionFigures | string,
    { ticker, day, isPartial }: { readonly ticker: string; readonly day: string; readonly isPartial: boolean },
  ): void {
    if (typeof made === "string") {
      this.refused.push({ ticker, day, why: made });
      return;
    }
    this.sessions.getOrInsert(ticker, []).push({ day, ...made, isPartial, source: this.#options.source });
  }
}

function* weightsOf({ trades, bars }: RowsOfDay): Generator<{ at: number; weight: number }, void, undefined> {
  for (const own of trades.values()) for (const { at, size = 1 } of own) yield { at, weight: size };
  for (const own of bars.values()) for (const { at, volume = 1 } of own) yield { at, weight: volume };
}

function lastEnd(
  tickers: Iterable<readonly IntradayBar[]>,
  by: { readonly form: BarForm; readonly hours: SessionHours },
): number {
  let last = 0;
  for (const bars of tickers) for (const bar of bars) last = Math.max(last, endOf(bar, by));
  return last;
}

/** When something was traded, and how much: shares, or 1 for a row without them. */
interface Weight {
  /** Milliseconds from midnight by the unknown clock. */
  readonly at: number;
  readonly weight: number;
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
/** From Honolulu to Auckland, as hours to add to a clock there to have New York's. */
const SHIFTS = Array.from({ length: 24 }, (_, at) => at - 18);
/** The bulk of a day. */
const MIN_SHARE = 0.5;
/** No hour of a session has less: one that reads an hour wrong loses at least this. */
const MIN_LEAD = 0.05;

/** What the rows of a day say of a clock that has no zone. */
interface ClockReading {
  /** Share of what was traded that is in the session if the clock is New York's. */
  readonly share: number;
  /** Hours to add to the clock, where exactly one number of them puts the bulk into the session. */
  readonly shift: number | undefined;
}

/**
 * Reads which clock the times of a day are of: the one by which the bulk was traded in the session, if it leads every
 * other one clearly.
 * @param rows All rows of the day.
 */
function readClock(rows: Iterable<Weight>, { open, close }: SessionHours): ClockReading {
  const byMinute = new Float64Array(DAY_MINUTES);
  for (const { at, weight } of rows) {
    const minute = Math.floor(at / MINUTE_MS);
    byMinute[minute] = (byMinute[minute] ?? 0) + weight;
  }
  const all = byMinute.reduce((sum, weight) => sum + weight, 0);
  const shares = SHIFTS.map((shift) => {
    let inside = 0;
    for (let time = open / MINUTE_MS; time <= close / MINUTE_MS; time++) { // the minute of the close is that of its auction
      inside += byMinute[(time - shift * HOUR_MINUTES + DAY_MINUTES) % DAY_MINUTES] ?? 0;
    }
    return { shift, share: all > 0 ? inside / all : 0 };
  });
  const [best, second] = shares.toSorted((one, other) => other.share - one.share);
  const isClear = best !== undefined && best.share >= MIN_SHARE && best.share - (second?.share ?? 0) >= MIN_LEAD;
  return { share: shares.find(({ shift }) => shift === 0)?.share ?? 0, shift: isClear ? best.shift : undefined };
}
