import type { RecordReader } from "../filings/record_file.ts";
import { feedSpan, loadFeeds } from "./read_feed.ts";

/** Longest feed, in characters; those that were looked at have 10,000 to 500,000. */
const MAX_CHARS = 32 * 1024 * 1024;
const PROLOG = /^\uFEFF?(?:<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>|\s)*/i;
const ROOT = /^<(?:rss|feed|(?:[\w-]+:)?RDF)[\s>]/;

/** Recognises a feed of news and counts its entries; nothing of it is among the records of a company yet. */
export const FEED_FILE: RecordReader = {
  kind: "feed of news",
  looksLike: (head) => ROOT.test(head.slice(PROLOG.exec(head)?.[0].length ?? 0)),
  async read(texts, { file }) {
    const pieces: string[] = [];
    let chars = 0;
    for await (const text of texts) {
      chars += text.length;
      if (chars > MAX_CHARS) return refused(file, "Not read: a feed is no longer than 32 MiB");
      pieces.push(text);
    }
    const found = (await loadFeeds())(pieces.join(""));
    if ("problem" in found) return refused(file, `Not counted: ${found.problem}`);
    return { companies: [], problems: [], feed: feedSpan(found) };
  },
};

function refused(file: string, message: string): ReturnType<RecordReader["read"]> {
  return Promise.resolve({ companies: [], problems: [{ kind: "refused", file, line: 1, column: 1, message }] });
}
