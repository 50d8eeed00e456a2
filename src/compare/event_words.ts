import type { EventFigure } from "../protocol/company_event.ts";
import { excerpt } from "../text/control.ts";
import type { RowEvent } from "./comparison.ts";

const MAX_FIGURE_CHARS = 40;
const MAX_FIGURES = 4;

const OF_CLAIM: Readonly<Record<RowEvent["kind"], string>> = {
  EARNINGS_BEAT: "earnings beat against its own past, surprise (SUE) of",
  INSIDER_BUY: "insider bought on the open market:",
};

const OF_EVENT: Readonly<Record<RowEvent["kind"], string>> = {
  EARNINGS_BEAT: "earnings beat against its own past",
  INSIDER_BUY: "insiders bought on the open market",
};

const VERDICTS = { above: "beat consensus", in_line: "in line with consensus", below: "missed consensus" } as const;

/** Said only where they are held against consensus. */
const EPS: ReadonlySet<string> = new Set(["eps_quarter", "eps_reckoned"]);

/** How the figure of an event is named; another one keeps the name of its metric. */
const FIGURES: Readonly<Record<string, (shown: string) => string>> = {
  sue: (shown) => `surprise (SUE) of ${shown}`,
  sue_quarter: (shown) => `quarter to ${shown}`,
  buyers_30d: (shown) => `${shown} of them within 30 days`,
  purchase_value: (shown) => `for ${shown}`,
};

/**
 * Words an event.
 * @returns One line without a full stop, like `insiders bought on the open market: 3 of them within 30 days, for
 * $1.2m; on 2024-05-03, known from 2024-05-07`.
 */
export function eventWords(event: RowEvent): string {
  const { consensus } = event;
  const words = ownPastWords(event);
  if (consensus === undefined) return words;
  if (consensus.basis === "own_past") return `${words}; not judged against consensus: ${consensus.note}`;
  const { eps, consensusEps, verdict } = consensus;
  const side = verdict === "in_line" ? "in line" : `${perShare(Math.abs(eps - consensusEps))} ${verdict}`;
  const against = `EPS of ${perShare(eps)} against consensus of ${perShare(consensusEps)}, ${side}`;
  return `${VERDICTS[verdict]}: ${against}; ${words}`;
}

/** At least two decimals, at most four: splits make fractions of cents. */
function perShare(value: number): string {
  const [whole, decimals = ""] = `${Number(value.toFixed(4))}`.split(".");
  return `${whole}.${decimals.padEnd(2, "0")}`;
}

function ownPastWords({ kind, event, claim }: RowEvent): string {
  if (event === undefined) {
    const day = claim?.as_of === undefined ? "" : `, as of ${claim.as_of}`;
    return `${OF_CLAIM[kind]} ${excerpt(claim?.shown ?? `${claim?.value}`, MAX_FIGURE_CHARS)}${day}`;
  }
  const figures = event.figures.filter(({ metric }) => !EPS.has(metric)).slice(0, MAX_FIGURES).map(figureWords);
  const what = figures.length === 0 ? "" : `: ${figures.join(", ")}`;
  const known = event.known === undefined ? "" : `, known from ${excerpt(event.known, MAX_FIGURE_CHARS)}`;
  return `${OF_EVENT[kind]}${what}; on ${excerpt(event.day, MAX_FIGURE_CHARS)}${known}`;
}

function figureWords({ metric, value, shown }: EventFigure): string {
  const figure = excerpt(shown ?? `${value}`, MAX_FIGURE_CHARS);
  const worded = Object.hasOwn(FIGURES, metric) ? FIGURES[metric] : undefined;
  return worded?.(figure) ?? `${excerpt(metric, MAX_FIGURE_CHARS)} ${figure}`;
}
