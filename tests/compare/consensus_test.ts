import { equal, ok } from "../assert.ts";
import { alertLines } from "../../src/compare/alerts.ts";
import { claim, run, thesis } from "./thesis_rows.ts";

const of = (metric: string, value: number | string) => claim(metric, `${value}`, { id: `A.${metric}`, value });
const BOTH = [of("sue", 1.4), of("sue_quarter", "2017-09-30"), of("eps_quarter", 2.07)];
const Q3 = "2017-09-30";

const CASES = [
  {
    when: "EPS is above",
    cells: ["1.98", Q3],
    claims: BOTH,
    words: "beat consensus by 0.09: EPS 2.07 against 1.98; EPS beat its own past",
  },
  {
    when: "EPS is below",
    cells: ["2,10", Q3],
    claims: BOTH,
    words: "missed consensus by 0.03: EPS 2.07 against 2.10; EPS beat its own past",
  },
  { when: "EPS is within half a cent", cells: ["2.065", Q3], claims: BOTH, words: "in line with consensus" },
  {
    when: "the quarter is another",
    cells: ["1.98", "2017-06-30"],
    claims: BOTH,
    note: "is not the quarter to 2017-09-30",
  },
  { when: "the day is written otherwise", cells: ["1.98", "30.9.2017"], claims: BOTH, note: "is not a day like" },
  { when: "the cell is no number", cells: ["high", Q3], claims: BOTH, note: "is not a number" },
  { when: "the cell is empty", cells: ["", Q3], claims: BOTH, note: "is empty" },
  { when: "no EPS is stated", cells: ["1.98", Q3], claims: BOTH.slice(0, 2), note: "states no EPS" },
  {
    when: "a split is not adjusted",
    cells: ["1.98", Q3],
    claims: [...BOTH, of("split_day", "2017-10-02")],
    note: "a move on 2017-10-02 that may be a split",
  },
  {
    when: "its event is of another company than the row",
    cells: ["1.98", Q3],
    claims: [],
    events: [{ kind: "EARNINGS_BEAT", ticker: "B", day: Q3, known: Q3, figures: BOTH }],
    note: "the event is of another company",
  },
];
for (const { when, cells, claims, events, words, note } of CASES) {
  Deno.test(`a beat is judged against ${note ? "its own past alone" : "consensus"} when ${when}`, () => {
    const later = run([thesis("A", { cells: ["A", ...cells], claims, events })], {
      header: ["ticker", "consensus_eps", "consensus_period"],
    });
    const alert = JSON.parse(alertLines(undefined, later));
    equal(alert.basis, note ? "own_past" : "consensus");
    equal(alert.eps, note ? undefined : 2.07);
    ok(alert.message.includes(words ?? note), alert.message);
    if (note) ok(alert.note.includes(note), alert.note);
  });
}
