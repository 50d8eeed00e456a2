import { join } from "node:path";
import { AsideFile } from "../../disk/aside_file.ts";
import type { Manifest, ManifestFile, RunRecord } from "../../run/manifest.ts";
import { openThesesParquet, type ParquetTable } from "../../run/theses_parquet.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { REPORT_FILES } from "../runs/run_files.ts";

/** Writes `theses.parquet` in pieces, so that it may have any number of rows. */
export class ParquetFile implements Disposable {
  readonly #table: ParquetTable;
  readonly #file: AsideFile;

  private constructor(table: ParquetTable, file: AsideFile) {
    this.#table = table;
    this.#file = file;
  }

  /** Begins the file under a temporary name; loads the Parquet package. */
  static async open(into: string, record: RunRecord): Promise<ParquetFile> {
    const table = await openThesesParquet(record);
    return new ParquetFile(table, new AsideFile(join(into, REPORT_FILES.parquet)));
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }

  add(row: ThesisRow): void {
    const piece = this.#table.add(row);
    if (piece !== undefined) this.#file.write(piece);
  }

  /** Ends the file and renames it into place. */
  finish(manifest: Manifest): ManifestFile {
    this.#file.write(this.#table.finish(manifest));
    const written = this.#file.finish();
    this.#file.replace();
    return { path: REPORT_FILES.parquet, ...written };
  }
}
