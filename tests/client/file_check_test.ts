/** What a download accepts, and where it goes for it. */
import { deepEqual, equal, match } from "../assert.ts";
import type { CallOptions } from "conviction";
import type { FileReference } from "../../src/protocol/file_reference.ts";
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";

const KEY = "sk-0123456789abcdef0123456789abcdef";
const BASE = "https://research.example";
const STORE = "https://store.example";
const PNG = "\x89PNG\r\n\x1a\n...";

type Replies = Readonly<Record<string, () => Response>>;

const to = (location: string, status = 302) => () => new Response(null, { status, headers: { location } });
const of = (body: string, type = "image/png", more: Record<string, string> = {}) => () =>
  new Response(body, { headers: { "content-type": type, ...more } });

/** Reads the file `f` of a service whose replies are by address; others are 404. */
async function read(
  replies: Replies,
  { file, ...options }: CallOptions & { readonly file?: Partial<FileReference> | undefined } = {},
) {
  const asked: string[] = [];
  const client = createClient({
    ...{ baseUrl: BASE, apiKey: KEY, headers: { "x-team": "desk" }, clock: systemClock, newId: () => "" },
    fetch: (url, { headers }) => {
      const sent = new Headers(headers);
      const secret = sent.has("authorization") ? " with the key" : "";
      asked.push(`${url}${secret}${sent.has("x-team") ? " and the header" : ""}`);
      return Promise.resolve(replies[url]?.() ?? new Response("No such file", { status: 404 }));
    },
  });
  const reference = { file_id: "f", filename: "chart.png", ...file };
  const [text, error = ""] = await client.file(reference, { retries: 0, ...options }).then(
    async (blob) => [await blob.text()],
    (error) => ["", String(error.message)],
  );
  equal(`${error} ${text}`.includes(KEY), false);
  return { asked, text, error };
}

const FILE = `${BASE}/v1/files/f`;
const OWN = `${FILE} with the key and the header`;
const PAGE = "\n<!DOCTYPE html><html><body>Log in</body></html>";

const CAME: readonly {
  readonly what: string;
  readonly reply: () => Response;
  readonly file?: Partial<FileReference>;
  readonly error?: RegExp;
}[] = [
  { what: "the picture", reply: of(PNG) },
  { what: "a picture that calls itself nothing", reply: of(PNG, "application/octet-stream") },
  {
    what: "a page to log in on",
    reply: of(PAGE, "text/html; charset=utf-8"),
    error: /^Cannot get file f: a web page came \(text\/html\), not "chart\.png"$/,
  },
  { what: "a page that calls itself a picture", reply: of(PAGE), error: /a web page came \(image\/png\)/ },
  { what: "a page that was promised", reply: of(PAGE, "text/html"), file: { filename: "report.html" } },
  { what: "a page, and no name was given", reply: of(PAGE, "text/html"), file: { filename: undefined } },
  {
    what: "a page where a media type was promised",
    reply: of(PAGE, "text/html"),
    file: { filename: undefined, media_type: "image/png" },
    error: /not "image\/png"$/,
  },
  {
    what: "an error with status 200",
    reply: of('{"error":"expired"}', "application/json"),
    error: /^Cannot get file f: JSON came, not "chart\.png": \{"error":"expired"\}$/,
  },
  { what: "JSON that was promised", reply: of("{}", "application/json"), file: { filename: "data.json" } },
  { what: "nothing", reply: of(""), error: /^Cannot get file f: it is empty$/ },
  { what: "nothing, as promised", reply: of(""), file: { bytes: 0 } },
  {
    what: "a file of 300 MB",
    reply: of("x", "image/png", { "content-length": "300000000" }),
    error: /longer than 268435456 bytes/,
  },
];
for (const { what, reply, file, error } of CAME) {
  Deno.test(`a download of which came: ${what}: ${error === undefined ? "is kept" : "is missing, with words"}`, async () => {
    const came = await read({ [FILE]: reply }, { file });
    match(came.error, error ?? /^$/);
  });
}

Deno.test("a signed link of a storage is followed, and neither key nor custom header leaves the service", async () => {
  const link = `${STORE}/b/f?X-Signature=abc`;
  const { asked, text } = await read({ [FILE]: to(link), [link]: of("the file", "text/csv") }, {
    file: { filename: "a.csv" },
  });
  deepEqual([text, ...asked], ["the file", OWN, link]);
});

Deno.test("a redirect within the service keeps the key, one that comes back from elsewhere does not", async () => {
  const moved = `${BASE}/v2/f`;
  const there = await read({ [FILE]: to("/v2/f", 308), [moved]: of(PNG) });
  deepEqual([there.error, ...there.asked], ["", OWN, `${moved} with the key and the header`]);
  const back = await read({ [FILE]: to(`${STORE}/f`), [`${STORE}/f`]: to(moved), [moved]: of(PNG) });
  deepEqual([back.error, ...back.asked], ["", OWN, `${STORE}/f`, moved]);
});

/** As a URL may spell it, each character escaped. */
function percent(text: string): string {
  return text.replace(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`);
}

const REFUSED: readonly { readonly location: string; readonly why: string }[] = [
  { location: "http://store.example/f", why: "it redirects from https to http" },
  { location: "", why: "it redirects and does not say where to" },
  { location: "https://[", why: "it redirects and does not say where to" }, // no address
  { location: "file:///etc/passwd", why: "it redirects to a file: address" },
  { location: "https://u:p@store.example/f", why: "it redirects to an address with a password" },
  { location: `${STORE}/f?key=${KEY}`, why: "it redirects to an address that holds the key" },
  { location: `${STORE}/f?key=${percent(KEY)}&x=%zz`, why: "it redirects to an address that holds the key" },
  { location: FILE, why: "it redirects more than 5 times" },
];
for (const { location, why } of REFUSED) {
  Deno.test(`a download is missing where ${why} (${location.replace(KEY, "...").replace(percent(KEY), "%..")})`, async () => {
    const { asked, error } = await read({ [FILE]: to(location) });
    equal(error, `Cannot get file f: service answered 302: ${why}`);
    deepEqual(new Set(asked), new Set([OWN]));
  });
}

Deno.test("a storage that refuses is named, without the signature of its link", async () => {
  const link = `${STORE}/f?X-Signature=abc`;
  const { error } = await read({
    [FILE]: to(link),
    [link]: () => new Response("<Error>AccessDenied</Error>", { status: 403 }),
  });
  equal(error, "Cannot get file f from store.example: service answered 403");
});

Deno.test("a storage cannot promise that the service runs a repeated key once", async () => {
  const client = createClient({
    ...{ baseUrl: BASE, clock: systemClock, newId: () => "" },
    fetch: (url) =>
      Promise.resolve(
        url === FILE ? to(STORE)() : of(PNG, "image/png", { "conviction-idempotency": "honoured" })(),
      ),
  });
  await client.file({ file_id: "f" });
  equal(client.isIdempotent, false);
});
