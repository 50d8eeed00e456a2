import { deepEqual, equal, ok } from "../assert.ts";
import { runsOf } from "../sweeps.ts";
import fc from "fast-check";
import { type CsvOptions, type CsvProblem, type CsvRecord, parse } from "../../src/text/csv_read.ts";
import { CsvScanner } from "../../src/text/csv_scanner.ts";

/** A record as `line: cell|cell`, with `! line:column message` when it has a problem. */
function show({ line, cells, problem }: CsvRecord): string {
  const tail = problem === undefined ? "" : ` ! ${showProblem(problem)}`;
  return `${line}: ${cells.join("|")}${tail}`;
}

function showProblem({ line, column, message }: CsvProblem): string {
  return `${line}:${column} ${message}`;
}

const NEVER = "Quoted cell is never closed";
const LATER = "Quoted cell is not closed before the text of a later line";
const INSIDE = "Quote inside a cell that does not start with one";
const AFTER = "Text after a closing quote";

const CASES: {
  when: string;
  text: string;
  rows: string[];
  options?: CsvOptions;
}[] = [
  { when: "the text is empty", text: "", rows: [] },
  { when: "there is only a byte order mark", text: "\uFEFF", rows: [] },
  { when: "LF ends lines", text: "a,b\n1,2\n", rows: ["1: a|b", "2: 1|2"] },
  {
    when: "CRLF ends lines",
    text: "a,b\r\n1,2\r\n",
    rows: ["1: a|b", "2: 1|2"],
  },
  { when: "CR ends lines", text: "a,b\r1,2\r", rows: ["1: a|b", "2: 1|2"] },
  {
    when: "line ends are mixed",
    text: "a\r\rb\n\r\nc",
    rows: ["1: a", "3: b", "5: c"],
  },
  {
    when: "the last line has no end",
    text: "a,b\n1,2",
    rows: ["1: a|b", "2: 1|2"],
  },
  {
    when: "a byte order mark comes first",
    text: "\uFEFFa,b\n",
    rows: ["1: a|b"],
  },
  {
    when: "a byte order mark comes before a quote",
    text: '\uFEFF"a"x\n',
    rows: [`1: "a"x ! 1:4 ${AFTER}`],
  },
  { when: "lines are empty", text: "\n\na\n\n\nb\n\n", rows: ["3: a", "6: b"] },
  {
    when: "a line has only spaces",
    text: "a\n  \n",
    rows: ["1: a", "2:   "],
  },
  {
    when: "a line has only separators",
    text: "a,b\n,\n",
    rows: ["1: a|b", "2: |"],
  },
  { when: "a line has one empty quoted cell", text: '""\n', rows: ["1: "] },
  {
    when: "the last cell is empty",
    text: 'a,\n"b",',
    rows: ["1: a|", "2: b|"],
  },
  { when: "a cell contains the separator", text: '"a,b",c', rows: ["1: a,b|c"] },
  {
    when: "a quote is doubled",
    text: '"say ""hi""",c',
    rows: ['1: say "hi"|c'],
  },
  { when: "a cell is one quote", text: '"""",c', rows: ['1: "|c'] },
  { when: "spaces surround a cell", text: " a , b ", rows: ["1:  a | b "] },
  {
    when: "a cell has several lines",
    text: 'a\n1,"x\ny\r\nz",2\nb\n',
    rows: ["1: a", "2: 1|x\ny\r\nz|2", "5: b"],
  },
  {
    when: "the file ends with a DOS end mark",
    text: "a\r\n1\r\n\u001a",
    rows: ["1: a", "2: 1"],
  },
  {
    when: "semicolons separate",
    text: "a;1,5\n",
    rows: ["1: a|1,5"],
    options: { separator: ";" },
  },
  {
    when: "tabs separate",
    text: 'a\t"b\tc"\n',
    rows: ["1: a|b\tc"],
    options: { separator: "\t" },
  },
  {
    when: "bars separate",
    text: '"a"|b\n',
    rows: ["1: a|b"],
    options: { separator: "|" },
  },
  {
    when: "a bare cell contains a quote",
    text: 'a,b"c,d\ne\n',
    rows: [`1: a|b"c,d ! 1:4 ${INSIDE}`, "2: e"],
  },
  {
    when: "a space comes before a quote",
    text: 'a, "b"\nc\n',
    rows: [`1: a| "b" ! 1:4 ${INSIDE}`, "2: c"],
  },
  {
    when: "text follows a closing quote",
    text: 'a,"b"c,d\r\ne\r\n',
    rows: [`1: a|"b"c,d ! 1:6 ${AFTER}`, "2: e"],
  },
  {
    when: "a quote is never closed",
    text: '1,"AAPL,x\n2,MSFT\n\n3,""\n',
    rows: [`1: 1|"AAPL,x ! 1:3 ${NEVER}`, "2: 2|MSFT", "4: 3|"],
  },
  {
    when: "a quote is never closed on the last line",
    text: '1,a\n2,"b',
    rows: ["1: 1|a", `2: 2|"b ! 2:3 ${NEVER}`],
  },
  {
    when: "an open quote meets the quote of the next row",
    text: '1,"AAPL,x\n2,"MSFT",y\n3,"GOOG"\n',
    rows: [`1: 1|"AAPL,x ! 1:3 ${LATER}`, "2: 2|MSFT|y", "3: 3|GOOG"],
  },
  {
    when: "every row opens a quote",
    text: '"a\n"b\n"c\n',
    rows: [
      `1: "a ! 1:1 ${LATER}`,
      `2: "b ! 2:1 ${LATER}`,
      `3: "c ! 3:1 ${NEVER}`,
    ],
  },
  {
    when: "a problem follows a cell of several lines",
    text: '1,"x\ny",z"q\n2,b\n',
    rows: [`1: 1|x\ny|z"q ! 2:5 ${INSIDE}`, "3: 2|b"],
  },
  {
    when: "a cell has exactly the maximum length",
    text: 'abcd,"efgh"\n',
    rows: ["1: abcd|efgh"],
    options: { maxCellChars: 4 },
  },
  {
    when: "a bare cell is too long",
    text: "a,bcdef,g\nh\n",
    rows: ["1: a|bcde ! 1:3 Cell is longer than 4 characters", "2: h"],
    options: { maxCellChars: 4 },
  },
  {
    when: "a quote comes where a cell would be too long",
    text: 'abcd"e\nh\n',
    rows: [`1: abcd ! 1:5 ${INSIDE}`, "2: h"],
    options: { maxCellChars: 4 },
  },
  {
    when: "a quoted cell is too long",
    text: '"ab\ncde",g\nh\n',
    rows: [
      '1: "ab ! 1:1 Cell is longer than 4 characters',
      `2: cde" ! 2:4 ${INSIDE}`,
      "3: h",
    ],
    options: { maxCellChars: 4 },
  },
  {
    when: "a cell contains a NUL",
    text: "a,b\n1,x\0y\n2,z\n",
    rows: ["1: a|b", "2: 1|x\0y ! 2:4 NUL character", "3: 2|z"],
  },
  {
    when: "the second line of a quoted cell has a NUL",
    text: 'a,b\r\n1,"x\r\ny\0z"\r\n2,z\r\n',
    rows: ["1: a|b", "2: 1|x\r\ny\0z ! 3:2 NUL character", "4: 2|z"],
  },
  {
    when: "a row has a NUL and a broken quote",
    text: 'a\0,"b"c\nd\n',
    rows: [`1: a\0|"b"c ! 1:7 ${AFTER}`, "2: d"],
  },
  { when: "the last line is a NUL", text: "a\n\0", rows: ["1: a", "2: \0 ! 2:1 NUL character"] },
  {
    when: "a row is too long",
    text: "a,b,c,d,e\nz\n",
    rows: ["1: a|b|c|d ! 1:7 Row is longer than 4 characters", "2: z"],
    options: { maxCellChars: 1 },
  },
];

