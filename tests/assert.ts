/**
 * The strict assertions. On Deno 2.9.6 the named exports of `node:assert/strict` are the loose ones:
 * `equal(1, "1")` passes; only its default export is strict. Delete this file when they are not.
 */
export {
  deepStrictEqual as deepEqual,
  match,
  notDeepStrictEqual as notDeepEqual,
  notStrictEqual as notEqual,
  ok,
  rejects,
  strictEqual as equal,
  throws,
} from "node:assert";
