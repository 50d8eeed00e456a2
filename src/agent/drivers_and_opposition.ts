import type { Evidence } from "./evidence_sentences.ts";
import type { Signal } from "./synthesis.ts";

const MAX_DRIVERS = 5;
/** Most risks of an answer. */
export const MAX_RISKS = 6;
/** Drivers of a neutral thesis, from each side. */
const PER_SIDE = 2;

/**
 * Splits evidence into drivers of the signal and opposition. For a neutral thesis the strongest of
 * both sides are drivers.
 * @param evidence Strongest first.
 */
export function driversAndOpposition(
  evidence: readonly Evidence[],
  { signal, maxPerTicker }: { readonly signal: Signal; readonly maxPerTicker: number },
): { readonly drivers: readonly Evidence[]; readonly opposition: readonly Evidence[] } {
  const spread = limitPerTicker(evidence, maxPerTicker);
  const on = (side: Evidence["side"]) => spread.filter((one) => one.side === side);
  if (signal === "bullish") return { drivers: on("for").slice(0, MAX_DRIVERS), opposition: on("against") };
  if (signal === "bearish") return { drivers: on("against").slice(0, MAX_DRIVERS), opposition: on("for") };
  const strongest = [...on("for").slice(0, PER_SIDE), ...on("against").slice(0, PER_SIDE)];
  const fallback = spread.slice(0, 1);
  const drivers = signal === "no_view" ? spread.slice(0, PER_SIDE) : strongest.length > 0 ? strongest : fallback;
  return { drivers, opposition: on("against").filter((one) => !drivers.includes(one)) };
}

function limitPerTicker(evidence: readonly Evidence[], max: number): readonly Evidence[] {
  const used = new Map<string, number>();
  return evidence.filter(({ subject }) => {
    const { ticker } = subject.findings.company;
    const count = (used.get(ticker) ?? 0) + 1;
    used.set(ticker, count);
    return count <= max;
  });
}
