import { CharFinder } from "./char_finder.ts";
import type { CsvOptions, CsvProblem, CsvRecord } from "./csv_record.ts";

const QUOTE = '"';
const NUL = "\0";
const LINE_BREAK = /\r\n|\r|\n/;
/** DOS programs end a file with it. */
const END_MARK = "\u001a";
/** Bounds a row too, or a line without end would fill the memory. */
const MAX_CELLS_OF_FULL_LENGTH = 4;
/** An unfinished row longer than this is scanned again only after it has grown by a quarter. */
const EAGER_CHARS = 8_192;

/** A cell and where it ends, or where and why it is malformed. */
type Cell = { readonly text: string; readonly end: number } | {
  readonly at: number;
  readonly message: string;
};

/** Scans rows; buffers an unfinished row until more text arrives. */
export class CsvScanner {
  readonly #separator: string;
  readonly #maxCellChars: number;
  #text = "";
  #isLast = false;
  #isStart = true;
  #at = 0;
  #line = 1;
  #isInsideDroppedLine = false;
  #readFromChars = 0;
  #lf = new CharFinder("", "\n");
  #cr = new CharFinder("", "\r");
  #quotes = new CharFinder("", QUOTE);
  #separators = new CharFinder("", ",");
  #nuls = new CharFinder("", NUL);
  #emptyLines = 0;

  constructor(options: CsvOptions) {
    this.#separator = options.separator ?? ",";
    this.#maxCellChars = options.maxCellChars ?? 1_048_576;
  }

  /** Adds the last text; returns the remaining rows. */
  end(chunk: string): CsvRecord[] {
    this.#isLast = true;
    return this.feed(chunk);
  }

