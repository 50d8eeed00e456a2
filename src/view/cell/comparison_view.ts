import type { Comparison } from "../../compare/comparison.ts";
import { changeWords } from "../../compare/change_words.ts";
import type { View } from "../lines.ts";
import { textBlock } from "./text_block.ts";

/** What changed between two runs. */
export function comparisonView({ changes }: Comparison): View {
  return textBlock(changes.map((change) => `${change.ticker}: ${changeWords(change)}`).join("\n"));
}
