import { deepEqual, equal, match, ok, throws } from "../assert.ts";
import { chooseService } from "../../src/commands/choose_service.ts";
import type { ConnectionFlags } from "../../src/commands/connection_flags.ts";
import { type ConvictionJson, convictionJsonText, readConvictionJson } from "../../src/setup/conviction_json.ts";
import { SettingsError } from "../../src/setup/settings.ts";

const URL_LINE = '{\n  "baseUrl": "https://research.example",\n';
const SECRET = "aB3dE6gH9jK2mN5pQ8sT1v";
const FULL: ConvictionJson = {
  baseUrl: "https://research.example",
  model: "m",
  path: "/ask",
  headers: { "X-Desk": "7" },
  body: { query: "{{prompt}}", max_tokens: 5, filters: [{ key: "region", value: "EU" }] },
  resultAt: "/data/0",
  select: [{ name: "cost", pointer: "/usage/cost" }],
  rate: "5/s",
  concurrency: "4",
  price: "0.02/request",
};

Deno.test("conviction.json supplies every setting", () => {
  deepEqual(readConvictionJson(convictionJsonText(FULL)), FULL);
  const { concurrency, price } = readConvictionJson(`${URL_LINE} "concurrency": 4, "price": 0.5}`);
  deepEqual([concurrency, price], ["4", "0.5"]);
  equal(convictionJsonText({ baseUrl: "http://x" }), '{\n  "baseUrl": "http://x"\n}\n');
});

const REFUSED = [
  {
    when: "it is not JSON",
    text: `${URL_LINE}}`,
    says: /^Cannot read conviction\.json: line 3, column 1: expected a name in "..."/,
  },
  { when: "it is a list", text: "[]", says: /line 1: it is not a JSON object$/ },
  { when: "it names no service", text: '{"model": "m"}', says: /"baseUrl" is missing$/ },
  {
    when: "a setting is unknown",
    text: `${URL_LINE} "modle": "m"}`,
    says: /line 3: unknown setting "modle"; there /,
  },
  { when: "it contains a key", text: `${URL_LINE} "apiKey": "${SECRET}"}`, says: /line 3: "apiKey" names a key/ },
  { when: "a number is given as a key", text: `${URL_LINE} "token": 1234}`, says: /line 3: "token" names a key/ },
  {
    when: "a header is a key",
    text: `${URL_LINE} "headers": {\n"X-A": "1",\n"x-api-key": "k"}}`,
    says: /line 5: "x-api-key" names a key.*set CONVICTION_API_KEY/,
  },
  {
    when: "a value looks like a key",
    text: `${URL_LINE} "body": {"a": [\n{"b": "Bearer ${SECRET}"}]}}`,
    says: /line 4: "body\.a\.0\.b" looks like a key/,
  },
  {
    when: "the body contains a secret",
    text: `${URL_LINE} "body": {"password": "x"}}`,
    says: /line 3: "password" names/,
  },
  {
    when: "a setting has the wrong type",
    text: `${URL_LINE} "headers": {"X-A": 1}}`,
    says: /"headers" must be an object/,
  },
  { when: "a text is empty", text: `${URL_LINE} "model": " "}`, says: /line 3: "model" must be a text$/ },
  { when: "the address is invalid", text: '{"baseUrl": "research"}', says: /line 1: Cannot use base URL "research"/ },
  { when: "the path is invalid", text: `${URL_LINE} "path": "ask"}`, says: /line 3: Cannot use path "ask"/ },
  { when: "the pointer is invalid", text: `${URL_LINE} "resultAt": "a"}`, says: /line 3: Cannot use pointer "a"/ },
  {
    when: "a header is invalid",
    text: `${URL_LINE} "headers": {\n"X A": "1"}}`,
    says: /line 4: Cannot send header "X A"/,
  },
  {
    when: "a column name is reserved",
    text: `${URL_LINE} "select": {"score": "/a"}}`,
    says: /line 3: Cannot select "score"/,
  },
];
for (const { when, text, says } of REFUSED) {
  Deno.test(`conviction.json is rejected, with its line and without the value, when ${when}`, () => {
    throws(() => readConvictionJson(text), (error) => {
      ok(error instanceof SettingsError);
      match(error.message, says);
      return !error.message.includes(SECRET);
    });
  });
}

