import { longDay } from "../../calendar/day.ts";
import { counted } from "../../text/counted.ts";
import { inQuotes } from "../../text/control.ts";
import type { FeedEntry } from "../news/feed_entries.ts";
import { loadFeeds } from "../news/read_feed.ts";
import { ProblemLog } from "../problem_log.ts";
import { mayNameCompany } from "./call_file.ts";
import { loadHtmlText, type PageText } from "./html_text.ts";
import { kindInPath } from "./kinds.ts";
import { plainText } from "./plain_text.ts";
import { readPublication } from "./publication.ts";
import { type ReadText, type TextReader, titleOf, wholeOf } from "./text_file.ts";

const PROLOG = /^\uFEFF?(?:<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>|\s)*/i;
const ROOT = /^<(?:rss|feed|(?:[\w-]+:)?RDF)[\s>]/;

/** Reads the entries of a feed: RSS 0.91 to 2.0, RSS 1.0 and Atom. Its path says of which company they are. */
export const FEED_FILE: TextReader = {
  kind: "feed of news",
  looksLike: (head) => ROOT.test(head.slice(PROLOG.exec(head)?.[0].length ?? 0)),
  async read(texts, { file, latest = "9999" }) {
    const log = new ProblemLog(file);
    const whole = await wholeOf(texts);
    const found = whole === undefined ? { problem: "it is longer than any feed" } : (await loadFeeds())(whole);
    if ("problem" in found) {
      log.add(`Not read: ${found.problem}`);
      return { texts: [], problems: log.list() };
    }
    const html = await loadHtmlText();
    const read = found.entries.map((entry, at) => textOf(entry, { at, html, file, latest }));
    for (const [at, why] of read.entries()) {
      if (typeof why === "string") {
        log.add(`Entry ${at + 1} is skipped: ${why}`, { line: found.entries[at]?.line ?? 1 });
      }
    }
    const own = read.filter((one) => typeof one !== "string");
    if (own.length > 0 && !mayNameCompany(file)) {
      log.add(
        `Of ${counted(own.length, "entry")} nothing is used: the feed names no company; name it like news/AAPL.xml`,
      );
      return { texts: [], problems: log.list() };
    }
    return { texts: own, problems: log.list() };
  },
};

/** Where an entry is, and how it is read. */
interface EntryPlace {
  readonly at: number;
  readonly html: (html: string) => PageText;
  readonly file: string;
  readonly latest: string;
}

function textOf({ time, title, text }: FeedEntry, { at, html, file, latest }: EntryPlace): ReadText | string {
  const published = readPublication(time);
  if (published === undefined) {
    return time === "" ? "it has no day" : `${inQuotes(time)} is not a day`;
  }
  if (published.day > latest) return `its day ${longDay(published.day)} is in the future`;
  const plain = (written: string) => /[<&]/.test(written) ? html(written).text : plainText(written);
  const head = plain(title);
  const body = plain(text);
  const all = body.startsWith(head) ? body : body === "" ? head : `${head}\n${body}`;
  if (all === "") return "it has no text";
  const kind = kindInPath(file) === "post" ? "post" : "news";
  return { name: String(at + 1), owners: [{}], kind, title: titleOf(head), published, text: all, sections: [] };
}
