import { loadXml } from "../filings/xml_events.ts";
import { FeedEntries, type FeedEntry } from "./feed_entries.ts";

/** A feed of news. */
export interface Feed {
  /** `RSS 2.0`, `RSS 1.0` or `Atom`. */
  readonly kind: string;
  readonly entries: readonly FeedEntry[];
}

/** Why a text is no feed. */
export interface NoFeed {
  /** A sentence without a full stop. */
  readonly problem: string;
}

/** Loads the package that reads XML, and returns what reads a feed. */
export async function loadFeeds(): Promise<(text: string) => Feed | NoFeed> {
  const open = await loadXml();
  return (text) => {
    const found = new FeedEntries();
    const reader = open(found);
    reader.write(text.replace(/^\uFEFF?\s+/, "").replace(/^\uFEFF/, ""));
    const problem = reader.end();
    const { kind, root, entries } = found;
    if (root !== undefined && kind === undefined) {
      return { problem: `it is not a feed: its outermost element is ${root.slice(0, 40)}` };
    }
    if (problem !== undefined) {
      return { problem: `it is not a complete feed: line ${problem.line}: ${problem.message}` };
    }
    return kind === undefined ? { problem: "it is not a feed" } : { kind, entries };
  };
}
