import fc from "fast-check";
import { deepEqual, equal, ok } from "../assert.ts";
import { anyText } from "../fixtures/any_text.ts";
import { runsOf } from "../sweeps.ts";
import { DecodedText } from "../../src/batch/list/decode_text.ts";
import { InputError } from "../../src/protocol/errors.ts";
import { readCsv, type RowSource } from "../../src/batch/list/read_rows.ts";
import type { ListRow } from "../../src/run/outcome.ts";
import { csvLine } from "../../src/text/csv_write.ts";
import { unguardCell } from "../text/unguard_cell.ts";

const BREAK = /\r\n|\r|\n/;
const CUT = /^(?:Quote|Text after|Cell is|Row is)/;

function read(text: string): Promise<RowSource> {
  return readCsv(new DecodedText(ReadableStream.from([new TextEncoder().encode(text)]), "x.csv"), { name: "x.csv" });
}

/** The lines of a row; a row that was cut ends where its broken cell starts. */
function linesOf({ input, problem }: ListRow): number[] {
  const isCut = problem !== undefined && CUT.test(problem.message);
  const whole = isCut ? input.cells.slice(0, -1) : input.cells;
  const breaks = whole.join("|").split(BREAK).length - 1;
  return Array.from({ length: breaks + 1 }, (_, at) => input.line + at);
}

function linesNamed(note: string): number[] {
  return [...note.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, from, to]) =>
    Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_, at) => Number(from) + at)
  );
}

const line = fc.constantFrom(
  ...["IBM,a,1", "XRX,b,2", "GE,c", "F,d,3,4", "GM,e,5,", ",,", "", "", "Total,,9", "Total,1,2", "ticker,company,w"],
  ...[
    "As of 2024-03-01",
    "Disclaimer",
    "This is what we think and it may be wrong.",
    "so on",
    ',"x',
    'y"',
    '"z","w",7',
  ],
  ...["Cash & Cash Investments,,5", "CASH,Cash,5", "USD,,5", "Some account ...", "symbol,company,day", "VMFXX,k,1"],
  ...["700,f,6", "#N/A,g,7", "1-Mar,h,8", "\u001a", "a\0b,i,9", '"p\nq",j,10', "Exported today,,"],
);

Deno.test("each non-empty line belongs to the header or one row, or is named in the notes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("", "Account 12", "Some Bank,Street", "As of,today"), { maxLength: 4 }),
      fc.array(line, { maxLength: 9 }),
      async (before, after) => {
        const text = [...before, "ticker,company,w", ...after].join("\n");
        const source = await read(text).catch((error) => error);
        if (source instanceof InputError) return; // an invalid list has no rows
        const rows: ListRow[] = await Array.fromAsync(source.rows);
        const seen = new Map<number, string>([[source.shape?.headerLine ?? 0, "header"]]);
        const tell = (at: number, what: string) => {
          ok(!seen.has(at), `line ${at} is ${seen.get(at)} and ${what}`);
          seen.set(at, what);
        };
        for (const row of rows) for (const at of linesOf(row)) tell(at, `row ${row.input.row}`);
        for (const note of source.notes.filter((one: string) => /^Skipped/.test(one))) {
          for (const at of linesNamed(note)) tell(at, note);
        }
        text.split(BREAK).forEach((content, index, all) => {
          const isEnd = content === "" || (content === "\u001a" && index === all.length - 1);
          ok(isEnd || seen.has(index + 1), `line ${index + 1} is lost: ${content}`);
        });
      },
    ),
    runsOf("batch/csv_bank_property", 2_000),
  );
});

Deno.test("invalid bytes are an InputError, never another error", async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    anyText({ maxLength: 40 }).map((text) => new TextEncoder().encode(`ticker,n\n${text}`)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { maxLength: 4 }), async (chunks) => {
      try {
        const source = await readCsv(new DecodedText(ReadableStream.from(chunks), "x.csv"), { name: "x.csv" });
        await Array.fromAsync(source.rows);
      } catch (error) {
        ok(error instanceof InputError, String(error));
      }
    }),
    runsOf("batch/csv_bank_property", 2_000),
  );
});

/** Cells as users have them. */
const CELLS = [
  ...["-1500", "-4.2%", "0005", "1,234.50", "(1,234)", "1.234,50", "+12", "1e-5", "-.5", "5.", "−5", "$1,234", "1 234"],
  ...["TRUE", "null", "NaN", "2024-03-01", " x ", 'say "so"', "a;b", "a|b", "a\tb", "a\nb", "=1+1", "-x", "@me", "'q"],
];

Deno.test("the cells of the user's columns are unchanged, with every separator", async () => {
  const cells = fc.array(fc.constantFrom(...CELLS), { minLength: 3, maxLength: 3 });
  const separators = fc.constantFrom(",", ";", "\t", "|");
  await fc.assert(
    fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 6 }), separators, async (table, separator) => {
      const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
      const lines = table.map((row) => ["IBM", ...row].map(quoted).join(separator));
      const source = await read(["ticker,a,b,c".replaceAll(",", separator), ...lines].join("\n"));
      const rows = await Array.fromAsync(source.rows);
      deepEqual(rows.map(({ input }) => input.cells.slice(1)), table);
      const again = await read(`ticker,a,b,c\n${rows.map(({ input }) => csvLine(input.cells)).join("")}`);
      const written = (await Array.fromAsync(again.rows)).map(({ input }) => input.cells.slice(1));
      deepEqual(written.map((row) => row.map(unguardCell)), table);
      for (const [at, row] of written.entries()) {
        row.forEach((cell, column) => equal(cell.startsWith("'"), /^[=@'\t]|^-x/.test(table[at]?.[column] ?? "")));
      }
    }),
    runsOf("batch/csv_bank_property", 1_000),
  );
});

Deno.test("close() closes an input whose rows are not read", async () => {
  let isClosed = false;
  async function* text() {
    try {
      while (true) yield await Promise.resolve("ticker\nIBM\n".repeat(10_000));
    } finally {
      isClosed = true;
    }
  }
  const source = await readCsv(text(), { name: "x.csv" });
  equal(isClosed, false);
  await source[Symbol.asyncDispose]();
  ok(isClosed);
});

Deno.test("an input is closed when the loop over its rows ends early", async () => {
  let isClosed = false;
  async function* text() {
    try {
      while (true) yield await Promise.resolve("ticker\nIBM\n".repeat(10_000));
    } finally {
      isClosed = true;
    }
  }
  for await (const _row of (await readCsv(text(), { name: "x.csv" })).rows) break;
  ok(isClosed);
});
