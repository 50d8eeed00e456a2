import { changeTool, type TellDifference } from "./change_tool.ts";
import type { Knowledge } from "./domains/reading.ts";
import { KNOWLEDGE } from "./knowledge.ts";
import { analysisOf, FILED_FIGURES, PRICE_HISTORY, RESOLVE_COMPANIES } from "./reading_tools.ts";
import { SCREEN } from "./screen_tool.ts";
import { FIND_PASSAGES } from "./find_passages.ts";
import { READ_PASSAGE } from "./read_passage.ts";
import { THESIS } from "./thesis_tool.ts";
import type { Tool } from "./tool.ts";

/** What the registry is made with. */
export interface ToolParts {
  /** What the analyst can measure and say. Default: the domains that are read. */
  readonly knowledge?: Knowledge;
  /** Compares two answers; without it there is no `what_changed`. */
  readonly tell?: TellDifference;
  /** Tools of other rooms, like a check of a text. */
  readonly more?: readonly Tool[];
}

/**
 * The tools there are, each once. The plan of the analyst uses the same: what it shows as a step is what a tool gives.
 * @returns In the order in which a list shows them.
 */
export function createTools({ knowledge = KNOWLEDGE, tell, more = [] }: ToolParts = {}): readonly Tool[] {
  return [
    RESOLVE_COMPANIES,
    FILED_FIGURES,
    PRICE_HISTORY,
    FIND_PASSAGES,
    READ_PASSAGE,
    THESIS,
    SCREEN,
    ...(tell === undefined ? [] : [changeTool(tell)]),
    ...more,
    ...knowledge.vocabulary.domains.map(analysisOf),
  ] as readonly Tool[];
}
