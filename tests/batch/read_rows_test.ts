import { deepEqual, equal, match, rejects } from "../assert.ts";
import { errorOf } from "../../src/run/outcome.ts";
import { InputError, type Outcome, screen, type ScreenOptions } from "conviction/batch";
import { FakeResearch } from "./fake_research.ts";
import { testMachine } from "./test_machine.ts";

async function screenBytes(bytes: Uint8Array, options: ScreenOptions = {}) {
  const folder = await Deno.makeTempDir();
  await Deno.writeFile(`${folder}/list.csv`, bytes);
  const research = new FakeResearch();
  const machine = testMachine({ folder });
  const rows = await Array.fromAsync(screen("list.csv", research, { ...options, machine }));
  return { rows: rows.toSorted((a, b) => a.input.row - b.input.row), research };
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function shown(outcome: Outcome): string {
  const { row, line, ticker } = outcome.input;
  return `${row} line ${line} ${ticker} ${outcome.status} ${errorOf(outcome)?.message ?? ""}`.trim();
}

Deno.test("the messy demo list gives one outcome for each data row, with line and column of invalid rows", async () => {
  const { rows } = await screenBytes(await Deno.readFile("pipelines/tickers_messy.csv"));
  deepEqual(rows.map(shown), [
    "1 line 2 AAPL done",
    "2 line 3 BRK.B done",
    "3 line 4 037833100 done",
    "4 line 5 Apple Inc done",
    "5 line 7 MSFT done",
    "6 line 8 AAPL done",
    "7 line 9 ZZZZ done",
    "8 line 10 IBM invalid line 10, column 21: Text after a closing quote",
    "9 line 11  invalid line 11, column ticker: No ticker",
    "10 line 12 XRX invalid line 12, column sector: Row has 2 cells, the header has 5",
    "11 line 13 GOOGL done",
  ]);
});

Deno.test("the demo list is a long book of twenty names from 2 to 9%, each asked the same question", async () => {
  const bytes = await Deno.readFile("pipelines/tickers.csv");
  const { rows, research } = await screenBytes(bytes);
  const weights = rows.map(({ input }) => Number(input.cells[3]));
  deepEqual([weights.length, Math.min(...weights), Math.max(...weights)], [20, 2, 9]);
  equal(weights.reduce((sum, one) => sum + one), 100);
  equal(research.asked.filter((question) => question.startsWith("Analyse the company listed under ticker")).length, 20);
  equal(research.asked[0], 'Analyse the company listed under ticker "AAPL" (Apple Inc.)');
});

const ROWS = [
  { when: "a byte order mark comes first", csv: "\uFEFFticker\nIBM\n", is: ["1 line 2 IBM done"] },
  { when: "CRLF ends lines", csv: "ticker,w\r\nIBM,1\r\n", is: ["1 line 2 IBM done"] },
  { when: "the last line has no line end", csv: "ticker\nIBM", is: ["1 line 2 IBM done"] },
  { when: "the ticker has space around it", csv: "ticker\n IBM \n", is: ["1 line 2 IBM done"] },
  { when: "the column is called Symbol", csv: "name,Symbol\nx,IBM\n", is: ["1 line 2 IBM done"] },
  {
    when: "a cell has two lines",
    csv: 'ticker,note\nIBM,"a\nb"\nXRX,c\n',
    is: ["1 line 2 IBM done", "2 line 4 XRX done"],
  },
  {
    when: "a quote is never closed",
    csv: 'ticker,note\nIBM,"a\nXRX,c\n',
    is: ["1 line 2 IBM invalid line 2, column 5: Quoted cell is never closed", "2 line 3 XRX done"],
  },
  {
    when: "a row has too many cells",
    csv: "ticker,note\nIBM,a,b\n",
    is: ["1 line 2 IBM invalid line 2, column note: Row has 3 cells, the header has 2; a comma in a cell needs quotes"],
  },
  {
    when: "the prompt needs a cell that is empty",
    csv: "ticker,note\nIBM,\nXRX,c\n",
    prompt: "Judge {{ticker}} on {{note}}",
    is: ["1 line 2 IBM invalid line 2, column note: The prompt needs this cell, but it is empty", "2 line 3 XRX done"],
  },
];
for (const { when, csv, is, ...options } of ROWS) {
  Deno.test(`a list can be read when ${when}`, async () => {
    const { rows } = await screenBytes(utf8(csv), options);
    deepEqual(rows.map(shown), is);
  });
}

const ENCODINGS = [
  { name: "UTF-16 without a mark", bytes: [0x74, 0, 0x69, 0], says: /probably UTF-16LE.*iconv -f UTF-16LE/ },
  { name: "Windows-1252", bytes: [...utf8("ticker,n\nIBM,M"), 0xfc, ...utf8("ller\n")], says: /Windows-1252/ },
  { name: "a workbook", bytes: [0x50, 0x4b, 3, 4], says: /Excel workbook/ },
];
for (const { name, bytes, says } of ENCODINGS) {
  Deno.test(`a list in ${name} is an error that names the file and the remedy`, async () => {
    await rejects(
      screenBytes(new Uint8Array(bytes)),
      (error) => error instanceof InputError && says.test(error.message) && error.message.includes("list.csv"),
    );
  });
}

Deno.test("a prompt takes cells by name, a row's own prompt wins, and the day is in the metadata", async () => {
  const csv = "Ticker,note,ask\nIBM,calm,\nXRX,wild,What of Xerox?\n";
  const { rows, research } = await screenBytes(utf8(csv), {
    ...{ prompt: "Is {{ticker}} {{ note }}?", promptColumn: "ask", asOf: "2017-12-29", model: "m" },
  });
  deepEqual(research.asked, ["Is IBM calm?", "What of Xerox?"]);
  const [first] = rows;
  deepEqual(first?.status === "done" && first.asked.request, {
    ...{ input: "Is IBM calm?", model: "m", metadata: { as_of: "2017-12-29" }, include: ["files", "verification"] },
  });
});

Deno.test("a list that changes while it is read is an error", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/list.csv`;
  await Deno.writeTextFile(path, `ticker\n${"IBM\n".repeat(100_000)}`); // more than is read ahead for the header
  const machine = testMachine({ folder });
  const newId = () => {
    Deno.writeTextFileSync(path, "ticker\nXRX\n");
    return "run";
  };
  const research = new FakeResearch();
  await rejects(Array.fromAsync(screen(path, research, { machine: { ...machine, newId } })), (error) => {
    match(String(error), /changed while it was read/);
    return error instanceof InputError;
  });
  equal(research.asked.length, 0);
});
