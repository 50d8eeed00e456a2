import { Buffer } from "node:buffer";
import type { Comparison } from "../../src/compare/comparison.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";
import { type WorkbookInput, workbookPieces } from "../../src/view/workbook/workbook.ts";
import { sampleManifest } from "../run/sample_thesis_rows.ts";
import { type ReadCell, readWorkbook } from "./workbook_reader.ts";

/** Makes a workbook and reads it. */
export async function made(input: Partial<WorkbookInput> & { readonly rows: readonly ThesisRow[] }, maxRows?: number) {
  const pieces = [...workbookPieces({ manifest: sampleManifest(), ...input }, { maxRows })];
  const { parts, sheets } = await readWorkbook(new Uint8Array(Buffer.concat(pieces)));
  return { parts, sheets, sheet: (name: string): readonly (readonly ReadCell[])[] => sheets.get(name) ?? [] };
}

export const valuesIn = (row: readonly ReadCell[] | undefined) => row?.map(({ value }) => value);

/** The changes since an earlier run; one of four names changed. */
export function comparisonOf(
  changes: Comparison["changes"],
  differences: Comparison["differences"] = [],
): Comparison {
  return {
    earlier: { runId: "run-0", startedAt: "2024-02-29T22:00:00.000Z", asOf: "2017-11-30", theses: 4 },
    later: { runId: "run-1", startedAt: "2024-03-01T22:00:00.000Z", asOf: "2017-12-29", theses: 4 },
    ...{ differences, changes, compared: 4, unchanged: 3 },
    counts: {
      new: 0,
      gone: 0,
      flipped: 1,
      falsified: 0,
      rank_moved: 0,
      score_moved: 0,
      drawdown_crossed: 0,
      risks: 0,
      drivers: 0,
    },
  };
}
