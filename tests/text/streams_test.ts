/** `npm:deno-std` comes without types: what it returns is what our types say. */
import { deepEqual } from "../assert.ts";
import { parse } from "@std/csv";
import { parseArgs } from "@std/cli/parse-args";
import { toBytes, toText } from "../../src/text/streams.ts";

const bytes = () => ReadableStream.from([new Uint8Array([0xe2, 0x82]), new Uint8Array([0xac, 0x0a])]);

Deno.test("toText() and toBytes() read a stream that is cut within a character", async () => {
  deepEqual(await toText(bytes()), "€\n");
  deepEqual(await toBytes(bytes()), new Uint8Array([0xe2, 0x82, 0xac, 0x0a]));
});

Deno.test("parse() of @std/csv gives texts by the names of their columns", () => {
  const rows: unknown = parse('ticker,value\nAAPL,1\n"A,B",\n', { skipFirstRow: true });
  deepEqual(rows, [{ ticker: "AAPL", value: "1" }, { ticker: "A,B", value: "" }]);
});

Deno.test("parseArgs() of @std/cli gives true for a switch, all texts of a flag, and words as they were typed", () => {
  const options = { boolean: ["new"], string: ["_", "out"], collect: ["out"], alias: { help: "h" } };
  const read: unknown = parseArgs(["007", "--out=-5", "--new", "--out", "a=b", "--", "--new"], options);
  deepEqual(read, { _: ["007", "--new"], new: true, out: ["-5", "a=b"] });
});
