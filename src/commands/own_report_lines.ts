import type { FolderReport } from "../data/folder/check_folder.ts";
import { counted } from "../text/counted.ts";
import { bulletLines, dataNoteWords } from "../view/data_notes.ts";

/** What a folder holds of its owner's own tables: a line for each column, then what of them was not read. */
export function ownReportLines({ files }: Pick<FolderReport, "files">, width: number): string[] {
  const own = files.filter((file) => file.own.length > 0);
  if (own.length === 0) return [];
  const columns = own.flatMap((file) =>
    file.own.map(({ name, tickers, values, first, last, isScored }) =>
      `${name}: ${counted(values, "value")} of ${counted(tickers, "ticker")}, ${first} to ${last}, ` +
      (isScored ? "scored" : "shown and not scored: own.json gives it no sign")
    )
  );
  const notes = own.flatMap(({ problems }) => problems.map(dataNoteWords));
  return ["", "Own tables:", ...[...columns, ...notes].flatMap((words) => bulletLines(words, { width }))];
}
