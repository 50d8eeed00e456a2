import { type NastyFile, oneByte, utf16 } from "./csv_bank_file.ts";

const LIST = "ticker,company\nIBM,Müller\nXRX,b\n";
const TWO = ["2 IBM", "3 XRX"];

const ENCODINGS: readonly NastyFile[] = [
  { name: "UTF-8 without a mark", file: LIST, rows: TWO },
  { name: "UTF-8 with a mark", file: `\uFEFF${LIST}`, rows: TWO },
  { name: "UTF-16LE with a mark", file: utf16(LIST), rows: TWO, notes: [/^Read as UTF-16LE$/] },
  {
    name: "UTF-16BE with a mark",
    file: utf16(LIST, { isBig: true }),
    rows: TWO,
    notes: [/^Read as UTF-16BE$/],
  },
  {
    name: "Excel's Unicode text, UTF-16LE with tabs",
    file: utf16(LIST.replaceAll(",", "\t").replaceAll("\n", "\r\n")),
    rows: TWO,
    notes: [/^Read as UTF-16LE, separated by tabs$/],
  },
  { name: "UTF-16LE without a mark", file: utf16(LIST, { hasMark: false }), refused: /UTF-16LE without a byte.*iconv/ },
  {
    name: "UTF-16BE without a mark",
    file: utf16(LIST, { isBig: true, hasMark: false }),
    refused: /UTF-16BE without a byte.*iconv -f UTF-16BE/,
  },
  {
    name: "half a character at the end of UTF-16",
    file: utf16(LIST).subarray(0, -1),
    refused: /holds invalid UTF-16LE/,
  },
  { name: "a lone surrogate in UTF-16", file: utf16("ticker\nA\ud800B\n"), refused: /holds invalid UTF-16LE/ },
  { name: "UTF-32LE", file: new Uint8Array([0xff, 0xfe, 0, 0, 0x74, 0, 0, 0]), refused: /probably UTF-32LE/ },
  { name: "UTF-32BE", file: new Uint8Array([0, 0, 0xfe, 0xff, 0, 0, 0, 0x74]), refused: /probably UTF-32BE/ },
  {
    name: "Windows-1252",
    file: oneByte(LIST),
    refused: /as line 2 shows, probably Windows-1252.*iconv -f Windows-1252/,
  },
  {
    name: "Windows-1251",
    file: oneByte("ticker,company\nGAZP,\xc3\xe0\xe7\xef\xf0\xee\xec\nSBER,\xd1\xe1\xe5\xf0\xe1\xe0\xed\xea\n"),
    refused: /probably Windows-1251/,
    isGuessed: true,
  },
  {
    name: "Shift_JIS",
    file: oneByte("ticker,company\n7203,\x83g\x83\x88\x83^\x8e\xa9\x93\xae\x8e\xd4\n"),
    refused: /probably Shift_JIS/,
    isGuessed: true,
  },
  {
    name: "GB18030",
    file: oneByte("ticker,company\n600519,\xb9\xf3\xd6\xdd\xc3\xa9\xcc\xa8\n"),
    refused: /probably GB18030/,
    isGuessed: true,
  },
  { name: "an overlong form of UTF-8", file: oneByte("ticker\nI\xc1\x82M\n"), refused: /not UTF-8, as line 2 shows/ },
  { name: "a character cut at the end of UTF-8", file: oneByte("ticker\nIBM\xc3"), refused: /not UTF-8/ },
  { name: "a workbook", file: oneByte("PK\x03\x04...."), refused: /Excel workbook/ },
  { name: "an old workbook", file: oneByte("\xd0\xcf\x11\xe0...."), refused: /old Excel workbook/ },
  { name: "a compressed file", file: oneByte("\x1f\x8b\x08\x00...."), refused: /packed with gzip/ },
  { name: "a PDF", file: "%PDF-1.7\n", refused: /looks like a PDF/ },
  { name: "a sign-in page", file: "<!DOCTYPE html>\n<html>\n", refused: /looks like HTML or JSON/ },
  { name: "JSON", file: '[{"ticker": "IBM"}]', refused: /looks like HTML or JSON/ },
  { name: "nothing", file: "", refused: /it is empty/ },
  { name: "only a mark", file: "\uFEFF", refused: /it is empty/ },
  { name: "only empty lines", file: "\r\n\r\n", refused: /it is empty/ },
  { name: "only blanks", file: "  \n \t \n\u00a0", refused: /it is empty/ },
  { name: "only empty cells", file: ",,\n,,\n".repeat(200), refused: /it is empty/ },
  { name: "only empty cells in many lines", file: ",,\n".repeat(30_000), refused: /first 65536 characters are empty/ },
  {
    name: "many lines of empty cells before the header",
    file: `${",,\n".repeat(150)}ticker,company,w\nIBM,a,1\n`,
    rows: ["152 IBM"],
    notes: [/header on line 151$/],
  },
];

const LINES: readonly NastyFile[] = [
  { name: "CRLF", file: LIST.replaceAll("\n", "\r\n"), rows: TWO },
  { name: "CR only", file: LIST.replaceAll("\n", "\r"), rows: TWO },
  { name: "mixed line ends", file: "ticker,company\r\nIBM,a\rXRX,b\n", rows: TWO },
  { name: "no last line end", file: "ticker,company\nIBM,a\nXRX,b", rows: TWO },
  { name: "a DOS end mark", file: `${LIST.replaceAll("\n", "\r\n")}\u001a`, rows: TWO },
  { name: "a header and no row", file: "ticker,company\n", rows: [] },
  {
    name: "empty lines between rows",
    file: "ticker,company\n\nIBM,a\n\n\nXRX,b\n\n",
    rows: ["3 IBM", "6 XRX"],
    notes: [/^Skipped as empty: lines 2 and 4 to 5$/],
  },
  {
    name: "more gaps than a note names",
    file: `ticker,n\n${"IBM,a\n\n".repeat(5)}IBM,a\n,\n\nXRX,b\n`,
    rows: ["2 IBM", "4 IBM", "6 IBM", "8 IBM", "10 IBM", "12 IBM", "15 XRX"],
    notes: [/^Skipped as empty: lines 3, 5, 7, 9, 11 and 2 more$/],
  },
  {
    name: "rows of empty cells, as spreadsheets write them",
    file: "ticker,company\nIBM,a\n,\n , \nXRX,b\n,\n",
    rows: ["2 IBM", "5 XRX"],
    notes: [/^Skipped as empty: lines 3 to 4 and 6$/],
  },
  {
    name: "empty lines before the header",
    file: "\n\nticker,company\nIBM,a\n",
    rows: ["4 IBM"],
    notes: [/header on line 3/],
  },
  { name: "a NUL in a cell", file: "ticker,company\nIBM,a\0b\nXRX,b\n", rows: ["2 IBM! 2:6 NUL character", "3 XRX"] },
  { name: "a NUL in the header", file: "ticker,com\0pany\nIBM,a\n", refused: /line 1, column 11: NUL character/ },
  {
    name: "a second mark where two files were joined",
    file: "ticker,company\nIBM,a\n\uFEFFticker,company\nXRX,b\n",
    rows: ["2 IBM", "4 XRX"],
    notes: [/^Skipped as a repeated header: line 3$/],
  },
];

/** Files that are difficult before a cell is read. */
export const TEXT_FILES: readonly NastyFile[] = [
  ...ENCODINGS,
  ...LINES,
];
