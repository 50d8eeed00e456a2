import type { TextSection } from "../text_document.ts";
import { longDay } from "../../calendar/day.ts";
import { inQuotes } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { accessionOf } from "../filings/read_json.ts";
import type { ReadOptions } from "../filings/record_file.ts";
import { ProblemLog } from "../problem_log.ts";
import { mayNameCompany } from "./call_file.ts";
import { loadHtmlText, type PageText } from "./html_text.ts";
import { kindOfForm, kindOfRow } from "./kinds.ts";
import { plainText } from "./plain_text.ts";
import { type Publication, readPublication } from "./publication.ts";
import { callSections } from "./sections.ts";
import { ownersIn, type TextColumn, type TextColumns, textColumns } from "./text_columns.ts";
import { type ReadText, type TextReader, type TextsRead, titleOf } from "./text_file.ts";
import { beginsWithTexts, JsonLines, TableRows, type TextRow, textSeparator } from "./text_rows.ts";

/** Reads rows of texts: calls, news, posts, sections of filings, as lines of JSON or as a table. */
export const TEXT_TABLE: TextReader = {
  kind: "table of texts",
  looksLike: (head) => beginsWithTexts(head) || textSeparator(head) !== undefined,
  async read(texts, options) {
    const table = new TextTable(options, await loadHtmlText());
    let rows: JsonLines | TableRows | undefined;
    let head = "";
    for await (const text of texts) {
      head += rows === undefined ? text : "";
      if (rows === undefined && !/\S[^\n]*\n/.test(head) && head.length < 65_536) continue;
      const piece: string = rows === undefined ? head : text;
      rows ??= rowsOf(head);
      for (const row of rows.feed(piece)) table.add(row);
    }
    if (rows === undefined) { for (const row of (rows = rowsOf(head)).feed(head)) table.add(row); }
    for (const row of rows.end()) table.add(row);
    return table.finish();
  },
};

function rowsOf(head: string): JsonLines | TableRows {
  return beginsWithTexts(head) ? new JsonLines() : new TableRows(textSeparator(head) ?? ",");
}

