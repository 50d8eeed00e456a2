import { equal } from "../assert.ts";
import { LiveTerminal } from "../../src/commands/live_terminal.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { capturedOutputs } from "./captured.ts";

const SENTENCE =
  "Open runs/tickers/2026-11-22/report.html; also theses.xlsx, theses.csv, changes.csv, 24 files in files/.";

const CASES = [
  {
    ...{ where: "a terminal of 80 columns", isTerminal: true },
    is: "Open runs/tickers/2026-11-22/report.html; also theses.xlsx, theses.csv,\nchanges.csv, 24 files in files/.\n",
  },
  { where: "a file", isTerminal: false, is: `${SENTENCE}\n` },
];
for (const { where, isTerminal, is } of CASES) {
  Deno.test(`a sentence is ${isTerminal ? "broken between words on" : "one line in"} ${where}`, () => {
    const outputs = capturedOutputs({ isTerminal });
    new LiveTerminal({ out: outputs.out, err: outputs.err, clock: systemClock, env: () => undefined }).say(SENTENCE);
    equal(outputs.out.text, is);
  });
}
