import { dayText } from "../calendar/day.ts";
import { type Feed, loadFeeds } from "../data/news/read_feed.ts";
import { InputError } from "../protocol/errors.ts";
import type { FetchPort, Source, SourceMaker } from "./source.ts";
import { tickerFile } from "./ticker_file.ts";

const PLACE = "{ticker}";
const MAX_BYTES = 32 * 1024 * 1024;
const MS_PER_DAY = 86_400_000;
const MS_PER_SECOND = 1_000;
/** Versions of one day; a feed is fetched once a session. */
const MAX_VERSIONS = 100;
/** Parameters that hold a key: an address is written into the journal. */
const KEY = /^(?:api_?)?(?:key|token)$|^auth|secret|password/i;

/** `feed:URL`: a feed of news, RSS or Atom, for each ticker or one for all. */
export const FEED: SourceMaker = {
  name: "feed",
  help: `feed:URL: a feed of news, RSS or Atom; ${PLACE} in the address is replaced`,
  needs: [],
  make(what) {
    const address = what?.trim() ?? "";
    const { host } = checkAddress(address);
    const folder = `news/${host.replaceAll(":", "_")}/${slugOf(address, host)}`;
    const source = { name: "feed", rate: [{ count: 1, perMs: MS_PER_SECOND }], hosts: [host] };
    return address.includes(PLACE)
      ? feedOfEach({ ...source, address, folder })
      : feedOfAll({ ...source, address, folder });
  },
};

/** A feed and where it is kept. */
interface FeedSource extends Pick<Source, "name" | "rate" | "hosts"> {
  readonly address: string;
  readonly folder: string;
}

function feedOfEach({ address, folder, ...source }: FeedSource): Source {
  return {
    ...source,
    async collect({ ticker }, port) {
      const file = tickerFile(ticker);
      if (file === undefined) return port.report(ticker, "it cannot be a file name");
      const url = address.replaceAll(PLACE, encodeURIComponent(file));
      await fetchFeed({ url, path: `${folder}/${file}` }, port);
    },
  };
}

function feedOfAll({ address, folder, ...source }: FeedSource): Source {
  return {
    ...source,
    begin: (_companies, port) => fetchFeed({ url: address, path: folder }, port),
    collect: () => Promise.resolve(),
  };
}

/**
 * Keeps the newest version of a feed, and of those before it each that has an entry that its next one does not: a feed
 * holds only its newest entries. The older version is written before the newer one takes its place.
 */
async function fetchFeed(
  { url, path: stem }: { readonly url: string; readonly path: string },
  port: FetchPort,
): Promise<void> {
  const path = `${stem}.xml`;
  const read = await loadFeeds();
  const feedOf = (body: Uint8Array) => read(decode(body));
  const problemOf = (body: Uint8Array) => {
    const found = feedOf(body);
    return "problem" in found ? found.problem : undefined;
  };
  if (port.isFresh(path)) return void await port.get({ url, path, freshness: "session", problemOf });
  const { state, body } = await port.ask({ url, problemOf, maxBytes: MAX_BYTES });
  if (state !== "new" || body === undefined) return;
  const before = await port.kept(path);
  const older = before === undefined ? undefined : feedOf(before);
  const newer = feedOf(body);
  const isLost = older !== undefined && !("problem" in older) && !("problem" in newer) && losesEntries(older, newer);
  if (before !== undefined && isLost) await keepVersion({ stem, body: before, feed: older }, port);
  await port.keep(path, body);
}

function losesEntries(older: Feed, newer: Feed): boolean {
  const kept = new Set(newer.entries.map(({ id }) => id));
  return older.entries.some(({ id }) => !kept.has(id));
}

/** Under the day of its newest entry. */
async function keepVersion(
  { stem, body, feed }: { readonly stem: string; readonly body: Uint8Array; readonly feed: Feed },
  port: FetchPort,
): Promise<void> {
  const today = dayText(Math.floor(port.now.getTime() / MS_PER_DAY));
  const days = feed.entries.flatMap(({ day }) => day === undefined || day > today ? [] : [day]).toSorted();
  const day = days.at(-1) ?? today;
  for (let version = 1; version <= MAX_VERSIONS; version++) {
    const path = `${stem}/${day}${version === 1 ? "" : `-${version}`}.xml`;
    const kept = await port.kept(path);
    if (kept !== undefined && !isSame(kept, body)) continue;
    if (kept === undefined) await port.keep(path, body);
    return;
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** In the encoding that the text declares; UTF-8 without one. */
function decode(body: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(body.subarray(0, 200));
  const [, named = "utf-8"] = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head) ?? [];
  const marked = body[0] === 0xff && body[1] === 0xfe
    ? "utf-16le"
    : body[0] === 0xfe && body[1] === 0xff
    ? "utf-16be"
    : named;
  try {
    return new TextDecoder(marked).decode(body);
  } catch {
    return new TextDecoder().decode(body); // an encoding that nobody knows: its letters may be wrong, its elements are not
  }
}

/** @throws {InputError} when the address cannot be used. */
function checkAddress(address: string): URL {
  const refused = (why: string) => new InputError(`Cannot fetch a feed from "${address}": ${why}`);
  if (address === "") throw new InputError("Cannot fetch a feed without an address: write feed:https://...");
  const [url, other] = ["AAPL", "MSFT"].map((ticker) => urlOf(address.replaceAll(PLACE, ticker)));
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw refused("it is not an address like https://example.com/rss");
  }
  if (url.host !== other?.host) throw refused(`${PLACE} may not stand in the name of its host`);
  const hasKey = url.username !== "" || url.password !== "" ||
    [...url.searchParams.keys()].some((name) => KEY.test(name));
  if (hasKey) {
    throw new InputError(
      `Cannot fetch a feed of ${url.host} with a key in its address, which is written into the journal`,
    );
  }
  return url;
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Like `rss-2.0-headline-s`; two addresses of a host that differ in marks alone are one. */
function slugOf(address: string, host: string): string {
  const rest = address.slice(address.indexOf(host) + host.length).replaceAll(PLACE, "").replace(
    /\.(?:xml|rss|rdf|atom)$/i,
    "",
  );
  return rest.replaceAll(/[^A-Za-z0-9.]+/g, "-").replaceAll(/^[-.]+|[-.]+$/g, "").slice(0, 80) || "feed";
}
