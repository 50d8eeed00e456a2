import { deepEqual, equal, match, ok } from "../../assert.ts";
import fc from "../../fast_check.ts";
import { openFolder } from "../../../src/data/folder/folder.ts";
import type { LoadedDataset } from "../../../src/data/dataset.ts";
import type { Session } from "../../../src/data/session.ts";
import { barsOf } from "../../../src/data/series.ts";
import { openEveryWay } from "../open_every_way.ts";
import { inFolder } from "../in_folder.ts";
import {
  figuresOf,
  furthest,
  hoursOf,
  type Made,
  MADE_DAYS,
  type MadeDay,
  madeTrades,
  sessionOf,
} from "./made_trades.ts";
import { fileOf, TRADE_FORMS, type TradeForm } from "./trade_forms.ts";
import { runsOf } from "../../sweeps.ts";

const SEED = 20_241_129;
const MADE = new Map(MADE_DAYS.map((day, at) => [day, madeTrades(day, SEED + at)]));
const EXPECTED = new Map([...MADE].map(([day, rows]) => [day, sessionOf(rows, hoursOf(day))]));
const EXACT = 1e-12;
const [PLAIN] = TRADE_FORMS as [TradeForm, ...TradeForm[]];

const open = (files: Record<string, string>): Promise<LoadedDataset> => inFolder(files, (folder) => openFolder(folder));
const sessionsOf = (data: LoadedDataset, ticker = "AAPL") => data.at("2025-01-01").sessions(ticker);
const messages = (data: LoadedDataset) => data.problems.map(({ message }) => message);

function checkAll(sessions: readonly Session[]): void {
  deepEqual(sessions.map(({ day }) => day), MADE_DAYS.map(({ day }) => day));
  for (const [at, day] of MADE_DAYS.entries()) {
    const session = sessions[at];
    ok(session);
    const expected = EXPECTED.get(day) ?? {};
    ok(
      furthest(figuresOf(session), expected) < EXACT,
      `seed ${SEED}, ${day.day}: ${JSON.stringify([session, expected])}`,
    );
    deepEqual([session.isPartial, session.from, session.stepMinutes], [false, "trades", 5]);
  }
}

for (const form of TRADE_FORMS) {
  Deno.test(`the sessions of made trades equal an independent computation, from ${form.form}`, async () => {
    const data = await open({ "AAPL.csv": fileOf(form, MADE) });
    checkAll(sessionsOf(data));
    deepEqual(data.problems.filter(({ kind }) => kind !== "remark"), []);
  });
}

Deno.test("what is left out of sessions is counted and told, by kind", async () => {
  const text = messages(await open({ "AAPL.csv": fileOf(PLAIN, MADE) })).join("\n");
  const rows = [...MADE.values()].flat();
  const count = (...kinds: Made["kind"][]) =>
    rows.filter(({ kind }) => kinds.includes(kind)).length.toLocaleString("en-US");
  match(text, /^Trades, read as 8 sessions of 1 name, 09:30 to 16:00 in New York or to 13:00 on a half day$/m);
  const out = [
    `${count("early")} before the open`,
    `${count("after")} after the close`,
    `${count("cancelled", "cancel")} cancelled, or the record of a cancellation`,
    `${count("correction")} replaced by a correction`,
    `${count("official")} of an official open or close, which repeat an auction`,
  ];
  ok(text.includes(`Rows left out of the sessions: ${out.join(", ")}\n`), text);
  ok(text.includes(`: ${count("late")} late or out of sequence, ${count("odd")} an odd lot,`), text);
});

Deno.test("the order of rows and their repetition change no session", async () => {
  const [header = "", ...lines] = fileOf(PLAIN, MADE).trimEnd().split("\n");
  const places = fc.array(fc.tuple(fc.nat(lines.length - 1), fc.nat(lines.length - 1)), {
    minLength: 50,
    maxLength: 400,
  });
  await fc.assert(
    fc.asyncProperty(places, async (swaps) => {
      const mixed = [...lines];
      for (const [one, other] of swaps) [mixed[one], mixed[other]] = [mixed[other] ?? "", mixed[one] ?? ""];
      const repeated = swaps.map(([one]) => lines[one] ?? "");
      const data = await open({ "AAPL.csv": [header, ...mixed, ...repeated].join("\n") });
      checkAll(sessionsOf(data));
      match(messages(data).join("\n"), /\d+ repeated/);
    }),
    runsOf("data/sessions", 12),
  );
});

