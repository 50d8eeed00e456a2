import type { Statement } from "../data/claim.ts";
import type { Asked } from "../data/question/asked.ts";
import type { CompanyFindings } from "./findings.ts";
import type { Speaker } from "./say.ts";

/** What the first sentences of an answer are made from. */
export interface Answering {
  readonly asked: Pick<Asked, "kind" | "measures" | "times" | "isUnsupported" | "text">;
  /** The sentences about items of financial statements that it asks for, and about what texts say. */
  readonly filed?: readonly Statement[];
  /** Those with prices, at least one. */
  readonly found: readonly CompanyFindings[];
  readonly speaker: Speaker;
  /** Whether the answer ends with the fact that is asked for. */
  readonly isFactual?: boolean;
  /** Whether they are asked about as one group, whose own risk the common text begins with. */
  readonly isGroup?: boolean;
}
