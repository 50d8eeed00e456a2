import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { DecodedText } from "../../src/batch/list/decode_text.ts";
import { InputError } from "../../src/protocol/errors.ts";
import { readCsv } from "../../src/batch/list/read_rows.ts";
import type { ListRow } from "../../src/run/outcome.ts";
import { NASTY_FILES } from "./csv_bank.ts";
import type { NastyFile } from "./csv_bank_file.ts";

function bytesOf(file: string | Uint8Array): Uint8Array {
  return typeof file === "string" ? new TextEncoder().encode(file) : file;
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll({ file, tickerColumn }: NastyFile, size: number) {
  const name = "list.csv";
  const source = await readCsv(new DecodedText(pieces(bytesOf(file), size), name), { name, tickerColumn });
  const rows = await Array.fromAsync(source.rows);
  return { rows, notes: source.notes, columns: source.columns };
}

function shown({ input, problem }: ListRow): string {
  const bad = problem === undefined ? "" : `! ${problem.line}:${problem.column} ${problem.message}`;
  return `${input.line} ${input.ticker}${bad}`;
}

/** Compares messages by the start that is expected. */
function agree(actual: readonly string[], expected: readonly string[]): void {
  const cut = actual.map((text, at) => {
    const start = expected[at] ?? "";
    return start.includes("! ") && text.startsWith(start) ? start : text;
  });
  deepEqual(cut, expected);
}

async function check(file: NastyFile, size: number): Promise<void> {
  if (file.refused !== undefined) {
    const { refused } = file;
    await rejects(readAll(file, size), (error) => {
      ok(error instanceof InputError);
      match(error.message, refused);
      return error.message.includes("list.csv");
    });
    return;
  }
  const { rows, notes, columns } = await readAll(file, size);
  agree(rows.map(shown), file.rows ?? []);
  deepEqual(rows.map(({ input }) => input.row), rows.map((_, at) => at + 1));
  for (const { input, problem } of rows) if (problem === undefined) equal(input.cells.length, columns.header.length);
  equal(notes.length, file.notes?.length ?? 0, notes.join("\n"));
  file.notes?.forEach((note, at) => match(notes[at] ?? "", note));
}

for (const nasty of NASTY_FILES) {
  Deno.test(`reading a list: ${nasty.name}`, async () => {
    const { length } = bytesOf(nasty.file);
    const sizes = nasty.isGuessed === true
      ? [length]
      : length < 4_096
      ? [1, 2, 3, 7, 64, length]
      : [1_000, 65_536, length];
    for (const size of sizes) await check(nasty, Math.max(1, size));
  });
}

Deno.test("the bank has at least 60 difficult files, each with a unique name", () => {
  ok(NASTY_FILES.length >= 60);
  equal(new Set(NASTY_FILES.map(({ name }) => name)).size, NASTY_FILES.length);
});
