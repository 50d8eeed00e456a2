import { deepEqual, equal, ok, rejects } from "../assert.ts";
import { anyText } from "../fixtures/any_text.ts";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { fileTargetOf, readByteRange } from "../../src/service/download_file.ts";
import { FileStoreError, MemoryFileStore } from "../../src/service/mod.ts";
import { bytesOf, countingIds, fakeService, KEY } from "./service_fixture.ts";

const TEXT = "0123456789";
const ETAG = `"${createHash("sha256").update(TEXT).digest("hex")}"`;
const AUTHORIZATION = { authorization: `Bearer ${KEY}` };

/** A service with one file of the caller. */
async function withFile(file: { readonly filename?: string; readonly mediaType?: string } = {}) {
  const { service, fileStore } = fakeService();
  const { filename = "AAPL chart.png", mediaType = "image/png" } = file;
  const { file_id } = await fileStore.put({ filename, mediaType, bytes: bytesOf(TEXT) });
  const owner = `owner_${createHash("sha256").update(KEY).digest("hex").slice(0, 32)}`;
  await fileStore.give([file_id], owner);
  const url = `http://a/v1/files/${file_id}`;
  return {
    url,
    fetch: (init: RequestInit = {}, suffix = "") =>
      service(new Request(url + suffix, { ...init, headers: { ...AUTHORIZATION, ...init.headers } })),
  };
}

for (const suffix of ["", "/content"]) {
  Deno.test(`a download at /v1/files/{id}${suffix} states its type and prevents its content from running`, async () => {
    const { fetch } = await withFile();
    const response = await fetch({}, suffix);
    equal(response.status, 200);
    equal(await response.text(), TEXT);
    const { "x-request-id": _, ...headers } = Object.fromEntries(response.headers);
    deepEqual(headers, {
      "accept-ranges": "bytes",
      "cache-control": "private, no-cache",
      "content-disposition": 'inline; filename="AAPL_chart.png"',
      "content-length": "10",
      "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      "content-type": "image/png",
      "conviction-idempotency": "honoured",
      "etag": ETAG,
      "x-content-type-options": "nosniff",
    });
  });
}

const PLACES = [
  ["image/png", "inline", "image/png"],
  ["image/jpeg", "inline", "image/jpeg"],
  ["application/pdf", "inline", "application/pdf"],
  ["image/svg+xml", "attachment", "image/svg+xml"],
  ["text/html", "attachment", "text/html"],
  ["application/xml", "attachment", "application/xml"],
  ["text/csv; charset=utf-8", "attachment", "text/csv; charset=utf-8"],
  ["image/png\r\nx: y", "attachment", "application/octet-stream"],
  ["", "attachment", "application/octet-stream"],
] as const;
for (const [mediaType, place, sent] of PLACES) {
  Deno.test(`a file of type ${JSON.stringify(mediaType)} is sent as ${place}, ${sent}`, async () => {
    const { fetch } = await withFile({ mediaType });
    const response = await fetch();
    equal(response.headers.get("content-disposition")?.split(";")[0], place);
    equal(response.headers.get("content-type"), sent);
    await response.body?.cancel();
  });
}

Deno.test("an external file name cannot escape its header", async () => {
  const { fetch } = await withFile({ filename: '../a"\r\nset-cookie: b=c\u202e.png' });
  const { headers } = await fetch();
  equal(headers.get("content-disposition"), 'inline; filename="a_set-cookie_b_c.png"');
  equal(headers.get("set-cookie"), null);
});

const RANGES = [
  ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
  ["bytes=7-", 206, "789", "bytes 7-9/10"],
  ["bytes=-2", 206, "89", "bytes 8-9/10"],
  ["bytes=5-99", 206, "56789", "bytes 5-9/10"],
  ["bytes=-99", 206, TEXT, "bytes 0-9/10"],
  ["bytes=10-", 416, undefined, "bytes */10"],
  ["bytes=-0", 416, undefined, "bytes */10"],
  ["bytes=3-1", 200, TEXT, null],
  ["bytes=0-1,3-4", 200, TEXT, null],
  ["bytes=-", 200, TEXT, null],
  ["lines=0-1", 200, TEXT, null],
] as const;
for (const [range, status, text, contentRange] of RANGES) {
  Deno.test(`Range: ${range} is answered ${status}`, async () => {
    const { fetch } = await withFile();
    const response = await fetch({ headers: { range } });
    deepEqual([response.status, response.headers.get("content-range")], [status, contentRange]);
    const body = await response.text();
    if (text !== undefined) deepEqual([body, response.headers.get("content-length")], [text, String(text.length)]);
  });
}

