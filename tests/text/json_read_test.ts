import fc from "fast-check";
import { deepEqual, equal, ok, throws } from "../assert.ts";
import { JsonError, readJson } from "../../src/text/json_read.ts";

const BAD = [
  { when: "it is empty", text: "", place: [1, 1], says: /expected a value/ },
  { when: "a comma is missing", text: '{\n  "a": 1\n  "b": 2\n}', place: [3, 3], says: /expected a comma or }/ },
  { when: "a comma comes last", text: '{"a": 1,}', place: [1, 9], says: /expected a name in "\.\.\."/ },
  { when: "a list ends with a comma", text: "[1,\r\n]", place: [2, 1], says: /invalid value/ },
  { when: "a name has no quotes", text: "{a: 1}", place: [1, 2], says: /expected a name in "\.\.\."/ },
  { when: "quotes are single", text: "{'a': 1}", place: [1, 2], says: /a name/ },
  { when: "a colon is missing", text: '{"a" 1}', place: [1, 6], says: /expected a colon/ },
  { when: "a string contains a line break", text: '{"a": "b\nc"}', place: [1, 7], says: /not closed on its line/ },
  { when: "an escape is invalid", text: '["\\x"]', place: [1, 2], says: /invalid escape/ },
  { when: "text follows the value", text: "{} {}", place: [1, 4], says: /unexpected text/ },
  { when: "it is cut off", text: '{"a": [1, 2', place: [1, 12], says: /expected a comma or \]/ },
  { when: "it has a comment", text: '{\n// no\n"a": 1}', place: [2, 1], says: /a name/ },
  { when: "a name is repeated", text: '{"a": 1,\n "b": 2, "a": 3}', place: [2, 10], says: /"a" is repeated/ },
  { when: "an integer is too large to be exact", text: "[9007199254740993]", place: [1, 2], says: /put it in quotes/ },
  { when: "a number is too large", text: "1e999", place: [1, 1], says: /put it in quotes/ },
  { when: "a number starts with zero", text: "[01]", place: [1, 3], says: /a comma or \]/ },
  { when: "it is nested too deep", text: "[".repeat(5000), place: [1, 202], says: /more than 200 levels deep/ },
  { when: "a byte order mark comes before the mistake", text: "\uFEFFx", place: [1, 1], says: /invalid value/ },
];
for (const { when, text, place: [line, column], says } of BAD) {
  Deno.test(`readJson() reports line and column when ${when}`, () => {
    throws(() => readJson(text), (error) => {
      ok(error instanceof JsonError && says.test(error.message), String(error));
      deepEqual(error.place, { line, column });
      return true;
    });
  });
}

Deno.test("readJson() reads what JSON.parse reads, and returns the position of each name", () => {
  fc.assert(fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
    const text = JSON.stringify(value, undefined, indent);
    const numbers = (text.match(/-?\d{16,}/g) ?? []).length + (text.match(/[eE]\+/g) ?? []).length;
    fc.pre(numbers === 0); // integers beyond 2^53 are rejected on purpose
    deepEqual(readJson(text).value, JSON.parse(text));
  }));
  const { placeOf } = readJson('{\n  "a": [\n    {"b": 1}\n  ]\n}');
  deepEqual(placeOf(["a", "0", "b"]), { line: 3, column: 6 });
});

Deno.test("readJson() rejects what JSON.parse rejects", () => {
  const piece = fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', '"', "1", "-", ".", "e", "true", " ", "\n", "\\");
  fc.assert(fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
    const text = pieces.join("");
    const parsed = parsedBy(JSON.parse, text);
    const read = parsedBy((given) => readJson(given).value, text);
    if (read !== undefined || parsed === undefined) deepEqual(read, parsed, text);
    else equal(/is repeated|lose digits/.test(messageOf(text)), true, text);
  }));
});

function parsedBy(parse: (text: string) => unknown, text: string): { value: unknown } | undefined {
  try {
    return { value: parse(text) };
  } catch {
    return undefined;
  }
}

function messageOf(text: string): string {
  try {
    readJson(text);
    return "";
  } catch (error) {
    return String(error);
  }
}

Deno.test("readJson() skips a byte order mark", () => {
  const { value, placeOf } = readJson('\uFEFF{"a": 1}');
  deepEqual([value, placeOf(["a"])], [{ a: 1 }, { line: 1, column: 2 }]);
});

Deno.test("readJson() reads the name of an Object.prototype property as a plain name", () => {
  const { value } = readJson('{"__proto__": {"a": 1}, "constructor": 2}');
  deepEqual(Object.keys(value as object), ["__proto__", "constructor"]);
  equal(Reflect.get({}, "a"), undefined);
});
