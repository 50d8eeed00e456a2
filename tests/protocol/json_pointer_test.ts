import fc from "fast-check";
import { deepEqual, equal, throws } from "../assert.ts";
import { parsePointer, pointerText, valueAt } from "../../src/protocol/json_pointer.ts";

// The document and the pointers of RFC 6901, section 5.
const RFC_BODY = {
  "foo": ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  'k"l': 6,
  " ": 7,
  "m~n": 8,
};
const RFC_CASES: readonly (readonly [string, unknown])[] = [
  ["", RFC_BODY],
  ["/foo", ["bar", "baz"]],
  ["/foo/0", "bar"],
  ["/", 0],
  ["/a~1b", 1],
  ["/c%d", 2],
  ["/e^f", 3],
  ["/g|h", 4],
  ["/i\\j", 5],
  ['/k"l', 6],
  ["/ ", 7],
  ["/m~0n", 8],
];
for (const [pointer, value] of RFC_CASES) {
  Deno.test(`valueAt() finds ${JSON.stringify(pointer)} of the RFC's document`, () => {
    deepEqual(valueAt(RFC_BODY, parsePointer(pointer)), value);
    equal(pointerText(parsePointer(pointer)), pointer);
  });
}

for (const pointer of ["/foo/2", "/foo/-", "/foo/01", "/foo/x", "/foo/0/0", "/nothing", "/toString", "/__proto__"]) {
  Deno.test(`valueAt() finds nothing at ${pointer}`, () => {
    equal(valueAt(RFC_BODY, parsePointer(pointer)), undefined);
  });
}

for (const text of ["foo", "#/foo", "/a~", "/a~2b", "data.items"]) {
  Deno.test(`parsePointer() rejects ${text}, and shows a valid one`, () => {
    throws(() => parsePointer(text), /RFC 6901\), like \/data\/items\/0/);
  });
}

Deno.test("a tilde before a digit is escaped like any other tilde", () => {
  equal(valueAt({ "~1": "here" }, parsePointer("/~01")), "here");
});

Deno.test("a pointer finds its value for any names on the path", () => {
  fc.assert(fc.property(fc.array(fc.string()), (names) => {
    deepEqual(parsePointer(pointerText(names)), names);
    const body = names.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), "here");
    equal(valueAt(body, names), "here");
  }));
});
