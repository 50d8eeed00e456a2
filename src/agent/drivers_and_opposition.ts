import type { Statement } from "../data/claim.ts";
import { DOMAINS } from "../data/domains.ts";
import type { Evidence } from "./evidence.ts";
import { pointsDown, type Synthesis } from "./synthesis.ts";

const MAX_DRIVERS = 5;
/** Most risks of an answer. */
export const MAX_RISKS = 6;
/** Drivers of a neutral thesis, from each side. */
const PER_SIDE = 2;

/** Evidence as an answer lists it. */
interface Sides {
  /** The largest pull in the direction of the score comes first. */
  readonly drivers: readonly Evidence[];
  readonly opposition: readonly Evidence[];
  /** Whether a driver pulls the score the way it points; without a score there is no way. */
  readonly isLed: boolean;
}

/**
 * Splits evidence into drivers and opposition. For a neutral thesis the strongest of both sides are drivers, those in
 * the direction of the score first, because lists show the first driver as the reason of a name's place.
 * @param evidence The largest pull first.
 */
export function driversAndOpposition(
  evidence: readonly Evidence[],
  { synthesis: { signal, score = 0 }, maxPerTicker }: {
    readonly synthesis: Synthesis;
    readonly maxPerTicker: number;
  },
): Sides {
  const spread = limitPerTicker(evidence, maxPerTicker);
  const on = (side: Evidence["side"]) => spread.filter((one) => one.side === side);
  const [own, other] = pointsDown(score) ? [on("against"), on("for")] : [on("for"), on("against")];
  if (signal === "no_view") {
    const drivers = spread.filter(({ side }) => side !== "neither").slice(0, PER_SIDE);
    return { drivers, opposition: on("against").filter((one) => !drivers.includes(one)), isLed: true };
  }
  if (signal !== "neutral") return { drivers: own.slice(0, MAX_DRIVERS), opposition: other, isLed: true };
  const drivers = [...own.slice(0, PER_SIDE), ...other.slice(0, PER_SIDE)];
  return { drivers, opposition: on("against").filter((one) => !drivers.includes(one)), isLed: own.length > 0 };
}

function limitPerTicker(evidence: readonly Evidence[], max: number): readonly Evidence[] {
  const used = new Map<string, number>();
  return evidence.filter(({ ticker }) => {
    const count = (used.get(ticker) ?? 0) + 1;
    used.set(ticker, count);
    return count <= max;
  });
}

/** The first reason of each domain on each side: two of one say much the same. */
export function ofEachDomain(drivers: readonly Statement[]): readonly Statement[] {
  const kindOf = ({ claims, saying: { phrase } }: Statement) => {
    const domain = DOMAINS.find(({ measures }) => measures.some(({ metric }) => phrase === `evidence.${metric}`));
    return `${domain?.name ?? phrase} ${claims.find(({ metric }) => metric === "side")?.value}`;
  };
  return drivers.filter((one, at) => drivers.findIndex((other) => kindOf(other) === kindOf(one)) === at);
}
