import { longDay } from "../calendar/day.ts";
import type { EventFigure } from "../protocol/company_event.ts";
import { excerpt } from "../text/control.ts";
import type { RowEvent } from "./comparison.ts";

const MAX_FIGURE_CHARS = 40;
const MAX_FIGURES = 4;

const OF_CLAIM: Readonly<Record<RowEvent["kind"], string>> = {
  EARNINGS_BEAT: "EPS beat its own past: SUE",
  INSIDER_BUY: "insider bought on the open market:",
};

const OF_EVENT: Readonly<Record<RowEvent["kind"], string>> = {
  EARNINGS_BEAT: "EPS beat its own past",
  INSIDER_BUY: "insiders bought on the open market",
};

const VERDICTS = { above: "beat consensus", in_line: "in line with consensus", below: "missed consensus" } as const;

/** Said only where they are held against consensus. */
const EPS: ReadonlySet<string> = new Set(["eps_quarter", "eps_derived"]);

/** How the figure of an event is named; another one keeps the name of its metric. */
const FIGURES: Readonly<Record<string, (shown: string) => string>> = {
  sue: (shown) => `SUE ${shown}`,
  sue_quarter: (shown) => `quarter to ${shown}`,
  buyers_30d: (shown) => `${shown} within 30 days`,
  purchase_value: (shown) => `for ${shown}`,
};

/**
 * Words an event.
 * @returns Like `insiders bought on the open market (3 within 30 days, for $1.2m) on 3 May 2024, public since 7 May 2024`.
 */
export function eventWords(event: RowEvent): string {
  const { consensus } = event;
  const words = ownPastWords(event);
  if (consensus === undefined) return words;
  if (consensus.basis === "own_past") return `${words}; not judged against consensus: ${consensus.note}`;
  const { eps, consensusEps, verdict } = consensus;
  const by = verdict === "in_line" ? "" : ` by ${perShare(Math.abs(eps - consensusEps))}`;
  return `${VERDICTS[verdict]}${by}: EPS ${perShare(eps)} against ${perShare(consensusEps)}; ${words}`;
}

/** At least two decimals, at most four: splits make fractions of cents. */
function perShare(value: number): string {
  const [whole, decimals = ""] = `${Number(value.toFixed(4))}`.split(".");
  return `${whole}.${decimals.padEnd(2, "0")}`;
}

function ownPastWords({ kind, event, claim }: RowEvent): string {
  if (event === undefined) {
    const day = claim?.as_of === undefined ? "" : `, as of ${longDay(claim.as_of)}`;
    return `${OF_CLAIM[kind]} ${excerpt(claim?.shown ?? `${claim?.value}`, MAX_FIGURE_CHARS)}${day}`;
  }
  const figures = event.figures.filter(({ metric }) => !EPS.has(metric)).slice(0, MAX_FIGURES).map(figureWords);
  const what = figures.length === 0 ? "" : ` (${figures.join(", ")})`;
  const known = event.known === undefined ? "" : `, public since ${longDay(excerpt(event.known, MAX_FIGURE_CHARS))}`;
  return `${OF_EVENT[kind]}${what} on ${longDay(excerpt(event.day, MAX_FIGURE_CHARS))}${known}`;
}

function figureWords({ metric, value, shown }: EventFigure): string {
  const figure = excerpt(shown ?? `${value}`, MAX_FIGURE_CHARS);
  const worded = Object.hasOwn(FIGURES, metric) ? FIGURES[metric] : undefined;
  return worded?.(figure) ?? `${excerpt(metric, MAX_FIGURE_CHARS)} ${figure}`;
}