Deno.test("readByteRange() stays inside the file for any header", () => {
  const header = fc.oneof(
    fc.string(),
    fc.tuple(fc.option(fc.nat(30), { nil: "" }), fc.option(fc.nat(30), { nil: "" })).map(([a, b]) => `bytes=${a}-${b}`),
  );
  fc.assert(fc.property(header, fc.nat(20), (text, length) => {
    const range = readByteRange(text, length);
    if (typeof range === "string") return;
    ok(0 <= range.from && range.from < range.to && range.to <= length);
  }));
});

Deno.test("If-None-Match omits the body, If-Range of another version sends the whole file, HEAD sends headers only", async () => {
  const { fetch } = await withFile();
  for (const same of [ETAG, `W/${ETAG}`, `"other", ${ETAG}`, `"a,b",W/"other" ,W/${ETAG}`, "*"]) {
    const unchanged = await fetch({ headers: { "if-none-match": same } });
    deepEqual([unchanged.status, unchanged.body], [304, null], same);
  }
  for (const changed of ['"other"', 'W/"other", "third"', ETAG.slice(1, -1), '"*"', ""]) {
    equal((await fetch({ headers: { "if-none-match": changed } })).status, 200, changed);
  }
  const other = await fetch({ headers: { "if-range": '"other"', range: "bytes=0-3" } });
  deepEqual([other.status, await other.text()], [200, TEXT]);
  const same = await fetch({ headers: { "if-range": ETAG, range: "bytes=0-3" } });
  deepEqual([same.status, await same.text()], [206, "0123"]);
  const head = await fetch({ method: "HEAD" });
  deepEqual([head.status, head.body, head.headers.get("content-length")], [200, null, "10"]);
});

Deno.test("only an exact path reaches the store", () => {
  const id = `file_${"0".repeat(32)}`;
  equal(fileTargetOf(`/v1/files/${id}`)?.fileId, id);
  equal(
    fileTargetOf("/v1/files/file_01234567-89ab-cdef-0123-456789abcdef/content")?.fileId,
    "file_01234567-89ab-cdef-0123-456789abcdef",
  );
  const hostile = ["/", "%00", "%2f", "/..", "/../x", "\\..", "?", "\n", "/content/", "//content", "%2fcontent"];
  for (const end of hostile) equal(fileTargetOf(`/v1/files/${id}${end}`)?.fileId, undefined, JSON.stringify(end));
  for (const start of ["//v1/files/", "/v1//files/", "/V1/files/", "/v1/files/../files/", "x/v1/files/"]) {
    equal(fileTargetOf(start + id)?.fileId, undefined, start);
  }
  fc.assert(fc.property(anyText(), (text) => {
    const found = fileTargetOf(`/v1/files/${text}`)?.fileId;
    ok(found === undefined || /^file_[0-9a-f-]{32,36}$/.test(found));
  }));
});

Deno.test("MemoryFileStore drops the oldest files when its budget is full, and rejects a file that can never fit", async () => {
  const store = new MemoryFileStore({ maxBytes: 25, newId: countingIds() });
  const put = (bytes: string) => store.put({ filename: "a.csv", mediaType: "text/csv", bytes: bytesOf(bytes) });
  const ids = [await put(TEXT), await put(TEXT), await put(TEXT)].map(({ file_id }) => file_id);
  await store.give(ids, "me");
  const found = await Promise.all(ids.map((id) => store.find(id, "me")));
  deepEqual(found.map((file) => file !== undefined), [false, true, true]);
  await rejects(() => put("a".repeat(26)), FileStoreError);
});

Deno.test("MemoryFileStore serves a file only after it is assigned, and never to a second owner", async () => {
  const store = new MemoryFileStore({ newId: countingIds() });
  const bytes = bytesOf(TEXT);
  const { file_id } = await store.put({ filename: "a.csv", mediaType: "text/csv", bytes });
  equal(await store.find(file_id, "me"), undefined);
  await store.give([file_id, "unknown"], "me");
  await store.give([file_id], "another");
  equal(await store.find(file_id, "another"), undefined);
  bytes.fill(0); // the store has a copy
  deepEqual((await store.find(file_id, "me"))?.bytes, bytesOf(TEXT));
});
