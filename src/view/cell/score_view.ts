import type { ScoreReport } from "../../score/score_report.ts";
import type { View } from "../lines.ts";
import { textBlock } from "./text_block.ts";

/** What happened after the theses of runs. */
export function scoreView({ statement, horizons }: ScoreReport): View {
  return textBlock([statement, ...horizons.map(({ horizon }) => `${horizon} days`)].join("\n"));
}
