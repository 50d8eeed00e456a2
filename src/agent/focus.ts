import type { Focus } from "./subject.ts";

const RISK =
  /\b(?:risks?|risky|riskiest|volatil\w*|drawdowns?|falls?|falling|crash\w*|loss|losses|downside|beta|safe\w*)\b/i;
const TREND = /\b(?:momentum|trends?|trending|rising|rally|breakout|highs?|upside)\b/i;

/** What a request wants to hear first, by its words; the earlier word wins where both kinds stand. */
export function focusOf(request: string): Focus {
  const risk = request.search(RISK);
  const trend = request.search(TREND);
  if (risk === -1 && trend === -1) return "general";
  if (trend === -1) return "risk";
  return risk === -1 || trend < risk ? "trend" : "risk";
}
