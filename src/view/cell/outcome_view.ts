import { errorOf, hasThesis, type Outcome } from "../../run/outcome.ts";
import type { View } from "../lines.ts";
import { textBlock } from "./text_block.ts";
import { thesisCard } from "./thesis_card.ts";

/** One row of a run: its thesis, or why it has none. */
export function outcomeView(outcome: Outcome): View {
  if (hasThesis(outcome)) return thesisCard(outcome.result);
  return textBlock(`${outcome.input.ticker}: ${outcome.status}. ${errorOf(outcome)?.message ?? ""}`.trim());
}
