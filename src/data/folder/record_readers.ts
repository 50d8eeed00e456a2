import { answerIn } from "../../text/refusal_in.ts";
import { COMPANY_FACTS } from "../filings/companyfacts.ts";
import { FACTS_TABLE } from "../filings/facts_table.ts";
import { REPORT } from "../filings/read_report.ts";
import { SUBMISSION } from "../filings/read_submission.ts";
import type { RecordReader } from "../filings/record_file.ts";
import { SUBMISSIONS } from "../filings/submissions.ts";
import { OWNERSHIP_SUBMISSION, OWNERSHIP_XML } from "../insider/ownership_files.ts";
import { TRADE_TABLE } from "../insider/trade_table.ts";
import { CALL_FILE } from "../texts/call_file.ts";
import { FEED_FILE } from "../texts/feed_file.ts";
import { isFiledPath } from "../texts/filed_page.ts";
import type { TextReader } from "../texts/text_file.ts";
import { TEXT_TABLE } from "../texts/text_table.ts";

/** Every kind of files that hold records. The first that recognises a file reads it. */
const RECORD_READERS: readonly RecordReader[] = [
  COMPANY_FACTS,
  SUBMISSIONS,
  OWNERSHIP_SUBMISSION,
  SUBMISSION,
  OWNERSHIP_XML,
  REPORT,
  FACTS_TABLE,
  TRADE_TABLE,
];

/** Every kind of files that hold texts and no records. The first that recognises a file reads it. */
const TEXT_READERS: readonly TextReader[] = [FEED_FILE, TEXT_TABLE, CALL_FILE];

/** Who reads a file: for its records, which may be a text too, or for its texts alone. */
export type FileReader =
  | { readonly records: RecordReader; readonly texts?: never }
  | { readonly records?: never; readonly texts: TextReader };

/**
 * The reader of a file; `undefined` where it holds neither records nor texts.
 * @param head Its first characters.
 */
export function readerOf(head: string, file: string): FileReader | undefined {
  const records = RECORD_READERS.find((reader) => reader.looksLike(head, file));
  const isPage = records === REPORT && isBarePage(head);
  if (records !== undefined && !isPage) return { records };
  const texts = isPage && isFiledPath(file) ? undefined : TEXT_READERS.find((reader) => reader.looksLike(head, file));
  if (texts !== undefined) return { texts };
  return isPage && /\.x?html?(?:\.gz)?$/i.test(file) ? { records } : undefined;
}

/** A page by another name is what a service sends that refuses a download, unless it declares tags. */
function isBarePage(head: string): boolean {
  return /^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(head) && !/inlineXBRL/i.test(head);
}

/** What a file that no reader recognises holds, and what to do about it. */
export function whyUnknown(head: string): string {
  if (head.includes("\0")) return "Its content is not text, and of no form that is read";
  if (isBarePage(head)) return "It is a web page without tagged figures, as a service sends that refuses a download";
  if (/^\s*</.test(head)) return "It is XML of no kind that is read: reports in XBRL, and Forms 3, 4 and 5, are";
  const answer = answerIn(head);
  if (answer !== undefined) {
    return `It holds what a service answered in place of data, ${JSON.stringify(answer)}; fetch it again`;
  }
  if (/^\s*[[{]/.test(head)) {
    return "It is JSON of no kind that is read: companyfacts and submissions of the SEC are, and prices as CSV or as lines of JSON";
  }
  return head.trim() === "" ? "It is empty" : "Its content is of no form that is read";
}
