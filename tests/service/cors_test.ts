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
  equal(asked.headers.get("access-control-allow-headers"), "authorization");
  equal(asked.headers.get("access-control-max-age"), "600");
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

Deno.test("a page of an allowed origin may set whatever headers its client names, also in a private network", async () => {
  const names = "authorization,content-type,mcp-protocol-version,x-stainless-os,x-stainless-retry-count";
  const { headers } = await send("OPTIONS", {
    origin: DESK,
    "access-control-request-method": "POST",
    "access-control-request-headers": names,
    "access-control-request-private-network": "true",
  });
  deepEqual([headers.get("access-control-allow-headers"), headers.get("access-control-allow-private-network")], [
    names,
    "true",
  ]);
});

const OTHERS = ["https://evil.example", "https://desk.example.evil.example", "http://desk.example", "null", ""];
Deno.test("no other origin gets a header that lets it read, and none without the setting", async () => {
  for (const origin of OTHERS) {
    const asked = await send("OPTIONS", { ...ASKS, "access-control-request-private-network": "true", origin });
    deepEqual([asked.status, [...asked.headers.keys()].filter((name) => name.includes("allow"))], [401, []], origin);
    const reply = await send("GET", { origin, authorization: `Bearer ${KEY}` });
    deepEqual([reply.headers.get("access-control-allow-origin"), reply.headers.get("vary")], [null, "origin"], origin);
  }
  const asked = await send("OPTIONS", { ...ASKS, origin: DESK }, []);
  deepEqual([asked.status, asked.headers.get("access-control-allow-origin")], [401, null]);
});

const OAUTH_PATHS = [
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/mcp",
  "/.well-known/openid-configuration",
  "/authorize?client_id=a",
  "/register",
  "/token",
];
for (const path of OAUTH_PATHS) {
  Deno.test(`${path} is 404 without a key, in the words of OAuth, and says to send a key`, async () => {
    const { service } = fakeService({ corsOrigins: [DESK] });
    for (const method of ["GET", "POST"]) {
      const reply = await service(new Request(`http://a${path}`, { method, headers: { origin: DESK } }));
      deepEqual([reply.status, reply.headers.get("access-control-allow-origin")], [404, DESK]);
      const { error, error_description } = await reply.json();
      equal(typeof error, "string");
      match(error_description, /no OAuth; send its key in the header Authorization: Bearer <API_KEY>$/);
    }
  });
}
