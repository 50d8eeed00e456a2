/** A table as a file of a request. */
import { equal } from "../assert.ts";
import { csvFile, inputFileSchema, MAX_TABLE_BYTES, MAX_TABLE_ROWS, rowsIn } from "../../src/protocol/input_file.ts";

Deno.test("a table of a request has at most 10,000 rows and 1 MiB", () => {
  equal(MAX_TABLE_ROWS, 10_000);
  equal(MAX_TABLE_BYTES, 1024 ** 2);
});

const ROWS = [["", 0], ["a,b", 0], ["a,b\n", 0], ["a,b\n1,2\n\n", 1], ["a\r\n1\r\n2", 2], ["a\r1\r2", 2]] as const;
for (const [text, rows] of ROWS) {
  Deno.test(`${JSON.stringify(text)} has ${rows} rows below its header`, () => equal(rowsIn(text), rows));
}

Deno.test("a text of any length is in a file as it was", () => {
  const text = `ticker,ü\n${"AAPL,😀\n".repeat(9000)}`;
  const file = inputFileSchema.parse(csvFile("own.csv", text));
  const [type, data = ""] = file.file_data.split(",");
  equal(type, "data:text/csv;base64");
  equal(new TextDecoder().decode(Uint8Array.fromBase64(data)), text);
});
