import { deepEqual, equal, notEqual, throws } from "../../assert.ts";
import { createAuthorize } from "../../../src/service/tenants/authorize.ts";
import { RequestError } from "../../../src/protocol/request_error.ts";
import { fakeService, KEY, OTHER_KEY } from "../service_fixture.ts";

const WRONG: readonly (readonly [string, string | undefined])[] = [
  ["is missing", undefined],
  ["is empty", ""],
  ["is another key", "Bearer sk-test-first-0002"],
  ["is the key and more", `Bearer ${KEY}1`],
  ["is the key and another word", `Bearer ${KEY} more`],
  ["is the start of the key", `Bearer ${KEY.slice(0, -1)}`],
  ["has another scheme", `Basic ${KEY}`],
  ["has no scheme", KEY],
  ["has two spaces", `Bearer  ${KEY}`],
  ["has no key", "Bearer "],
  ["comes twice", `Bearer ${KEY}, Bearer ${KEY}`],
  ["is huge", `Bearer ${"a".repeat(10_000)}`],
  ["is not ASCII", "Bearer sk-t\u00e9st"],
];

Deno.test("every wrong Authorization gets the same 401, to the byte, on every path", async () => {
  const bodies = new Set<string>();
  for (const [name, authorization] of WRONG) {
    for (const path of ["/v1/responses", "/api/v1/agent/reasoning", "/v1/files/a", "/v1/responses/a/cancel", "/mcp"]) {
      const { service } = fakeService();
      const headers = authorization === undefined ? new Headers() : new Headers({ authorization });
      const response = await service(new Request(`http://a${path}`, { headers }));
      equal(response.status, 401, `${name} at ${path}`);
      bodies.add(await response.text());
    }
  }
  equal(bodies.size, 1);
});

for (const scheme of ["bearer", "BEARER", "bEaReR"]) {
  Deno.test(`createAuthorize() reads the scheme in any case: ${scheme}`, () => {
    const asked = (word: string) => new Request("http://a", { headers: { authorization: `${word} ${KEY}` } });
    const authorize = createAuthorize({ apiKeys: [KEY] });
    equal(authorize(asked(scheme)).owner, authorize(asked("Bearer")).owner);
  });
}

Deno.test("createAuthorize() gives each key one stable owner, which does not contain the key", () => {
  const asked = (key: string) => new Request("http://a", { headers: { authorization: `Bearer ${key}` } });
  const ownerOf = (key: string) => createAuthorize({ apiKeys: [KEY, OTHER_KEY] })(asked(key)).owner;
  notEqual(ownerOf(KEY), ownerOf(OTHER_KEY));
  equal(ownerOf(KEY), createAuthorize({ apiKeys: [KEY] })(asked(KEY)).owner);
  equal(ownerOf(KEY).includes(KEY), false);
});

Deno.test("createAuthorize() without keys rejects every request, also one with an empty key", () => {
  const authorize = createAuthorize({ apiKeys: [] });
  for (const headers of [{}, { authorization: "Bearer " }, { authorization: `Bearer ${KEY}` }]) {
    throws(() => authorize(new Request("http://a", { headers })), RequestError);
  }
});

Deno.test("createAuthorize() rejects a key that is invalid in a header, without showing it", () => {
  for (const key of ["", "two words", "new\nline", "caf\u00e9"]) {
    throws(() => createAuthorize({ apiKeys: [key] }), (error: Error) => {
      deepEqual([error.name, key !== "" && error.message.includes(key)], ["ApiKeyError", false]);
      return true;
    });
  }
});
