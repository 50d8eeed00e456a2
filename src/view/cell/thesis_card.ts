import type { ReasoningResult } from "../../protocol/reasoning.ts";
import type { View } from "../lines.ts";
import { thesisView } from "../thesis_view.ts";

/** A thesis as a card of a cell. */
export function thesisCard(result: ReasoningResult): View {
  return thesisView(result);
}
