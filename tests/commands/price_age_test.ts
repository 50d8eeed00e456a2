import { dayNumber, dayText } from "../../src/calendar/day.ts";
import { exchangeOf } from "../../src/calendar/exchanges.ts";
import { isSession } from "../../src/calendar/exchange_days.ts";
import { dataCommand } from "../../src/commands/data_command.ts";
import { deepEqual, match } from "../assert.ts";
import { inFolder } from "../data/in_folder.ts";
import { testHost } from "./captured.ts";

/** Closes on thirty sessions up to a day. */
function closes(ticker: string, last: string): string {
  const days: string[] = [];
  for (let day = dayNumber(last); days.length < 30; day--) {
    if (isSession(dayText(day), exchangeOf(ticker))) days.push(dayText(day));
  }
  return ["date,close", ...days.toReversed().map((day, at) => `${day},${100 + at % 7}`), ""].join("\n");
}

const ENDS: Readonly<Record<string, string>> = {
  "IBM": "2026-11-25",
  "KO": "2026-11-25",
  "OLD": "2026-11-20",
  "SAP.DE": "2026-11-24",
};

/** Checks a folder on the morning after Thanksgiving. */
function check(...flags: readonly string[]): Promise<string> {
  const files = Object.fromEntries(
    Object.entries(ENDS).map(([name, last]) => [`data/${name}.csv`, closes(name, last)]),
  );
  return inFolder(files, async (folder) => {
    const host = testHost({ folder });
    const clock = { ...host.clock, now: () => new Date("2026-11-27T12:00:00Z") };
    await dataCommand(["check", "data", ...flags], { ...host, clock });
    return host.out.text;
  });
}

Deno.test("data check counts the age of prices in sessions, those of a name in those of its own exchange", async () => {
  const out = await check();
  match(out, /^Prices end on 25 Nov 2026, up to date, counted to 25 Nov 2026\.$/m);
  match(
    out,
    /^2 names end earlier:\n- OLD ends 3 trading days ago, on 20 Nov 2026\n- SAP\.DE ends 2 trading days ago, on 24 Nov 2026$/m,
  );
});

Deno.test("data check --json has the age too", async () => {
  deepEqual(JSON.parse(await check("--json")).age, {
    ...{ data_ends: "2026-11-25", last_session: "2026-11-25", sessions: 0, exchange: "XNYS" },
    earlier: [
      { ticker: "OLD", ends: "2026-11-20", sessions: 3 },
      { ticker: "SAP.DE", ends: "2026-11-24", sessions: 2 },
    ],
  });
});
