import type { TickerNight } from "../run/ticker_history.ts";
import { entryDay, tradingDays } from "./forward_outcome.ts";
import type { PriceHistory, PricePort } from "./price_port.ts";
import type { HorizonScore } from "./score_report.ts";
import { scoreTheses } from "./score_runs.ts";
import { thesisDay } from "./thesis_day.ts";

/** What one night said of a name of the list. */
export interface SaidOfName {
  readonly ticker: string;
  readonly night: TickerNight;
}

/** What a list said over its nights against what happened; plain values. */
export interface ListRecord extends Pick<HorizonScore, "sample" | "isEnough" | "verdicts"> {
  /** Nights with a thesis. */
  readonly nights: number;
  /** Trading days from a thesis to its outcome: what the newest night states. */
  readonly horizon: number;
  /** Ticker that returns are measured against; absent without one. */
  readonly benchmark?: string | undefined;
  /** Theses without an outcome because their horizon ends after the prices. */
  readonly open: number;
  /** Share of bullish and bearish theses that were right. */
  readonly right?: { readonly share: number; readonly theses: number } | undefined;
  /** Falls of 15%: mean stated chance and observed frequency. */
  readonly falls?: { readonly said: number; readonly happened: number; readonly theses: number } | undefined;
  /** Sessions until the first theses have an outcome; absent once one has, or where no name has prices. */
  readonly sessionsToGo?: number | undefined;
}

/** A quarter: the horizon of theses that state none. */
const DEFAULT_HORIZON = 63;
const SESSIONS_PER_MONTH = 21;

/**
 * Scores what a list said over its nights. Of several theses on a company and day the one requested first counts.
 * @param said Of the runs of one list, service and question, in any order.
 * @param prices Source of later prices.
 */
export function listRecord(said: readonly SaidOfName[], prices: PricePort): ListRecord {
  const theses = said.filter(({ night }) => night.signal !== undefined);
  const horizon = newestHorizon(theses);
  const { horizons: [score], benchmark } = scoreTheses(
    theses.map(({ ticker, night }) => ({ ...night, ticker })),
    prices,
    { horizons: [horizon] },
  );
  if (score === undefined) throw new TypeError("Cannot score a list: no horizon was scored");
  const { sample, isEnough, verdicts, leftOut, hits, drawdown } = score;
  return {
    nights: new Set(theses.map(({ night }) => night.night)).size,
    horizon,
    benchmark,
    sample,
    isEnough,
    verdicts,
    open: leftOut.find(({ reason }) => reason === "not_ended")?.theses ?? 0,
    ...hits === undefined ? {} : { right: { share: hits.value, theses: hits.sample.theses } },
    ...drawdown === undefined ? {} : {
      falls: { said: drawdown.said, happened: drawdown.happened.value, theses: drawdown.sample.theses },
    },
    ...sample.theses > 0 ? {} : { sessionsToGo: sessionsToGo(theses, { prices, horizon }) },
  };
}

function newestHorizon(theses: readonly SaidOfName[]): number {
  let newest = "";
  let horizon = DEFAULT_HORIZON;
  for (const { night } of theses) {
    const days = night.horizon === undefined ? undefined : tradingDays(night.horizon);
    if (days === undefined || night.night <= newest) continue;
    newest = night.night;
    horizon = days;
  }
  return horizon;
}

/** Counted from the thesis that waits least. */
function sessionsToGo(
  theses: readonly SaidOfName[],
  { prices, horizon }: { readonly prices: PricePort; readonly horizon: number },
): number | undefined {
  const passed = theses.flatMap((one) => {
    const day = thesisDay(one.night);
    return day === undefined ? [] : sessionsAfter(prices.closesOf(prices.tickerOf(one.ticker)), day) ?? [];
  });
  const most = passed.reduce<number | undefined>((known, one) => Math.max(known ?? 0, one), undefined);
  return most === undefined || most >= horizon ? undefined : horizon - most;
}

/** Sessions from the entry of a thesis to the end of the prices; nothing without an entry. */
function sessionsAfter(histories: readonly PriceHistory[], day: string): number | undefined {
  for (const history of histories) {
    const entry = entryDay([history], day);
    if (entry === undefined) continue;
    const periods = history.dates.length - 1 - history.dates.indexOf(entry);
    return history.frequency === "daily" ? periods : periods * SESSIONS_PER_MONTH;
  }
  return undefined;
}
