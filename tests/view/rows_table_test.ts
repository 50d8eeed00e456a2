/** Rows of any kind as a table: which column stands at the left, which takes the room that is left. */
import { deepEqual } from "../assert.ts";
import { objectTable } from "../../src/view/cell/runs_view.ts";

const PROSE = "a sentence that is longer than forty characters";

Deno.test("of other objects, the first column names a row, long texts are prose, and numbers can be sorted", () => {
  const { columns, count } = objectTable([
    { name: "A", size: 1.23456789, note: PROSE, word: "x" },
    { name: "B", size: null, note: PROSE, more: 12n },
  ]);
  deepEqual([count, columns], [2, [
    { title: "name", words: ["A", "B"], look: "name" },
    { title: "size", words: ["1.23457", ""], values: [1.23456789, undefined] },
    { title: "note", words: [PROSE, PROSE], look: "prose" },
    { title: "word", words: ["x", ""], look: undefined },
    { title: "more", words: ["", "12"], values: [undefined, 12] },
  ]]);
});

Deno.test("a first column of long texts is prose, and a field that cannot be read says so", () => {
  const broken = {
    get deep(): never {
      throw new RangeError("far");
    },
  };
  deepEqual(
    objectTable([{ note: PROSE }, broken]).columns.map(({ title, words, look }) => [title, words, look]),
    [["note", [PROSE, ""], "prose"], ["deep", ["", "(cannot be read: far)"], undefined]],
  );
});
