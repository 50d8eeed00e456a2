import { longDay } from "../../src/calendar/day.ts";
import { deepEqual, equal, match, throws } from "../assert.ts";
import { askCommand } from "../../src/commands/ask_command.ts";
import { checkAsOf } from "../../src/commands/data_lines.ts";
import { connectTo } from "../../src/commands/connect_to.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import { testHost } from "./captured.ts";

const PRICES = { priceDays: { first: "2013-02-08", last: "2018-02-07" }, now: new Date("2018-02-20T23:30:00Z") };

const GOOD: readonly (string | undefined)[] = [
  undefined,
  "2013-02-08",
  "2018-02-07",
  "2018-02-13",
  "day",
  "2018-02-30",
];

for (const asOf of GOOD) {
  Deno.test(`the day to research as of may be ${asOf}`, () => deepEqual(checkAsOf(asOf, PRICES), []));
}

Deno.test("a day long after the last price is noted with both", () => {
  const note = (
    sessions: number,
    asOf: string,
  ) => [`Out of date: the prices end on 7 Feb 2018, ${sessions} trading days before ${longDay(asOf)}.`];
  deepEqual(checkAsOf("2018-02-14", PRICES), note(5, "2018-02-14"));
  deepEqual(checkAsOf("2018-02-21", PRICES), note(9, "2018-02-21")); // today, in the east; the 19th was a holiday
});

const REFUSED: readonly (readonly [string, string])[] = [
  ["2013-02-07", "Cannot research as of 7 Feb 2013: the data begin on 8 Feb 2013"],
  ["2018-02-22", "Cannot research as of 22 Feb 2018: that day is in the future; the prices end on 7 Feb 2018"],
  ["2031-01-01", "Cannot research as of 1 Jan 2031: that day is in the future; the prices end on 7 Feb 2018"],
];

for (const [asOf, message] of REFUSED) {
  Deno.test(message, () => throws(() => checkAsOf(asOf, PRICES), { name: "InputError", message }));
}

Deno.test("the day of a remote service is its own business", () => {
  deepEqual(checkAsOf("2031-01-01", { priceDays: undefined, now: PRICES.now }), []);
});

/** A folder with a list and with prices of its own, which end on 2018-02-07. */
async function standing() {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/prices`);
  const days = Array.from({ length: 100 }, (_, at) => new Date(Date.UTC(2017, 9, 31 + at)).toISOString().slice(0, 10));
  await Deno.writeTextFile(`${folder}/prices/IBM.csv`, ["date,close", ...days.map((day) => `${day},100`)].join("\n"));
  await Deno.writeTextFile(`${folder}/list.csv`, "ticker,day\nIBM,2018-02-06\n");
  const host = testHost({ folder, connect: (settings) => Promise.resolve(connectTo(settings)) });
  return { ...host, clock: { ...host.clock, now: () => new Date("2026-11-22T10:00:00Z") } };
}

const OWN_PRICES =
  "1 name with prices from 1 file, 31 Oct 2017 to 7 Feb 2018; no benchmark: name a file ^GSPC.csv or " +
  "SPY.csv, or --benchmark FILE_OR_TICKER.";

const FIRST_LINES: readonly (readonly [readonly string[], string])[] = [
  [[], "Sample: real prices of 2024 and 2025, not today's market. As of 31 Mar 2025; prices end on 1 Jul 2025."],
  [
    ["--as-of", "2024-11-07"],
    "Sample: real prices of 2024 and 2025, not today's market. As of 7 Nov 2024; prices end on 1 Jul 2025.",
  ],
  [["--data", "prices"], `${OWN_PRICES} As of 7 Feb 2018, out of date: 2,209 trading days old.`],
  [
    ["--data", "prices", "--as-of", "2017-11-07"],
    `${OWN_PRICES} As of 7 Nov 2017; prices end on 7 Feb 2018.`,
  ],
  [
    ["--data", "prices", "--as-of", "day"],
    `${OWN_PRICES} As of the column day; prices end on 7 Feb 2018, out of date: 2,209 trading days old.`,
  ],
];

for (const [flags, line] of FIRST_LINES) {
  Deno.test(`the first line of screen ${flags.join(" ")} tells the truth: ${line}`, async () => {
    const host = await standing();
    equal(await screenCommand(["list.csv", "--dry-run", ...flags], host), 0, host.err.text);
    equal(host.out.text.split("\n")[0], `${line} Nothing is sent.`);
  });
}

Deno.test("screen and ask send nothing as of a day that is still to come, and exit with 2", async () => {
  for (const [command, word] of [[screenCommand, "list.csv"], [askCommand, "Analyse IBM"]] as const) {
    const host = await standing();
    equal(await command([word, "--as-of", "2031-01-01"], host), 2);
    match(
      host.err.text,
      /^error: Cannot research as of 1 Jan 2031: that day is in the future; the prices end on 1 Jul 2025$/m,
    );
    equal(host.out.text, "");
  }
});

Deno.test("screen says at once that the prices end long before the day it was given", async () => {
  const host = await standing();
  equal(await screenCommand(["list.csv", "--dry-run", "--as-of", "2026-11-20"], host), 0);
  match(
    host.out.text,
    /^Out of date: the prices end on 1 Jul 2025, 351 trading days before 20 Nov 2026\.$/m,
  );
});
