import { equal } from "../assert.ts";
import { looksLikeKey, namesKey } from "../../src/text/key_like.ts";

const NAMES: readonly (readonly [boolean, readonly string[]])[] = [
  [true, ["X-API-Key", "apiKey", "api_key", "APIKEY", "key", "x-key", "Authorization", "Proxy-Authorization"]],
  [true, ["token", "accessToken", "X-Auth-Token", "client_secret", "password", "Cookie", "Set-Cookie", "X-Auth"]],
  [true, ["Ocp-Apim-Subscription-Key", "x-goog-api-key", "x-functions-key"]],
  [false, ["max_tokens", "token_limit", "sort_key", "partitionKey", "X-Tenant", "monkey", "author", "keyword"]],
];
for (const [is, names] of NAMES) {
  for (const name of names) Deno.test(`namesKey() is ${is} for ${name}`, () => equal(namesKey(name), is));
}

const VALUES: readonly (readonly [boolean, readonly string[]])[] = [
  [true, ["Bearer abc", "basic dXNlcjpwYXNz", "sk-12345678", "AKIAIOSFODNN7EXAMPLE", "eyJhbGciOiJI.eyJzdWIi.sig"]],
  [true, ["xoxb-12-34", "0123456789abcdef0123456789abcdef", "aB3dE6gH9jK2mN5pQ8sT1v", "ghp_abcdefghijklmnop1234"]],
  [false, ["desk-7", "EU", "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "Qwen2-72B-Instruct-AWQ-Int4x", "2017-12-29"]],
  [false, ["Analyse the company listed under its ticker", "application/json", "analyst@example.com", "v1.0"]],
];
for (const [is, values] of VALUES) {
  for (const value of values) Deno.test(`looksLikeKey() is ${is} for ${value}`, () => equal(looksLikeKey(value), is));
}
