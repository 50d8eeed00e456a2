import { equal } from "../../assert.ts";
import { thesisPlace } from "../../../src/commands/service_check/probe_advice.ts";

const THESIS = { signal: "buy", confidence: 0.7, reasoning: "cheap" };
const CASES = [
  { when: "the body is the thesis", body: { agent_thesis: THESIS }, is: undefined },
  { when: "it is in a list", body: { data: { items: [1, { thesis: THESIS }] } }, is: "/data/items/1/thesis" },
  { when: "it has the name of the specification", body: { out: { agent_thesis: THESIS } }, is: "/out" },
  { when: "a name has a slash", body: { "a/b": THESIS }, is: "/a~1b" },
  { when: "it is the JSON text of a language model", body: { c: [{ text: JSON.stringify(THESIS) }] }, is: "/c/0/text" },
  { when: "there are two", body: { deep: { er: THESIS }, flat: THESIS }, is: "/flat" },
  { when: "a field is missing", body: { out: { signal: "buy", confidence: 0.7 } }, is: undefined },
  { when: "there is none", body: { a: "{no json", b: null, c: 1 }, is: undefined },
];
for (const { when, body, is } of CASES) {
  Deno.test(`thesisPlace() returns ${is} when ${when}`, () => equal(thesisPlace(JSON.stringify(body)), is));
}

Deno.test("thesisPlace() returns nothing for invalid JSON and for endless nesting", () => {
  equal(thesisPlace("<html>"), undefined);
  equal(thesisPlace(`${'{"a":'.repeat(2000)}${JSON.stringify(THESIS)}${"}".repeat(2000)}`), undefined);
});