const MARKUP = /<(?:p|br|div|a|span|b|i|em|strong|ul|li|img|table|h\d)\b[^>]{0,2000}>|&(?:amp|lt|gt|quot|nbsp|#\d+);/i;

class TextTable {
  readonly #options: ReadOptions;
  readonly #log: ProblemLog;
  readonly #html: (html: string) => PageText;
  readonly #texts: ReadText[] = [];
  /** Columns by the names of a row, joined. */
  readonly #columns = new Map<string, TextColumns>();
  #unnamed = 0;

  constructor(options: ReadOptions, html: (html: string) => PageText) {
    this.#options = options;
    this.#log = new ProblemLog(options.file);
    this.#html = html;
  }

  add(row: TextRow): void {
    const why = row.problem ?? this.#read(row);
    if (why !== undefined) this.#log.add(`The row is skipped: ${why.message}`, why);
  }

  finish(): TextsRead {
    if (this.#unnamed > 0) {
      this.#log.add(
        `Of ${counted(this.#unnamed, "entry")} nothing is used: neither they nor the path of the file name a company`,
      );
    }
    return { texts: joinedSections(this.#texts), problems: this.#log.list() };
  }

  /** What is wrong with a row, or nothing. */
  #read(row: TextRow): { readonly message: string; readonly line: number; readonly column: number } | undefined {
    const columns = this.#columnsOf(row.names);
    const one = (column: TextColumn) => columns[column].map((name) => row.cell(name).trim()).find((cell) => cell) ?? "";
    const wrong = (column: TextColumn, message: string) => {
      const name = columns[column].find((each) => row.cell(each).trim() !== "") ?? columns[column][0] ?? "";
      return { message, line: row.line, column: row.columnOf(name) };
    };
    const owners = ownersIn(one("ticker"));
    if (owners === undefined) return wrong("ticker", `${inQuotes(one("ticker"))} is not a ticker`);
    const accession = accessionOf(one("accession"));
    const published = this.#published(columns, row);
    if (typeof published === "string") return wrong("time", published);
    if (published === undefined && accession === undefined) return wrong("time", "it has no day");
    const title = this.#plain(one("title"));
    const body = this.#plain(one("text"));
    const text = body.startsWith(title) ? body : body === "" ? title : `${title}\n${body}`;
    if (text === "") return wrong("text", "it has no text");
    if (owners.length === 0 && !mayNameCompany(this.#options.file)) return void (this.#unnamed += 1);
    const form = one("form");
    const filing = accession === undefined ? undefined : { accession, ...(form !== "" && { form }) };
    const named = { named: one("kind"), hasTitle: title !== "", chars: text.length };
    const kind = filing === undefined ? kindOfRow(named, this.#options.file) : kindOfForm(form);
    const section = sectionOf(one("section"), text);
    this.#texts.push({
      name: String(row.line),
      owners: owners.length === 0 ? [{}] : owners,
      kind,
      title: titleOf(title),
      ...(published !== undefined && { published }),
      ...(filing !== undefined && { filing }),
      text,
      sections: section !== undefined ? [section] : kind === "call" ? callSections(text) : [],
    });
    return undefined;
  }

  #columnsOf(names: readonly string[]): TextColumns {
    const key = names.join("\0");
    return this.#columns.getOrInsertComputed(key, () => textColumns(names) ?? NO_COLUMNS);
  }

  /** The time of a row: one with an hour before a day alone. `undefined` where all its cells are empty. */
  #published({ time }: TextColumns, row: TextRow): Publication | string | undefined {
    const cells = time.map((name) => row.cell(name).trim()).filter((cell) => cell !== "");
    if (cells.length === 0) return undefined;
    const read = cells.map(readPublication).filter((one) => one !== undefined);
    const found = read.find(({ isTimed }) => isTimed) ?? read[0];
    if (found === undefined) return `${inQuotes(cells[0] ?? "")} is not a day; write it as 2024-05-02`;
    const { latest = "9999" } = this.#options;
    return found.day > latest ? `its day ${longDay(found.day)} is in the future` : found;
  }

  #plain(cell: string): string {
    return MARKUP.test(cell) ? this.#html(cell).text : plainText(cell);
  }
}

const RISKS = /^(?:item[\W_]?1a|risk[\W_]?factors?)$/i;
const RISK_HEADING = /(?<=^|[\s.])item\s1a[.:]?\s+risk factors\.?(?=\s+["“(]?\p{Lu})/giu;

/**
 * A row's section by its name. Risk factors that begin within a sentence were cut where a text names their heading: they
 * begin at the heading itself, and where that is not there, they are text without a name.
 */
function sectionOf(name: string, text: string): TextSection | undefined {
  const isCut = RISKS.test(name) && !/^["“'‘(]*[\p{Lu}\p{Nd}]/u.test(text);
  const start = isCut ? [...text.matchAll(RISK_HEADING)].at(-1)?.index : 0;
  if (name === "") return undefined;
  return { name: start === undefined ? "" : name, start: start ?? 0, end: text.length };
}

/** Rows that are sections of one filing are one text, as its sections. */
function joinedSections(texts: readonly ReadText[]): readonly ReadText[] {
  const filings = new Map<string, ReadText>();
  for (const one of texts) {
    const { filing: { accession } = {}, sections: [section] } = one;
    if (accession === undefined || section === undefined) filings.set(one.name, one);
    else {
      const key = `${accession} ${one.owners.flatMap(({ tickers }) => tickers)}`;
      const before = filings.get(key);
      const start = before === undefined ? 0 : before.text.length + 1;
      const text = before === undefined ? one.text : `${before.text}\n${one.text}`;
      const named = { ...section, start: start + section.start, end: text.length };
      const sections = [...before?.sections ?? [], ...section.name === "" ? [] : [named]];
      filings.set(key, { ...one, ...before, name: accession, text, sections });
    }
  }
  return [...filings.values()];
}

const NO_COLUMNS: TextColumns = {
  ticker: [],
  time: [],
  title: [],
  text: [],
  kind: [],
  accession: [],
  section: [],
  form: [],
};
