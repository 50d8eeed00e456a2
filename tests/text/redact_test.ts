import { Buffer } from "node:buffer";
import { equal, ok, throws } from "../assert.ts";
import { runsOf } from "../sweeps.ts";
import fc from "fast-check";
import { ApiKeyError, checkApiKey, createRedactor } from "../../src/text/redact.ts";

const SECRET = `sk-live/+"<&'1234\\`;
const base64 = (text: string) => Buffer.from(text).toString("base64");
const base64url = (text: string) => Buffer.from(text).toString("base64url");

const upperHexOf = (char: string) => char.charCodeAt(0).toString(16).toUpperCase();

const FORMS = [
  { form: "in plain text", text: SECRET },
  { form: "in JSON", text: JSON.stringify({ key: SECRET }) },
  { form: "in JSON as PHP writes it", text: JSON.stringify({ key: SECRET }).replaceAll("/", "\\/") },
  { form: "in a URL", text: encodeURIComponent(SECRET) },
  { form: "in a URL in lower case", text: encodeURIComponent(SECRET).toLowerCase() },
  { form: "in a header", text: `Authorization: Bearer ${SECRET}` },
  { form: "in base64", text: base64(SECRET) },
  { form: "in base64url", text: base64url(SECRET) },
  { form: "in upper case", text: SECRET.toUpperCase() },
  { form: "in base64 in upper case", text: base64(SECRET).toUpperCase() },
  { form: "in hexadecimal", text: Buffer.from(SECRET).toString("hex") },
  { form: "in hexadecimal in upper case", text: `user:${SECRET}`.replace(/[^]/g, upperHexOf) },
  { form: "in a URL, every character", text: SECRET.replace(/[^]/g, (char) => `%${upperHexOf(char)}`) },
  { form: "in basic credentials", text: base64(`user:${SECRET}`) },
  { form: "in base64 one byte later", text: base64(`x${SECRET}yz`) },
  { form: "in base64 two bytes later", text: base64url(`xy${SECRET}z`) },
];

for (const { form, text } of FORMS) {
  Deno.test(`createRedactor() removes a secret ${form}`, () => {
    const left = createRedactor([SECRET])(`before ${text} after`);
    ok(left.startsWith("before ") && left.endsWith(" after") && left.includes("[redacted]"));
    ok(!holdsSecret(left, SECRET), left);
  });
}

const BEARERS = [
  { text: "Bearer abc.def-1 rest", left: "Bearer [redacted] rest" },
  { text: `{"authorization":"Bearer abc"}`, left: `{"authorization":"Bearer [redacted]"}` },
  { text: "bearer Tok3n", left: "bearer [redacted]" },
  { text: "BEARER abc", left: "BEARER [redacted]" },
  { text: "Bearer%20abc", left: "Bearer%20[redacted]" },
  { text: "Bearer [redacted]", left: "Bearer [redacted]" },
  { text: "holds bearer bonds.", left: "holds bearer bonds." },
];

for (const { text, left } of BEARERS) {
  Deno.test(`createRedactor() without a secret makes "${left}" of "${text}"`, () => {
    equal(createRedactor([])(text), left);
  });
}

Deno.test("createRedactor() ignores empty and very short secrets", () => {
  equal(createRedactor(["", " ", "a", "abcde"])("abcde and a"), "abcde and a");
  equal(createRedactor(["abcdef"])("abcdef YWJjZGVm"), "[redacted] [redacted]");
});

Deno.test("createRedactor() finds the longer of two secrets that start alike", () => {
  equal(createRedactor(["secret-1", "secret-12345"])("secret-12345"), "[redacted]");
});

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 10,
  maxLength: 60,
});

Deno.test("createRedactor() removes every key of visible ASCII in every encoding", () => {
  const noise = fc.string({ maxLength: 20 });
  fc.assert(
    fc.property(visible, noise, noise, (secret, before, after) => {
      const redact = createRedactor([secret]);
      const inside = before + secret + after;
      const text = [
        inside,
        JSON.stringify(inside),
        encodeURIComponent(secret),
        base64(inside),
        base64url(inside),
        `Bearer ${secret}`,
      ].join("\n");
      ok(!holdsSecret(redact(text), secret));
      equal(redact(redact(text)), redact(text));
    }),
    runsOf("text/redact", 3_000),
  );
});

/** Searches for the secret independently: decodes every run of base64 at every offset. */
function holdsSecret(text: string, secret: string): boolean {
  const shown = [text, text.replace(/\\(.)/g, "$1"), unescapeUrl(text)];
  if (shown.some((form) => form.includes(secret))) return true;
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{8,}/g)) {
    for (let from = 0; from < 4; from++) {
      const bytes = Buffer.from(run.slice(from), "base64").toString("latin1");
      if (bytes.includes(secret)) return true;
    }
  }
  return false;
}

function unescapeUrl(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}

const REFUSED = [
  { key: "", state: "it is empty" },
  { key: " \n", state: "it is empty" },
  { key: "canary-1\ncanary-2", state: "it has more than one line" },
  { key: "canary-1 canary-2", state: "it contains white space" },
  { key: "canary-1\0", state: "it contains a character that is not visible ASCII" },
  { key: "canary-ü", state: "it contains a character that is not visible ASCII" },
  { key: "“canary-1”", state: "it contains a character that is not visible ASCII" },
];

for (const { key, state } of REFUSED) {
  Deno.test(`checkApiKey() rejects ${JSON.stringify(key)} without showing it`, () => {
    throws(() => checkApiKey(key), (error: unknown) => {
      ok(error instanceof ApiKeyError);
      equal(error.message, `Cannot use the API key: ${state}`);
      ok(!Deno.inspect(error).replaceAll(import.meta.url, "").includes("canary"));
      return true;
    });
  });
}

Deno.test("checkApiKey() trims the key", () => {
  equal(checkApiKey("\t sk-~!1234 \r\n"), "sk-~!1234");
});

Deno.test("checkApiKey() accepts exactly the keys that a header carries unchanged", () => {
  fc.assert(
    fc.property(visible, (key) => {
      equal(new Headers({ authorization: `Bearer ${checkApiKey(key)}` }).get("authorization"), `Bearer ${key}`);
    }),
  );
});

for (const chars of [6, 11, 18]) {
  Deno.test(`createRedactor() finds the first ${chars} characters of a secret at the end of a truncated text`, () => {
    const redact = createRedactor(["sk-canary/1234567890"]);
    equal(redact(`key ${"sk-canary/1234567890".slice(0, chars)}`), "key [redacted]");
    equal(redact(`key ${"sk-canary/1234567890".slice(0, chars)}…`), "key [redacted]…");
    equal(redact(`key ${btoa("sk-canary/1234567890").slice(0, chars)}`), "key [redacted]");
    equal(redact("key sk-ca"), "key sk-ca");
  });
}
