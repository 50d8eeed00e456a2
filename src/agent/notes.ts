import type { Statement } from "../data/claim.ts";
import { shortHistory } from "./abstention.ts";
import { basisNote } from "./company_reasoning.ts";
import { MONTHLY_RETURNS } from "./risk_readings.ts";
import { say } from "./say.ts";
import type { Subject } from "./subject.ts";

/** What an excess return mixes, where it does. */
export function mixedBasisNote({ findings, claims, words }: Subject): Statement | undefined {
  const excess = claims.value("excess_12m");
  if (!findings.pair.mixed || excess === undefined || words.market === undefined) return undefined;
  const { ticker } = findings.company;
  const { basis } = findings.pair.series;
  const state = basis === "total_return" ? "overstated" : "understated";
  return say`${ticker}'s excess of ${excess} over ${words.market} is ${state}: ${basisNote(basis)}.`;
}

/** What a short history takes away. */
export function historyNote({ findings, claims }: Subject): Statement | undefined {
  const missing = shortHistory(findings);
  const { frequency, bars } = findings.pair.series;
  const isThin = frequency === "monthly" && bars.length <= MONTHLY_RETURNS && claims.value("volatility") !== undefined;
  if (missing === undefined && !isThin) return undefined;
  const { ticker } = findings.company;
  const gaps = missing === undefined ? [] : [`is too short for ${missing}`];
  const thin = isThin ? ["makes its risk figures rest on less than the usual span"] : [];
  return say`${ticker}'s history up to ${claims.asOf()} ${[...gaps, ...thin].join(" and ")}.`;
}
