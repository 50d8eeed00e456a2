import { join } from "node:path";
import { type CalibrationCard, CARD_FILE, readCard } from "../calibration_card.ts";
import type { DataProblem } from "../dataset.ts";
import { INDEX_FOLDER } from "../index/index_schema.ts";

/** A card of a data folder, or why the one that is there is not used; neither if absent. */
export interface OpenedCard {
  readonly card?: CalibrationCard;
  readonly problem?: DataProblem;
}

/** Reads the card of a data folder. */
export async function openCard(folder: string): Promise<OpenedCard> {
  let text: string;
  try {
    text = await Deno.readTextFile(join(folder, INDEX_FOLDER, CARD_FILE));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return {};
    return { problem: notUsed(error instanceof Error ? error.message : String(error)) };
  }
  const read = readCard(text);
  return "problem" in read ? { problem: notUsed(read.problem) } : { card: read };
}

function notUsed(why: string): DataProblem {
  const message = `This card of calibration is not used, the built-in map is: ${why}`;
  return { kind: "refused", file: `${INDEX_FOLDER}/${CARD_FILE}`, line: 1, column: 1, message };
}
