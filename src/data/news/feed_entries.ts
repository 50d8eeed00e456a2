import type { XmlElement, XmlHandler, XmlName } from "../filings/xml_events.ts";

/** An entry of a feed. */
export interface FeedEntry {
  /** What tells it from others: its `guid`, `id` or address, or else its title and time. */
  readonly id: string;
  /** When it was published or last changed, the UTC day, `YYYY-MM-DD`; absent where that is not said. */
  readonly day?: string;
  /** The same time as the feed writes it; empty where it has none. */
  readonly time: string;
  /** Markup where the feed escapes it; empty without one. */
  readonly title: string;
  /** The whole text where the feed has it, else its summary; markup where the feed escapes it. */
  readonly text: string;
  /** The line of the feed on which it begins, from 1. */
  readonly line: number;
}

const RSS_1 = "http://purl.org/rss/1.0/";
const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const ATOM = "http://www.w3.org/2005/Atom";
const DUBLIN_CORE = "http://purl.org/dc/elements/1.1/";
const CONTENT = "http://purl.org/rss/1.0/modules/content/";
/** Feeds that were looked at have 10 to 200 entries. */
const MAX_ENTRIES = 100_000;
const MAX_CHARS = 2_000;
const MAX_TEXT_CHARS = 1_000_000;

/** What of an entry is read, in the order in which it names the entry; the days in the order in which they serve. */
const NAMES = ["guid", "id", "about", "link"] as const;
const DAYS = ["pubDate", "published", "updated", "date"] as const;
const TEXTS = ["encoded", "content", "description", "summary"] as const;
const PARTS: ReadonlySet<string> = new Set([...NAMES, ...DAYS, ...TEXTS, "title"]);
const LONG: ReadonlySet<string> = new Set(TEXTS);

/**
 * Reads the entries of a feed: RSS 0.91 to 2.0 (https://www.rssboard.org/rss-specification), RSS 1.0
 * (https://web.resource.org/rss/1.0/spec) and Atom (RFC 4287).
 */
export class FeedEntries implements XmlHandler {
  readonly #entries: FeedEntry[] = [];
  #kind: string | undefined;
  #root: string | undefined;
  #depth = 0;
  #entryDepth = 0;
  #parts = new Map<string, string>();
  #part: string | undefined;
  #line = 1;

  /** `RSS 2.0`, `RSS 1.0` or `Atom`; undefined for another document. */
  get kind(): string | undefined {
    return this.#kind;
  }

  /** The name of the outermost element. */
  get root(): string | undefined {
    return this.#root;
  }

  /** In the order of the feed. */
  get entries(): readonly FeedEntry[] {
    return this.#entries;
  }

  /** An element opens. */
  open(element: XmlElement): void {
    this.#depth++;
    if (this.#depth === 1) {
      this.#root = element.name;
      this.#kind = kindOf(element);
    } else if (this.#entryDepth === 0) this.#begin(element);
    else if (this.#depth === this.#entryDepth + 1) this.#beginPart(element);
    else this.text(" "); // a feed may hold a page as elements
  }

  /** Text of the newest part. */
  text(piece: string): void {
    if (this.#part === undefined) return;
    const before = this.#parts.get(this.#part) ?? "";
    const most = LONG.has(this.#part) ? MAX_TEXT_CHARS : MAX_CHARS;
    if (before.length < most) this.#parts.set(this.#part, (before + piece).slice(0, most));
  }

  /** An element closes. */
  close(): void {
    if (this.#depth === this.#entryDepth + 1) this.#part = undefined;
    if (this.#depth === this.#entryDepth) {
      this.#entryDepth = 0;
      if (this.#entries.length < MAX_ENTRIES) this.#entries.push({ ...entryOf(this.#parts), line: this.#line });
    }
    this.#depth--;
  }

  #begin({ namespace, local, attributes, line }: XmlElement): void {
    const isEntry = this.#kind === "Atom"
      ? this.#depth === 2 && namespace === ATOM && local === "entry"
      : this.#kind === "RSS 1.0"
      ? namespace === RSS_1 && local === "item"
      : this.#kind !== undefined && namespace === "" && local === "item";
    if (!isEntry) return;
    this.#entryDepth = this.#depth;
    this.#line = line;
    const about = Object.entries(attributes).find(([name]) => name.endsWith(":about"))?.[1];
    this.#parts = new Map(about === undefined ? [] : [["about", about]]);
  }

  #beginPart({ namespace, local, attributes }: XmlElement): void {
    const isOwn = ["", ATOM, RSS_1, DUBLIN_CORE, CONTENT].includes(namespace);
    this.#part = isOwn && PARTS.has(local) && !this.#parts.has(local) ? local : undefined;
    const { href } = attributes;
    if (this.#part === "link" && href !== undefined) this.#parts.set("link", href);
  }
}

function kindOf({ namespace, local, attributes }: XmlName & Pick<XmlElement, "attributes">): string | undefined {
  if (namespace === ATOM && local === "feed") return "Atom";
  if (namespace === RDF && local === "RDF") return "RSS 1.0";
  return namespace === "" && local === "rss" ? `RSS ${(attributes["version"] ?? "2.0").slice(0, 5)}` : undefined;
}

function entryOf(parts: ReadonlyMap<string, string>): Omit<FeedEntry, "line"> {
  const texts = (names: readonly string[]) => names.map((name) => parts.get(name)?.trim() ?? "");
  const [time = ""] = texts(DAYS).filter((text) => text !== "");
  const [name = `${texts(["title"])} ${time}`] = texts(NAMES).filter((text) => text !== "");
  const ms = Date.parse(time);
  const day = Number.isNaN(ms) ? undefined : new Date(ms).toISOString().slice(0, "YYYY-MM-DD".length);
  const [title = ""] = texts(["title"]);
  const [text = ""] = texts(TEXTS).filter((one) => one !== "");
  return { id: name, ...day !== undefined && /^\d{4}-/.test(day) && { day }, time, title, text };
}
