import type { SavedFile } from "../../run/outcome.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { textCell, type WorkbookCell } from "./cell.ts";
import type { SheetLink } from "./sheet.ts";
import { BODY, LINKED, OUR_HEADER } from "./style.ts";

/** Most files of a row with a cell of their own; `theses.csv` lists all of them. */
const MAX_FILES = 4;
/** Excel's limit is 65,530 links per sheet. */
const MAX_LINKS = 65_000;
const WIDTH = 25;
const PICTURE = /\.png$/i;
/** Paths below the run's `files/`; no other file is linked. */
const OWN_PATH = /^(?![^]*\/\.{1,2}(?:\/|$))files\/[^\\]+$/;

/** The cells that link to a row's files, the picture first. */
export class FileColumns {
  readonly #count: number;
  readonly #from: string;

  /** @param from Path from the workbook's folder to the run's. Default: the same folder. */
  constructor(rows: readonly ThesisRow[], from = "") {
    this.#count = rows.reduce((most, { files }) => Math.max(most, Math.min(files.length, MAX_FILES)), 0);
    this.#from = from === "" ? "" : `${from}/`;
  }

  get widths(): number[] {
    return Array.from({ length: this.#count }, () => WIDTH);
  }

  get header(): WorkbookCell[] {
    return Array.from({ length: this.#count }, (_, at) => textCell(at === 0 ? "File" : `File ${at + 1}`, OUR_HEADER));
  }

  cellsOf(row: ThesisRow): WorkbookCell[] {
    const files = shown(row);
    return Array.from({ length: this.#count }, (_, at) => {
      const path = files[at]?.path;
      if (path === undefined) return textCell(undefined, BODY);
      return textCell(path.slice(path.lastIndexOf("/") + 1), targetOf(path) === undefined ? BODY : LINKED);
    });
  }

  /** @param place Position of the first cell, from 1. */
  linksOf(
    rows: readonly ThesisRow[],
    { firstRow, firstColumn }: { readonly firstRow: number; readonly firstColumn: number },
  ): SheetLink[] {
    const links = rows.flatMap((row, down) =>
      shown(row).flatMap(({ path }, at) => {
        const target = targetOf(path);
        if (target === undefined) return [];
        return [{ row: firstRow + down, column: firstColumn + at, target: this.#from + target }];
      })
    );
    return links.slice(0, MAX_LINKS);
  }
}

function shown({ files }: ThesisRow): readonly SavedFile[] {
  return files.toSorted((a, b) => Number(PICTURE.test(b.path)) - Number(PICTURE.test(a.path))).slice(0, MAX_FILES);
}

/** Saved names are already safe; this guards against a ledger that was modified. */
function targetOf(path: string): string | undefined {
  if (!OWN_PATH.test(path)) return undefined;
  return path.toWellFormed().split("/").map(encodeURIComponent).join("/");
}