Deno.test("rows of later days change no session before them, and neither does leaving them out", async () => {
  const naive = TRADE_FORMS.find(({ form }) => form.startsWith("times without a zone"));
  for (const form of [PLAIN, naive ?? PLAIN]) {
    for (const last of [0, 3, 6]) {
      const kept = new Map([...MADE].slice(0, last + 1));
      const altered = new Map([...MADE].map(([day, rows], at) => [day, at <= last ? rows : alter(rows)]));
      const [cut, changed] = [
        await open({ "AAPL.csv": fileOf(form, kept) }),
        await open({ "AAPL.csv": fileOf(form, altered) }),
      ];
      const day = MADE_DAYS[last]?.day ?? "";
      const [one, other] = [cut.at(day), changed.at(day)];
      equal(JSON.stringify(one.sessions("AAPL")), JSON.stringify(other.sessions("AAPL")));
      equal(JSON.stringify(one.prices("AAPL")), JSON.stringify(other.prices("AAPL")));
      equal(one.sessions("AAPL").length, last + 1);
    }
  }
});

/** Other prices and sizes, some hours later. */
function alter(rows: readonly Made[]): Made[] {
  return rows.map((row) => ({ ...row, ms: row.ms + 3 * 3_600_000, price: row.price * 3, size: row.size * 7 }));
}

Deno.test("a day whose rows end before the close is partial: it is a session, and no daily bar", async () => {
  const days = new Map<MadeDay, readonly Made[]>([...MADE].slice(0, 3));
  const [, , last] = MADE_DAYS;
  ok(last);
  const noon = hoursOf(last).close - 2 * 3_600_000;
  days.set(last, (days.get(last) ?? []).filter(({ ms }) => ms < noon));
  const data = await open({ "AAPL.csv": fileOf(PLAIN, days) });
  deepEqual(sessionsOf(data).map(({ isPartial }) => isPartial), [false, false, true]);
  const [series, ...others] = data.at("2025-01-01").prices("AAPL");
  deepEqual([series && barsOf(series).map(({ date }) => date), others.length], [["2024-03-08", "2024-03-11"], 0]);
  deepEqual([series?.frequency, series?.basis, series?.source], ["daily", "price", "sessions"]);
  match(
    messages(data).join("\n"),
    /^The rows end before the session does on 3 Jul 2024 \(AAPL\): no daily bar is made of it$/m,
  );
  match(messages(data).join("\n"), /^No price file of their own: daily prices of AAPL are made from these$/m);
});

Deno.test("before its own bars begin, a name has those of its sessions, with and without the rows to come", async () => {
  const ticks = fileOf(PLAIN, MADE);
  const [whole, cut] = [
    await open({ "AAPL.csv": "date,close\n2024-11-05,1\n2024-11-06,2\n", "ticks/AAPL.csv": ticks }),
    await open({ "ticks/AAPL.csv": ticks }),
  ];
  const [one, other] = [whole.at("2024-07-03"), cut.at("2024-07-03")];
  equal(JSON.stringify(one.prices("AAPL")), JSON.stringify(other.prices("AAPL")));
  deepEqual([one.prices("AAPL")[0]?.close.length, whole.asOf, cut.asOf], [3, "2024-11-06", "2024-12-24"]);
  deepEqual(whole.at("2024-11-06").prices("AAPL").map(({ source }) => source), ["AAPL.csv"]);
});

Deno.test("sessions are the same from files, while an index is filled, and from the index", async () => {
  const daily = "date,close\n2024-03-08,1\n2024-03-11,2\n";
  const files = { "AAPL.csv": fileOf(PLAIN, MADE), "KO.csv": daily, "ticks/KO.csv": fileOf(PLAIN, MADE) };
  const data = await inFolder(files, (folder) => openEveryWay(folder));
  checkAll(sessionsOf(data));
  checkAll(sessionsOf(data, "KO"));
  deepEqual(data.at("2025-01-01").prices("KO").map(({ source }) => source), ["KO.csv"]);
});

Deno.test("the daily bars of a name with a price file are the same bytes with and without its trades", async () => {
  const daily =
    "date,open,high,low,close,volume\n2024-03-08,1,2,1,2,10\n2024-03-11,2,3,2,3,20\n2024-03-12,3,4,3,4,30\n";
  const ticks = fileOf(PLAIN, MADE);
  const [without, beside] = [
    await open({ "AAPL.csv": daily }),
    await open({ "AAPL.csv": daily, "ticks/AAPL.csv": ticks }),
  ];
  equal(beside.asOf, without.asOf);
  for (const day of ["2024-03-08", "2024-03-11", "2025-01-01"]) {
    equal(JSON.stringify(beside.at(day).prices("AAPL")), JSON.stringify(without.at(day).prices("AAPL")));
  }
  checkAll(sessionsOf(beside));
  deepEqual(sessionsOf(without), []);
});
