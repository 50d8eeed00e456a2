import { FEED } from "../../src/connect/feed.ts";
import type { Source } from "../../src/connect/source.ts";
import { deepEqual, equal, match, throws } from "../assert.ts";
import { sessionsFrom } from "./made_market.ts";
import { FEED_FORMS, type MadeEntry, NO_FEEDS } from "./made_feeds.ts";
import { MadePort } from "./made_port.ts";

const DAYS = sessionsFrom("2026-10-01", 40);
const URL_OF_EACH = "https://news.example.com/rss/2.0/headline?s={ticker}&region=US";
const STEM = "news/news.example.com/rss-2.0-headline-s-region-US/BRK.B";

function feed(what: string | undefined): Source {
  return FEED.make(what, { env: () => undefined, wantsDocuments: false });
}

/** The newest ten entries of a feed that has three new ones each day. */
function newest(session: number): readonly MadeEntry[] {
  return Array.from({ length: 10 }, (_, at) => 3 * session - at).map((number) =>
    [number, DAYS[Math.max(0, Math.ceil(number / 3))] ?? ""] as const
  );
}

function evening(session: number): string {
  return `${DAYS[session]}T23:30:00Z`;
}

for (const [kind, write] of FEED_FORMS) {
  Deno.test(`${kind}: over 20 nights no entry is lost, and each version that is kept has one that no later one has`, async () => {
    let session = 10;
    const port = new MadePort(() => ({ status: 200, body: write(newest(session)) }));
    for (; session < 30; session++) {
      await feed(URL_OF_EACH).collect({ ticker: "BRK.B" }, port.at(evening(session)));
      await feed(URL_OF_EACH).collect({ ticker: "BRK.B" }, port.at(evening(session)));
    }
    equal(port.asked.length, 20);
    equal(port.asked[0], "https://news.example.com/rss/2.0/headline?s=BRK.B&region=US");
    equal(port.text(`${STEM}.xml`), write(newest(29)));
    deepEqual(port.text(`${STEM}/${DAYS[20]}.xml`), write(newest(20)));
    equal(port.files.size, 20);
    const all = [...port.files.values()].map((body) => new TextDecoder().decode(body)).join("");
    for (let number = 21; number <= 87; number++) {
      equal(all.includes(`Item ${number}<`) || all.includes(`Item ${number} `), true);
    }
  });

  Deno.test(`${kind}: a feed that only grew, or is the same, leaves one file`, async () => {
    let entries: readonly MadeEntry[] = [[1, DAYS[1] ?? ""]];
    const port = new MadePort(() => ({ status: 200, body: write(entries) }));
    for (const session of [1, 2, 3]) {
      await feed(URL_OF_EACH).collect({ ticker: "BRK.B" }, port.at(evening(session)));
      entries = [...entries, [1 + session, DAYS[session] ?? ""]];
    }
    deepEqual([...port.files.keys()], [`${STEM}.xml`]);
  });
}

Deno.test("two versions whose newest entry is of one day are both kept", async () => {
  const [[, write] = ["", () => ""]] = FEED_FORMS;
  let entries: readonly MadeEntry[] = [[1, "2026-10-01"]];
  const port = new MadePort(() => ({ status: 200, body: write(entries) }));
  for (const session of [1, 2, 3]) {
    await feed(URL_OF_EACH).collect({ ticker: "BRK.B" }, port.at(evening(session)));
    entries = [[1 + session, "2026-10-01"]];
  }
  deepEqual(
    [...port.files.keys()].toSorted(),
    [`${STEM}.xml`, `${STEM}/2026-10-01-2.xml`, `${STEM}/2026-10-01.xml`].toSorted(),
  );
});

for (const [when, text, says] of NO_FEEDS) {
  Deno.test(`${when} is refused as a feed, and what was kept stays`, async () => {
    const port = new MadePort(() => ({ status: 200, body: text }));
    port.files.set(`${STEM}.xml`, new TextEncoder().encode("kept"));
    await feed(URL_OF_EACH).collect({ ticker: "BRK.B" }, port.at(evening(1)));
    match(port.refusals.map((one) => one.text).join(), says);
    equal(port.text(`${STEM}.xml`), "kept");
  });
}

Deno.test("a feed in another encoding is read by what it declares, and kept as it came", async () => {
  const text =
    '<?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0"><channel><item><guid>Z\u00fcrich</guid></item></channel></rss>';
  const body = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const port = new MadePort(() => ({ status: 200, body }));
  await feed(URL_OF_EACH).collect({ ticker: "BRK.B" }, port.at(evening(1)));
  deepEqual(port.files.get(`${STEM}.xml`), body);
});

Deno.test("a feed for all names is fetched once, before them", async () => {
  const [[, write] = ["", () => ""]] = FEED_FORMS;
  const port = new MadePort(() => ({ status: 200, body: write([[1, "2026-10-01"]]) }));
  const source = feed("https://example.com/business.xml");
  await source.begin?.([{ ticker: "A" }, { ticker: "B" }], port.at(evening(1)));
  for (const ticker of ["A", "B"]) await source.collect({ ticker }, port.at(evening(1)));
  deepEqual([port.asked, [...port.files.keys()]], [["https://example.com/business.xml"], [
    "news/example.com/business.xml",
  ]]);
});

const WRONG = [
  { what: undefined, says: /without an address: write feed:https/ },
  { what: "example.com/rss", says: /not an address like https/ },
  { what: "file:///etc/passwd", says: /not an address like https/ },
  { what: "https://{ticker}.example.com/rss", says: /may not stand in the name of its host/ },
  { what: "https://example.com/rss?s={ticker}&apikey=abc123456", says: /with a key in its address/ },
  { what: "https://me:secret@example.com/rss", says: /with a key in its address/ },
] as const;
for (const { what, says } of WRONG) {
  Deno.test(`feed:${what ?? ""} is refused before anything is asked, and no key is in the message`, () => {
    throws(() => feed(what), (error: Error) => says.test(error.message) && !/abc123456|me:secret/.test(error.message));
  });
}
