/** What only tests use is locked in tests/deno.lock: `deno task` downloads all of the root's lock, for every user. */
export { type Arbitrary, default } from "npm:fast-check@4.10.2";