for (const { when, text, rows, options = {} } of CASES) {
  Deno.test(`parse() reads every row when ${when}`, () => {
    deepEqual(parse(text, options).map(show), rows);
  });

  Deno.test(`CsvScanner reads the same rows when ${when}, however the text is cut`, () => {
    for (let cut = 0; cut <= text.length; cut++) {
      const chunks = [text.slice(0, cut), text.slice(cut)];
      deepEqual(
        fed(chunks, options).map(show),
        rows,
        `cut at ${cut}`,
      );
    }
    deepEqual(
      fed([...text], options).map(show),
      rows,
      "one by one",
    );
  });
}

function fed(chunks: readonly string[], options: CsvOptions): CsvRecord[] {
  const scanner = new CsvScanner(options);
  return [...chunks.flatMap((chunk) => [...scanner.feed(chunk)]), ...scanner.end("")];
}

/** A broken quote ends its row with the line; a NUL does not. */
function isCut(problem: CsvProblem | undefined): boolean {
  return problem !== undefined && problem.message !== "NUL character";
}

const nasty = fc.string({
  unit: fc.constantFrom(
    '"',
    '"',
    ",",
    ",",
    "\n",
    "\r",
    "a",
    "b",
    " ",
    "é",
    "\uFEFF",
    "\u001a",
    "\0",
  ),
  maxLength: 60,
});

