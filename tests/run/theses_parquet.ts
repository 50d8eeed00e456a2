import type { Manifest } from "../../src/run/manifest.ts";
import { openThesesParquet } from "../../src/run/theses_parquet.ts";
import type { TableOptions } from "../../src/run/theses_table.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";

/**
 * Renders `theses.parquet` in pieces.
 * @param rows The rows of a run, in input order; a few thousand are held in memory.
 * @param manifest The manifest of the run.
 */
export async function* thesesParquet(
  rows: Iterable<ThesisRow>,
  manifest: Manifest,
  options: TableOptions = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const table = await openThesesParquet({ ...options, header: manifest.header });
  for (const row of rows) {
    const piece = table.add(row);
    if (piece !== undefined) yield piece;
  }
  yield table.finish(manifest);
}
