import { deepEqual, equal, match } from "../assert.ts";
import { digestOf, ownerOf } from "../../src/service/tenants/authorize.ts";
import { fakeService, KEY, OTHER_KEY } from "./service_fixture.ts";

const MINUTE_MS = 60_000;

/** A service with a PNG of the first key, and a clock that a test moves. */
function scene() {
  let nowMs = Date.parse("2026-01-01T00:00:00Z");
  const clock = { now: () => new Date(nowMs), schedule: () => () => {} };
  const { service, fileStore } = fakeService({ clock });
  const send = (path: string, { method = "GET", key, headers = {} }: {
    readonly method?: string;
    readonly key?: string;
    readonly headers?: Record<string, string>;
  } = {}) => {
    const own = key === undefined ? headers : { ...headers, authorization: `Bearer ${key}` };
    return service(new Request(`http://a${path}`, { method, headers: own }));
  };
  return { send, fileStore, later: (ms: number) => nowMs += ms };
}

/** A file of the first key, as an answer makes it. */
async function file({ send, fileStore }: ReturnType<typeof scene>) {
  const bytes = new Uint8Array([1, 2, 3]);
  const { file_id } = await fileStore.put({ filename: "a.png", mediaType: "image/png", bytes });
  const unknown = await send(`/v1/files/${file_id}/link`, { method: "POST", key: KEY });
  equal(unknown.status, 404, "a file belongs to nobody until its answer gives it");
  await fileStore.give([file_id], ownerOf(digestOf(KEY)));
  return { file_id, bytes };
}

Deno.test("a link opens its file without a key for ten minutes, whole or in ranges, for any origin", async () => {
  const place = scene();
  const { file_id, bytes } = await file(place);
  const reply = await place.send(`/v1/files/${file_id}/link`, { method: "POST", key: KEY });
  const { path, expires_at, object } = await reply.json();
  deepEqual([reply.status, object, expires_at], [200, "file.link", Date.parse("2026-01-01T00:10:00Z") / 1000]);
  const opened = await place.send(path);
  deepEqual([opened.status, await opened.bytes()], [200, bytes]);
  equal(opened.headers.get("cross-origin-resource-policy"), "cross-origin");
  equal(opened.headers.get("x-content-type-options"), "nosniff");
  equal((await place.send(path, { headers: { range: "bytes=1-" } })).status, 206);
  equal((await place.send(path, { method: "HEAD" })).status, 200);
  place.later(10 * MINUTE_MS - 1);
  equal((await place.send(path)).status, 200);
  place.later(1);
  const late = await place.send(path);
  equal(late.status, 401);
  match((await late.json()).error.message, /^Cannot use the link: it has expired/);
});

Deno.test("no change of a link opens anything, and only the owner gets one", async () => {
  const place = scene();
  const [{ file_id }, other] = [await file(place), await file(place)];
  const { path } = await (await place.send(`/v1/files/${file_id}/link`, { method: "POST", key: KEY })).json();
  const changes = [
    path.replace(file_id, other.file_id),
    path.replace(/expires=\d+/, "expires=9999999999"),
    path.replace(/expires=\d+/, "expires="),
    path.replace(/owner=\w+/, "owner=owner_0"),
    path.replace(/signature=\w+/, "signature="),
    path.replace(/signature=\w+/, `signature=${"0".repeat(64)}`),
    path.replace(/signature=(\w)\w/, "signature=zz"),
    path.replace(/&signature=\w+/, ""),
  ];
  for (const changed of changes) equal((await place.send(changed)).status, 401, changed);
  equal((await place.send(path, { method: "POST" })).status, 401);
  equal((await place.send(path.replace("?", "/link?"), { method: "POST" })).status, 401);
  equal((await place.send(`/v1/files/${file_id}/link`, { method: "POST", key: OTHER_KEY })).status, 404);
  equal((await place.send(`/v1/files/${file_id}/link`, { method: "POST" })).status, 401);
  equal((await place.send(`/v1/files/${file_id}/link`, { key: KEY })).status, 405);
});
