import { deepEqual, equal, match, ok } from "../../assert.ts";
import { fakeService } from "../service_fixture.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

async function get(path: string, { accept = "*/*", method = "GET" } = {}) {
  const { service } = fakeService();
  const reply = await service(new Request(`http://a${path}`, { method, headers: { accept } }));
  const { status, headers } = reply;
  return {
    status,
    type: headers.get("content-type"),
    policy: headers.get("content-security-policy"),
    text: await reply.text(),
  };
}

Deno.test("GET / is the page for a browser, and the list of paths for a program", async () => {
  const page = await get("/", { accept: BROWSER });
  deepEqual([page.status, page.type], [200, "text/html; charset=utf-8"]);
  match(page.text, /^<!doctype html>/i);
  for (const accept of ["*/*", "application/json"]) equal((await get("/", { accept })).type, "application/json");
  equal((await get("/", { accept: BROWSER, method: "POST" })).status, 401);
});

Deno.test("the page and its parts need no key, come from here alone, and may be framed by nobody", async () => {
  const { text } = await get("/", { accept: BROWSER });
  const parts = [...text.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, path = ""]) => path);
  const modules = parts.filter((path) => path.endsWith(".js"));
  ok(parts.length >= 2 && modules.length === 1);
  const seen = new Set<string>();
  for (const path of parts) {
    const part = await get(`/${path}`);
    equal(part.status, 200, path);
    for (const [, name = ""] of part.text.matchAll(/from "\.\/([^"]+)"/g)) parts.push(`site/${name}`);
    seen.add(path);
    match(part.policy ?? "", /default-src 'none'/);
    match(part.policy ?? "", /frame-ancestors 'none'/);
    equal(/https?:\/\//.test(part.text), false, `${path} names no other address`);
    equal(/\binnerHTML|\beval\(|document\.write|localStorage|unsafe-inline/.test(part.text + part.policy), false, path);
    if (seen.size > 20) break;
  }
  ok(seen.size >= 4, String([...seen]));
  equal(/<script(?! type="module" src=)|\son\w+=|style=/.test(text), false, "nothing inline");
  equal((await get("/site/none.js")).status, 404);
  equal((await get("/site/../service.ts")).status, 404);
});