  /** Adds text; returns the rows that are complete now, wherever the text is cut. */
  feed(chunk: string): CsvRecord[] {
    const text = this.#text + this.#withoutMark(chunk);
    this.#text = text;
    if (text.length < this.#readFromChars && !this.#isLast) return [];
    this.#lf = new CharFinder(text, "\n");
    this.#cr = new CharFinder(text, "\r");
    this.#quotes = new CharFinder(text, QUOTE);
    this.#separators = new CharFinder(text, this.#separator);
    this.#nuls = new CharFinder(text, NUL);
    const records: CsvRecord[] = [];
    for (let next = this.#next(); next; next = this.#next()) records.push(next);
    this.#text = text.slice(this.#at);
    this.#at = 0;
    const rest = this.#text.length;
    this.#readFromChars = rest < EAGER_CHARS ? 0 : rest * 1.25;
    return records;
  }

  #withoutMark(chunk: string): string {
    if (!this.#isStart || chunk === "") return chunk;
    this.#isStart = false;
    return chunk.startsWith("\uFEFF") ? chunk.slice(1) : chunk;
  }

  /** The next row; undefined when the buffer holds no complete one. */
  #next(): CsvRecord | undefined {
    while (this.#at < this.#text.length) {
      const at = this.#at;
      const end = this.#lineEnd(at);
      if (this.#isInsideDroppedLine || end === at || this.#isEndMark(end)) {
        if (!this.#dropLine(end)) return undefined;
      } else if (this.#quotes.from(at) < end || end - at > this.#maxCellChars) {
        return this.#finished(this.#carefulRecord(), at);
      } else {
        const line = this.#line;
        if (!this.#goTo(end, line)) return undefined;
        return this.#finished({ line, cells: this.#plainCells(at, end) }, at);
      }
    }
    return undefined;
  }

  /** A row; empty lines before it and NULs in it are reported. */
  #finished(record: CsvRecord | undefined, start: number): CsvRecord | undefined {
    if (record === undefined) return undefined;
    const nul = this.#nuls.from(start);
    const hasNul = nul < this.#at && nul < this.#text.length;
    if (!hasNul && this.#emptyLines === 0) return record;
    const emptyBefore = this.#emptyLines;
    this.#emptyLines = 0;
    const problem = record.problem ?? (hasNul ? this.#nulProblem(record.line, { start, nul }) : undefined);
    return { ...record, ...(emptyBefore > 0 && { emptyBefore }), ...(problem && { problem }) };
  }

  /** A row without quotes, in half the time of `split`. */
  #plainCells(start: number, end: number): string[] {
    const cells: string[] = [];
    let at = start;
    for (let next = this.#separators.from(at); next < end; next = this.#separators.from(at)) {
      cells.push(this.#text.slice(at, next));
      at = next + 1;
    }
    cells.push(this.#text.slice(at, end));
    return cells;
  }

  /** A row with quotes, or a very long one. */
  #carefulRecord(): CsvRecord | undefined {
    const start = { line: this.#line, at: this.#at };
    const cells: string[] = [];
    let { line, at } = start;
    let lineStart = at;
    while (true) {
      const cell = this.#cell(at, start.at);
      if (cell === undefined) return undefined;
      if ("message" in cell) {
        const problem = { line, column: cell.at - lineStart + 1, message: cell.message };
        const rest = this.#dropRestOfLine(at, line);
        return rest === undefined ? undefined : { line: start.line, cells: [...cells, rest], problem };
      }
      cells.push(cell.text);
      for (let end = this.#lineEnd(at); end < cell.end; end = this.#lineEnd(lineStart)) {
        lineStart = this.#afterBreak(end);
        line++;
      }
      if (this.#text[cell.end] !== this.#separator) {
        if (!this.#goTo(cell.end, line)) return undefined;
        return line === start.line ? { line, cells } : { line: start.line, cells, lastLine: line };
      }
      at = cell.end + 1;
    }
  }

  #cell(at: number, rowStart: number): Cell | undefined {
    const maxRowChars = this.#maxCellChars * MAX_CELLS_OF_FULL_LENGTH;
    if (at - rowStart > maxRowChars) {
      return { at, message: `Row is longer than ${maxRowChars} characters` };
    }
    return this.#text[at] === QUOTE ? this.#quotedCell(at) : this.#bareCell(at);
  }

  #bareCell(at: number): Cell {
    const end = Math.min(this.#separators.from(at), this.#lineEnd(at));
    const quote = this.#quotes.from(at);
    if (quote < end && quote - at <= this.#maxCellChars) {
      return { at: quote, message: "Quote inside a cell that does not start with one" };
    }
    if (end - at > this.#maxCellChars) return this.#tooLong(at);
    return { text: this.#text.slice(at, end), end };
  }

  #quotedCell(at: number): Cell | undefined {
    const text = this.#text;
    let close = text.indexOf(QUOTE, at + 1);
    let hasDoubled = false;
    while (close >= 0 && text[close + 1] === QUOTE) {
      hasDoubled = true;
      close = text.indexOf(QUOTE, close + 2);
    }
    const contentEnd = close < 0 ? text.length : close;
    if (contentEnd - at - 1 > this.#maxCellChars) return this.#tooLong(at);
    if (close < 0) return this.#isLast ? { at, message: "Quoted cell is never closed" } : undefined;
    const content = text.slice(at + 1, close);
    const after = text[close + 1];
    if (after === undefined || after === this.#separator || after === "\n" || after === "\r") {
      return { text: hasDoubled ? content.replaceAll('""', QUOTE) : content, end: close + 1 };
    }
    return this.#lineEnd(at) < close
      ? { at, message: "Quoted cell is not closed before the text of a later line" }
      : { at: close + 1, message: "Text after a closing quote" };
  }

  #nulProblem(line: number, { start, nul }: { start: number; nul: number }): CsvProblem {
    const lines = this.#text.slice(start, nul).split(LINE_BREAK);
    return { line: line + lines.length - 1, column: (lines.at(-1) ?? "").length + 1, message: "NUL character" };
  }

  #tooLong(at: number): Cell {
    return { at, message: `Cell is longer than ${this.#maxCellChars} characters` };
  }

  #lineEnd(at: number): number {
    return Math.min(this.#lf.from(at), this.#cr.from(at));
  }

  /** Where the line after a line end starts, or -1 while the buffer leaves it open. */
  #afterBreak(end: number): number {
    if (this.#text[end] === "\r" && this.#text[end + 1] === "\n") {
      return end + 2;
    }
    const isDecided = this.#text[end] === "\n" || end + 1 < this.#text.length;
    return isDecided || this.#isLast ? end + 1 : -1;
  }

  /** Moves past a line end; false while the line end may be incomplete. */
  #goTo(end: number, line: number): boolean {
    const next = this.#afterBreak(end);
    if (next < 0) return false;
    this.#at = next;
    this.#line = line + 1;
    return true;
  }

  #isEndMark(end: number): boolean {
    return this.#isLast && end === this.#text.length && this.#text.slice(this.#at) === END_MARK;
  }

  #dropLine(end: number): boolean {
    const isEmpty = !this.#isInsideDroppedLine && end === this.#at;
    const isDropped = this.#goTo(end, this.#line);
    if (isDropped) this.#isInsideDroppedLine = false;
    else this.#at = end;
    if (isDropped && isEmpty) this.#emptyLines++;
    return isDropped;
  }

  /** The rest of a malformed row unchanged, cut to the longest cell. */
  #dropRestOfLine(at: number, line: number): string | undefined {
    const end = this.#lineEnd(at);
    const rest = this.#text.slice(at, Math.min(end, at + this.#maxCellChars));
    if (this.#goTo(end, line)) return rest;
    if (end - at <= this.#maxCellChars) return undefined;
    this.#at = end;
    this.#line = line;
    this.#isInsideDroppedLine = true;
    return rest;
  }
}
