/** Data that is older than `--max-age` allows stops a screen before anything is sent. */
import { dayNumber, dayText } from "../../src/calendar/day.ts";
import { isSession } from "../../src/calendar/exchange_days.ts";
import { openConnection } from "../../src/setup/connect.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import { deepEqual, equal, match } from "../assert.ts";
import { testHost } from "./captured.ts";

/** Closes on the sessions before and on a day. */
function closes(last: string, count: number): string {
  const days: string[] = [];
  for (let day = dayNumber(last); days.length < count; day--) if (isSession(dayText(day))) days.push(dayText(day));
  return ["date,close", ...days.toReversed().map((day, at) => `${day},${100 + at % 7}`), ""].join("\n");
}

/** A folder with a list and prices that end on Thursday, 19 November 2026; those of OLD end three sessions earlier. */
async function standing(now: string) {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/prices`);
  for (const ticker of ["IBM", "KO"]) {
    await Deno.writeTextFile(`${folder}/prices/${ticker}.csv`, closes("2026-11-19", 60));
  }
  await Deno.writeTextFile(`${folder}/prices/OLD.csv`, closes("2026-11-16", 60));
  await Deno.writeTextFile(`${folder}/my list.csv`, "ticker,day\nIBM,2026-11-19\n");
  const sent: string[] = [];
  const host = testHost({
    folder,
    connect: (settings) =>
      Promise.resolve(openConnection(settings, (fetch) => (url, init) => {
        sent.push(url);
        return fetch(url, init);
      })),
  });
  return { host: { ...host, clock: { ...host.clock, now: () => new Date(now) } }, sent };
}

const LIST = ["my list.csv", "--data", "prices"];

Deno.test("--max-age stops with 4 before anything is sent, and says which day, how old, and what to do", async () => {
  const { host, sent } = await standing("2026-11-24T22:00:00Z"); // three sessions later
  equal(await screenCommand([...LIST, "--max-age", "2d"], host), 4);
  equal(
    host.err.text,
    "Out of date: the prices end on 19 Nov 2026, 3 trading days before 24 Nov 2026, the last trading day of the New York Stock " +
      "Exchange; --max-age 2d allows 2. Nothing was sent: fetch newer prices with deno task -q conviction data fetch 'my list.csv' " +
      "--from SOURCE --data prices\n",
  );
  deepEqual(sent, []);
  const left = await Array.fromAsync(Deno.readDir(host.folder), ({ name }) => name);
  deepEqual(left.toSorted(), ["my list.csv", "prices"]);
});

Deno.test("--max-age lets data pass that is as old as it allows", async () => {
  const { host } = await standing("2026-11-24T22:00:00Z");
  equal(await screenCommand([...LIST, "--max-age", "3d", "--dry-run"], host), 0, host.err.text);
  match(host.out.text, /As of 19 Nov 2026, 3 trading days old\./);
  match(host.out.text, /^- 1 name has older prices: OLD \(16 Nov 2026\)$/m);
});

Deno.test("a session counts from its close on", async () => {
  for (const [now, age] of [["20:59", "up to date"], ["21:00", "1 trading day old"]] as const) {
    const { host } = await standing(`2026-11-20T${now}:00Z`);
    equal(await screenCommand([...LIST, "--dry-run", "--max-age", "0d"], host), age === "1 trading day old" ? 4 : 0);
    match(host.out.text, new RegExp(`As of \\d+ Nov 2026, ${age}\\.`));
  }
});

Deno.test("with --json a stale folder is an object on a line of its own", async () => {
  const { host } = await standing("2026-11-24T22:00:00Z");
  equal(await screenCommand([...LIST, "--max-age", "2d", "--json"], host), 4);
  const { message, ...rest } = JSON.parse(host.out.text);
  deepEqual(rest, {
    ...{ event: "stale", data_ends: "2026-11-19", last_session: "2026-11-24" },
    ...{ sessions: 3, max_age: 2, exchange: "XNYS" },
  });
  match(message, /^Out of date: the prices end on 19 Nov 2026/);
});

Deno.test("a dry run shows what would be sent, and that it would not be", async () => {
  const { host } = await standing("2026-11-24T22:00:00Z");
  equal(await screenCommand([...LIST, "--max-age", "2d", "--dry-run"], host), 4);
  match(host.out.text, /^Requests {3}1/m);
  match(host.err.text, /^Out of date: /);
});

Deno.test("the age is that on the day that is researched", async () => {
  const { host } = await standing("2027-11-24T22:00:00Z");
  equal(
    await screenCommand([...LIST, "--max-age", "0d", "--dry-run", "--as-of", "2026-11-19"], host),
    0,
    host.err.text,
  );
  equal(await screenCommand([...LIST, "--max-age", "0d", "--dry-run", "--as-of", "2026-11-20"], host), 4);
});

Deno.test("the sample is too old for --max-age, and no fetch makes it newer", async () => {
  const { host } = await standing("2026-11-24T22:00:00Z");
  equal(await screenCommand(["my list.csv", "--max-age", "3d"], host), 4);
  match(host.err.text, /Nothing was sent: the sample is historical; name a data folder with --data$/m);
});

const WRONG: readonly (readonly [readonly string[], RegExp])[] = [
  [["--max-age", "3"], /Cannot use --max-age 3: it is not a number of trading days like 3d/],
  [["--max-age", "3h"], /Cannot use --max-age 3h/],
  [["--max-age", "3d", "--base-url", "http://127.0.0.1:9"], /does not say when its data end; leave the flag out/],
];
for (const [flags, says] of WRONG) {
  Deno.test(`screen ${flags.join(" ")} is wrong usage`, async () => {
    const { host, sent } = await standing("2026-11-24T22:00:00Z");
    equal(await screenCommand(["my list.csv", ...flags], host), 2);
    match(host.err.text, says);
    deepEqual(sent, []);
  });
}
