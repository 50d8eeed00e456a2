import { DatabaseSync } from "node:sqlite";
import { type FileTexts, TEXT_SCHEMA, TextTables } from "./text_tables.ts";

/** Texts that no index holds; the database is made with the first of them that is asked for. */
export class MemoryTables {
  #database: DatabaseSync | undefined;
  #tables: TextTables | undefined;
  #files = 0;

  /** Keeps the texts of a file. @returns Where each of its groups is; the same at each call. */
  keep(contents: FileTexts): (group: number) => { readonly tables: TextTables; readonly group: number } {
    let ids: readonly number[] | undefined;
    return (group) => {
      const tables = this.#open();
      ids ??= this.#add(contents, tables);
      return { tables, group: ids[group] ?? 0 };
    };
  }

  #open(): TextTables {
    if (this.#tables !== undefined) return this.#tables;
    this.#database = new DatabaseSync(":memory:");
    this.#database.exec(TEXT_SCHEMA);
    return this.#tables = new TextTables(this.#database);
  }

  #add(contents: FileTexts, tables: TextTables): readonly number[] {
    this.#database?.exec("BEGIN");
    const ids = tables.add(this.#files += 1, contents);
    this.#database?.exec("COMMIT");
    return ids;
  }
}