const KEY = "sk-canary-4711-secret";
const HERE = "https://research.example";
const CHOICES: readonly {
  when: string;
  flags?: ConnectionFlags;
  env?: Readonly<Record<string, string>>;
  settings: Readonly<Record<string, unknown>>;
  isUsed: boolean;
}[] = [
  {
    when: "nothing else is set",
    settings: { kind: "remote", baseUrl: HERE, model: "m", path: "/ask", resultAt: "/data/0", apiKey: undefined },
    isUsed: true,
  },
  {
    when: "the environment names the same service, which gets its key",
    env: { CONVICTION_BASE_URL: `${HERE}/v1/`, CONVICTION_API_KEY: KEY, CONVICTION_MODEL: "e" },
    settings: { baseUrl: `${HERE}/v1/`, apiKey: KEY, model: "e", path: "/ask" },
    isUsed: true,
  },
  {
    when: "the environment has a key without an address, which no file's service gets",
    env: { CONVICTION_API_KEY: KEY },
    settings: { baseUrl: HERE, apiKey: undefined },
    isUsed: true,
  },
  {
    when: "the environment names another service",
    env: { CONVICTION_BASE_URL: "https://other.example" },
    settings: { baseUrl: "https://other.example", path: undefined, headers: undefined, model: undefined },
    isUsed: false,
  },
  {
    when: "flags override single settings",
    flags: { model: "f", path: "/other", headers: { "x-desk": "8", "X-B": "b" } },
    settings: { model: "f", path: "/other", resultAt: "/data/0", headers: { "x-desk": "8", "X-B": "b" } },
    isUsed: true,
  },
  {
    when: "the data of the embedded service is named",
    flags: { data: "d" },
    settings: { kind: "embedded" },
    isUsed: false,
  },
  {
    when: "the environment names the data of the embedded service",
    env: { CONVICTION_DATA: "/d" },
    settings: { kind: "embedded", data: "/d" },
    isUsed: false,
  },
];
for (const { when, flags = {}, env = {}, settings, isUsed } of CHOICES) {
  Deno.test(`flags take precedence over the environment, conviction.json and the embedded service: ${when}`, () => {
    const readText = (path: string) => path === "/home/me/conviction.json" ? convictionJsonText(FULL) : undefined;
    const host = { folder: "/home/me", readText, env: (name: string) => new Map(Object.entries(env)).get(name) };
    const chosen = chooseService(flags, host);
    for (const [name, value] of Object.entries(settings)) deepEqual(Reflect.get(chosen.settings, name), value, name);
    deepEqual(chosen.file, isUsed ? FULL : undefined);
    deepEqual(chosen.notes, [
      isUsed ? "Settings: conviction.json." : "conviction.json is not used: it is about https://research.example.",
    ]);
  });
}

Deno.test("conviction.json that contains the key of the environment is rejected", () => {
  const env = (name: string) => name === "CONVICTION_API_KEY" ? "plain words" : undefined;
  const readText = () => `${URL_LINE} "model": "plain words"}`;
  throws(() => chooseService({}, { folder: "/", env, readText }), /it holds the key of CONVICTION_API_KEY$/);
});

for (const flags of [{ headers: { "X-A": "1" } }, { path: "/ask" }, { resultAt: "/a" }]) {
  Deno.test(`${Object.keys(flags)} without a service is a usage error`, () => {
    const host = { folder: "/", env: () => undefined, readText: () => undefined };
    throws(() => chooseService(flags, host), (error) => error instanceof SettingsError);
  });
}