Deno.test("CsvScanner agrees with parse() on any text and any cuts", () => {
  fc.assert(
    fc.property(
      fc.array(nasty, { maxLength: 12 }),
      fc.integer({ min: 1, max: 12 }),
      (chunks, maxCellChars) => {
        const whole = parse(chunks.join(""), { maxCellChars });
        deepEqual(fed(chunks, { maxCellChars }), whole);
      },
    ),
    runsOf("text/csv_read", 5_000),
  );
});

Deno.test("parse() starts a row on every non-empty line, unless a complete quoted cell spans it", () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const records = parse(text);
      const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
      const covered = new Set<number>();
      for (const { line, cells, problem } of records) {
        const whole = isCut(problem) ? cells.slice(0, -1) : cells;
        const breaks = whole.join("|").match(/\r\n|\r|\n/g)?.length ?? 0;
        for (let at = line; at <= line + breaks; at++) {
          ok(!covered.has(at), `line ${at} is in two rows`);
          covered.add(at);
        }
      }
      lines.forEach((line, index) => {
        const isEndMark = index === lines.length - 1 && line === "\u001a";
        equal(
          covered.has(index + 1) || line === "" || isEndMark,
          true,
          `line ${index + 1}`,
        );
      });
    }),
    runsOf("text/csv_read", 20_000),
  );
});

Deno.test("parse() keeps every character of a broken row's line", () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
      for (const { cells, problem } of parse(text)) {
        if (problem === undefined) continue;
        if (isCut(problem)) ok(lines[problem.line - 1]?.endsWith(cells.at(-1) ?? ""));
        else equal(lines[problem.line - 1]?.[problem.column - 1], "\0");
        ok(
          problem.column >= 1 &&
            problem.column <= (lines[problem.line - 1]?.length ?? 0),
        );
      }
    }),
    runsOf("text/csv_read", 10_000),
  );
});

Deno.test("CsvScanner agrees with parse() on cells that are longer than its chunks", () => {
  const text = `1,"${'a""\n'.repeat(10_000)}",b\n2,${"x".repeat(30_000)}\n3,"${"y".repeat(30_000)}\n`;
  const whole = parse(text);
  deepEqual(whole.map(({ line, problem }) => [line, problem?.message]), [
    [1, undefined],
    [10_002, undefined],
    [10_003, NEVER],
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 20_000 }), (size) => {
      const chunks: string[] = [];
      for (let at = 0; at < text.length; at += size) chunks.push(text.slice(at, at + size));
      deepEqual(fed(chunks, {}), whole);
    }),
    { numRuns: 30 },
  );
});

Deno.test("parse() reports the empty lines before a row", () => {
  const records = parse("\na\r\n\r\n\nb\nc\n\n");
  deepEqual(records.map(({ line, emptyBefore }) => [line, emptyBefore]), [[2, 1], [5, 2], [6, undefined]]);
});

Deno.test("CsvScanner yields a row as soon as its line is done", () => {
  deepEqual([...new CsvScanner({}).feed("a,b\n1,")].map(({ cells }) => cells), [["a", "b"]]);
});

Deno.test("CsvScanner reports an overlong line and continues", () => {
  const chunk = "x".repeat(1_000);
  const chunks = Array.from({ length: 5_000 }, () => chunk);
  const [first, second] = fed([...chunks, "\nlast\n"], {
    maxCellChars: 2_000,
  });
  equal(first?.cells[0]?.length, 2_000);
  equal(first?.problem?.message, "Cell is longer than 2000 characters");
  deepEqual(second, { line: 2, cells: ["last"] });
});
