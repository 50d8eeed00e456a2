/** A service without a network that knows three names. */
import type { ResearchPort } from "conviction/batch";

const SCORES: Readonly<Record<string, number>> = { AAA: 0.1, BBB: 0.4, CCC: -0.2 };

/**
 * Answers questions about AAA, BBB and CCC.
 * @param shift Is added to each score.
 */
export function namesService(shift = 0): ResearchPort {
  return {
    reason({ input }) {
      const ticker = Object.keys(SCORES).find((name) => String(input).includes(name));
      if (ticker === undefined) return Promise.reject(new Error("The data does not know it"));
      return Promise.resolve({
        agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: `${ticker} moves with the market.` },
        ...{ key_drivers: [`${ticker}'s low volatility`], risks: [`${ticker} may fall`] },
        metadata: { score: (SCORES[ticker] ?? 0) * (1 - shift) },
      });
    },
    download: () => Promise.reject(new Error("no files here")),
  };
}
