import { deepEqual, equal, match } from "../assert.ts";
import { fakeService, KEY } from "./service_fixture.ts";

const DESK = "https://desk.example";

function send(method: string, headers: Record<string, string>, origins: readonly string[] = [DESK]) {
  const { service } = fakeService({ corsOrigins: origins });
  return service(new Request("http://a/v1/limits", { method, headers }));
}

const ASKS = { "access-control-request-method": "POST", "access-control-request-headers": "authorization" };

Deno.test("a page of an allowed origin may ask first without a key, and read what it gets", async () => {
  const asked = await send("OPTIONS", { ...ASKS, origin: DESK });
  equal(asked.status, 204);
  equal(asked.headers.get("access-control-allow-origin"), DESK);
  match(asked.headers.get("access-control-allow-methods") ?? "", /\bPOST\b/);
  match(asked.headers.get("access-control-allow-headers") ?? "", /\bauthorization\b/);
  const reply = await send("GET", { origin: DESK, authorization: `Bearer ${KEY}` });
  deepEqual([reply.status, reply.headers.get("access-control-allow-origin")], [200, DESK]);
  match(reply.headers.get("access-control-expose-headers") ?? "", /\bretry-after\b/);
  const refused = await send("GET", { origin: DESK });
  deepEqual(
    [refused.status, refused.headers.get("access-control-allow-origin")],
    [401, DESK],
    "so that it can be read",
  );
});

const OTHERS = ["https://evil.example", "https://desk.example.evil.example", "http://desk.example", "null", ""];
Deno.test("no other origin gets a header that lets it read, and none without the setting", async () => {
  for (const origin of OTHERS) {
    equal((await send("OPTIONS", { ...ASKS, origin })).status, 401, origin);
    const reply = await send("GET", { origin, authorization: `Bearer ${KEY}` });
    deepEqual([reply.headers.get("access-control-allow-origin"), reply.headers.get("vary")], [null, "origin"], origin);
  }
  const asked = await send("OPTIONS", { ...ASKS, origin: DESK }, []);
  deepEqual([asked.status, asked.headers.get("access-control-allow-origin")], [401, null]);
});
