import { NO_FACTS, REPORT } from "../filings/read_report.ts";
import { SUBMISSION } from "../filings/read_submission.ts";
import type { ReadOptions, RecordReader, RecordsRead } from "../filings/record_file.ts";
import { filedPage, isFiledPath } from "../texts/filed_page.ts";
import { FiledSubmission } from "../texts/filed_submission.ts";
import { loadHtmlText } from "../texts/html_text.ts";
import { MAX_TEXT_CHARS, type TextsRead } from "../texts/text_file.ts";

/** Takes the text out of a file of records while these are read. */
export interface TextsBeside {
  /** Takes a piece of the file. */
  write(text: string): void;
  /** The texts, and what is wrong with the file now that it is a text too. */
  end(found: RecordsRead): Promise<TextsRead>;
}

/**
 * What reads the text of a file of records; `undefined` where it has none.
 * @param head The first characters of the file.
 */
export function textsBeside(
  reader: RecordReader | undefined,
  { head, ...options }: ReadOptions & { readonly head: string },
): TextsBeside | undefined {
  if (reader === SUBMISSION) return ofSubmission(options);
  return reader === REPORT && /<(?:\w+:)?html[\s>]/i.test(head) ? ofPage(options) : undefined;
}

/** What the SEC and its network send in place of a filing to who asks too often, or without a name. */
const REFUSES =
  /request rate threshold|undeclared automated tool|access denied|page not found|\b40[34]\b.{0,20}(?:forbidden|not found)/i;
const HEAD_CHARS = 1_000;

function ofSubmission(options: ReadOptions): TextsBeside {
  const submission = new FiledSubmission();
  return {
    write: (text) => submission.write(text),
    end: async ({ problems }) => withText(submission.end(await loadHtmlText(), options), problems),
  };
}

function ofPage(options: ReadOptions): TextsBeside {
  const pieces: string[] = [];
  let chars = 0;
  return {
    write(text) {
      chars += text.length;
      if (chars <= MAX_TEXT_CHARS) pieces.push(text);
    },
    async end({ cover = { owner: {} }, problems }) {
      const isReport = cover.form !== undefined || isFiledPath(options.file);
      if (!isReport || chars > MAX_TEXT_CHARS) return { texts: [], problems };
      const page = (await loadHtmlText())(pieces.join(""));
      if (cover.form === undefined && REFUSES.test(page.text.slice(0, HEAD_CHARS))) return { texts: [], problems };
      return withText(page.text === "" ? [] : [filedPage({ ...options, page, cover })], problems);
    },
  };
}

/** A page that states no facts is nothing wrong where it is read as a text. */
function withText(texts: TextsRead["texts"], problems: TextsRead["problems"]): TextsRead {
  return { texts, problems: texts.length === 0 ? problems : problems.filter(({ message }) => !NO_FACTS.has(message)) };
}
