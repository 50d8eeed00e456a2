import { deepEqual } from "../assert.ts";
import { parse } from "../../src/text/csv_read.ts";

/** The situations of csv-spectrum's twelve files, in our own texts. */
const SPECTRUM: { situation: string; text: string; cells?: string[][]; problem?: string }[] = [
  {
    situation: "a separator in quotes",
    text: 'first,last,town\nAda,Byron,"London, Middlesex"\n',
    cells: [["first", "last", "town"], ["Ada", "Byron", "London, Middlesex"]],
  },
  {
    situation: "empty cells",
    text: 'a,b,c\n1,"",""\n2,3,4\n',
    cells: [["a", "b", "c"], ["1", "", ""], ["2", "3", "4"]],
  },
  {
    situation: "empty cells and CRLF",
    text: 'a,b,c\r\n1,"",""\r\n2,3,4\r\n',
    cells: [["a", "b", "c"], ["1", "", ""], ["2", "3", "4"]],
  },
  {
    situation: "escaped quotes",
    text: 'a,b\n1,"so ""they"" say"\n2,"""x"""\n',
    cells: [["a", "b"], ["1", 'so "they" say'], ["2", '"x"']],
  },
  {
    situation: "JSON in a cell",
    text: 'key,val\n1,"{""type"": ""Point"", ""at"": [102.0, 0.5]}"\n',
    cells: [["key", "val"], ["1", '{"type": "Point", "at": [102.0, 0.5]}']],
  },
  {
    situation: "coordinates with bare quotes are rejected with line and column: quotes must be doubled",
    text: "place,at\nKap,33° 55' 31\" S\n",
    problem: "2:15 Quote inside a cell that does not start with one",
  },
  {
    situation: "line ends in quotes",
    text: 'a,b,c\n1,2,3\n"Once upon \na time",5,6\n7,8,9\n',
    cells: [["a", "b", "c"], ["1", "2", "3"], ["Once upon \na time", "5", "6"], ["7", "8", "9"]],
  },
  {
    situation: "line ends in quotes and CRLF",
    text: 'a,b,c\r\n1,2,3\r\n"Once upon \r\na time",5,6\r\n7,8,9\r\n',
    cells: [["a", "b", "c"], ["1", "2", "3"], ["Once upon \r\na time", "5", "6"], ["7", "8", "9"]],
  },
  {
    situation: "quotes and line ends",
    text: 'a,b\n1,"say ""\nso"" now"\n2,"""\n"""\n',
    cells: [["a", "b"], ["1", 'say "\nso" now'], ["2", '"\n"']],
  },
  { situation: "a simple table", text: "a,b,c\n1,2,3\n", cells: [["a", "b", "c"], ["1", "2", "3"]] },
  { situation: "a simple table and CRLF", text: "a,b,c\r\n1,2,3\r\n", cells: [["a", "b", "c"], ["1", "2", "3"]] },
  { situation: "UTF-8", text: "a,b\n1,ʤ\n2,漢😀\n", cells: [["a", "b"], ["1", "ʤ"], ["2", "漢😀"]] },
];

for (const { situation, text, cells, problem } of SPECTRUM) {
  Deno.test(`csv-spectrum: ${situation}`, () => {
    const records = parse(text);
    const problems = records.flatMap((one) => one.problem ?? []);
    deepEqual(
      problems.map(({ line, column, message }) => `${line}:${column} ${message}`),
      problem === undefined ? [] : [problem],
    );
    if (cells !== undefined) deepEqual(records.map((one) => one.cells), cells);
  });
}
