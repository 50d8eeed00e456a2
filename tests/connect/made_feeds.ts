/** An entry of a made feed: its number, and its day. */
export type MadeEntry = readonly [number: number, day: string];

/** The forms in which news are published, as made feeds of given entries. */
export const FEED_FORMS: readonly (readonly [kind: string, write: (entries: readonly MadeEntry[]) => string])[] = [
  [
    "RSS 2.0",
    (entries) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>News</title><link>https://example.com</link>` +
      entries.map(([number, day]) =>
        `<item><title>Item ${number} &amp; more</title><link>https://example.com/${number}</link>` +
        `<guid isPermaLink="false">g-${number}</guid><pubDate>${
          new Date(`${day}T12:00:00Z`).toUTCString()
        }</pubDate></item>`
      ).join("") + "</channel></rss>\n",
  ],
  [
    "RSS 1.0",
    (entries) =>
      `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" ` +
      `xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://example.com"><title>News</title></channel>` +
      entries.map(([number, day]) =>
        `<item rdf:about="https://example.com/${number}"><title>Item ${number}</title><dc:date>${day}T12:00:00Z</dc:date></item>`
      ).join("") + "</rdf:RDF>",
  ],
  [
    "Atom",
    (entries) =>
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><updated>2026-11-23T00:00:00Z</updated>` +
      entries.map(([number, day]) =>
        `<entry><id>urn:${number}</id><title>Item ${number}</title><link href="https://example.com/${number}"/>` +
        `<updated>${day}T12:00:00Z</updated><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><id>no</id></div></content></entry>`
      ).join("") + "</feed>",
  ],
];

/** Each is refused; the bombs in little time. */
export const NO_FEEDS: readonly (readonly [when: string, text: string, says: RegExp])[] = [
  ["a page", "<!DOCTYPE html><html><body>Sign in</body></html>", /outermost element is html/],
  [
    "a list of addresses",
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>',
    /outermost element is urlset/,
  ],
  ["no XML", "404 not found", /not a complete feed: line 1/],
  ["JSON", '{"items":[]}', /not a complete feed/],
  ["a part", '<rss version="2.0"><channel><item><title>A</title></item>', /not a complete feed: line 1/],
  ["broken XML", '<rss version="2.0"><channel><item></channel></rss>', /not a complete feed: line 1/],
  [
    "a bomb of entities",
    `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>` +
    `<rss version="2.0"><channel><item><title>&c;</title></item></channel></rss>`,
    /not a complete feed: line 1/,
  ],
  [
    "an entity of a file",
    `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss version="2.0"><channel><item><title>&x;</title></item></channel></rss>`,
    /not a complete feed: line 1/,
  ],
  ["elements without end", `<rss version="2.0">${"<channel>".repeat(200_000)}`, /inside each other/],
];
