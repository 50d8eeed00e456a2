import { join } from "node:path";
import { AsideFile } from "../../disk/aside_file.ts";
import type { DurabilityOption } from "../../disk/durability.ts";
import { inTurns, timeSlices, type Turns } from "../../pace/yielding.ts";
import type { Manifest, ManifestFile, RunRecord } from "../../run/manifest.ts";
import type { RankedRow } from "../../run/ranked_row.ts";
import { thesesLines } from "../../run/theses_lines.ts";
import { openThesesParquet, type ParquetTable } from "../../run/theses_parquet.ts";
import { failuresTable, type LineTable, type TableOptions, thesesTable } from "../../run/theses_table.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { REPORT_FILES, TABLE_FILES } from "../runs/run_files.ts";

const TABLES: readonly {
  readonly path: string;
  readonly make: (header: readonly string[], options: TableOptions) => LineTable;
}[] = [
  { path: TABLE_FILES.theses, make: thesesTable },
  { path: TABLE_FILES.lines, make: thesesLines },
  { path: TABLE_FILES.failures, make: failuresTable },
];

function tableOptions({ select, verify, languageModel }: RunRecord): TableOptions {
  return { select, isChecked: verify !== undefined, hasModel: languageModel !== undefined };
}

/** Whose tables are written, and how surely. */
interface RecordedRun extends DurabilityOption {
  readonly record: RunRecord;
}

interface TableFile {
  readonly path: string;
  readonly table: LineTable;
  readonly file: AsideFile;
}

/** Writes the tables that have a line for each row. */
export class TableFiles implements Disposable {
  readonly #files: readonly TableFile[];
  readonly #open: Disposable;

  /** Begins the files under temporary names. */
  constructor(into: string, { record, durability }: RecordedRun) {
    using open = new DisposableStack();
    this.#files = TABLES.map(({ path, make }) => {
      const table = make(record.header, tableOptions(record));
      return { path, table, file: open.use(new AsideFile(join(into, path), { durability })) };
    });
    for (const { table, file } of this.#files) file.write(table.head);
    this.#open = open.move();
  }

  [Symbol.dispose](): void {
    this.#open[Symbol.dispose]();
  }

  /** Adds a row. */
  add(row: RankedRow): void {
    for (const { table, file } of this.#files) file.write(table.line(row));
  }

  /** Ends the files and renames them into place. */
  async finish(turns: Turns): Promise<ManifestFile[]> {
    const written: ManifestFile[] = [];
    for await (const { path, file } of inTurns(this.#files, turns, { every: 1 })) {
      written.push({ path, ...file.finish() });
    }
    // From here on the rendering is not abandoned, so that all files are of one snapshot.
    for await (const { file } of inTurns(this.#files, timeSlices(), { every: 1 })) file.replace();
    return written;
  }
}

/** Writes `theses.parquet` in pieces, so that it may have any number of rows. */
export class ParquetFile implements Disposable {
  readonly #table: ParquetTable;
  readonly #file: AsideFile;

  private constructor(table: ParquetTable, file: AsideFile) {
    this.#table = table;
    this.#file = file;
  }

  /** Begins the file under a temporary name; loads the Parquet package. */
  static async open(into: string, { record, durability }: RecordedRun): Promise<ParquetFile> {
    const table = await openThesesParquet({ header: record.header, ...tableOptions(record) });
    return new ParquetFile(table, new AsideFile(join(into, REPORT_FILES.parquet), { durability }));
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }

  /** Adds a row. */
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
