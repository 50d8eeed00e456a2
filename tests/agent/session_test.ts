/** A session is shown beside the daily measures, and changes none of them. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import type { Dataset, DatasetView } from "../../src/data/dataset.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import type { Session } from "../../src/data/session.ts";
import { verify } from "../../src/verify/verify.ts";
import { IN_USD, inFolder } from "../data/in_folder.ts";
import { BAR_FORMS, madeBars, sessionOfBars } from "../data/sessions/made_bars.ts";
import { MADE_DAYS, numbersOf } from "../data/sessions/made_trades.ts";
import { ask, askOf, measuresOf, ports, textOf, thesisOf } from "./ask.ts";

const DAY = "2024-12-24";
const NAMES = ["AAA", "BBB", "CCC", "DDD", "EEE", "FFF", "GGG", "HHH"];
const FORM = { minutes: 1, isExtended: true, hasAverage: false };
const MADE = new Map(MADE_DAYS.map((day, at) => [day, madeBars(day, { ...FORM, seed: 90 + at })]));

/** Daily bars of eight names over two years, up to the last made day. */
function daily(): Record<string, string> {
  const days = Array.from({ length: 730 }, (_, at) => new Date(Date.parse(DAY) - (729 - at) * 86_400_000))
    .filter((day) => day.getUTCDay() % 6 !== 0).map((day) => day.toISOString().slice(0, 10));
  return Object.fromEntries(NAMES.map((name, at) => {
    const next = numbersOf(at + 1);
    let close = 50;
    const rows = days.map((day) => {
      close *= 1 + (next() - 0.5) * 0.03;
      return `${day},${close.toFixed(2)},${1000 + Math.floor(next() * 1000)}`;
    });
    return [`${name}.csv`, ["date,close,volume", ...rows, ""].join("\n")];
  }));
}

const minutes = (days = MADE) => String(BAR_FORMS.find(({ form }) => form === "Yahoo's offsets")?.write(days));
const open = (files: Record<string, string>): Promise<Dataset> =>
  inFolder({ ...IN_USD, ...files }, (folder) => openFolder(folder));
const [WITHOUT, WITH] = await Promise.all([open(daily()), open({ ...daily(), "minutes/AAA.csv": minutes() })]);
const TOLD =
  /AAA traded \$(\S+m) in the session of 24 Dec 2024, at a volume-weighted average price of \$(\S+)\. AAA's realised volatility in the session of 24 Dec 2024 was (\S+)% \(5-minute returns\)\. ?/;

Deno.test("an answer tells the session of its day, equal to an independent computation, and all is verified", async () => {
  const steps = await askOf(WITH, "Analyse AAA");
  const [day] = MADE_DAYS.filter((one) => one.day === DAY);
  ok(day);
  const { tradedValue, vwap, volatility = NaN } = sessionOfBars(MADE.get(day) ?? [], day, FORM);
  const [, value, price, moves] = TOLD.exec(textOf(steps)) ?? [];
  deepEqual([value, price, moves], [
    `${(tradedValue / 1e6).toFixed(1)}m`,
    vwap.toFixed(2),
    (100 * volatility).toFixed(2),
  ]);
  const { verification } = thesisOf(steps).metadata ?? {};
  equal(verification?.claims_removed, 0);
  ok(verification?.sources?.some(({ id }) => id === "minutes/AAA.csv"));
});

Deno.test("daily measures, words and the score are the same bytes with and without a file of minutes", async () => {
  for (const name of NAMES) {
    const [one, other] = [await askOf(WITHOUT, `Analyse ${name}`), await askOf(WITH, `Analyse ${name}`)];
    equal(textOf(other).replace(TOLD, "").trim(), textOf(one));
    const own = [...measuresOf(other)].filter(([metric]) => !metric.startsWith("session_"));
    equal(JSON.stringify(own), JSON.stringify([...measuresOf(one)]));
    const [before, after] = [thesisOf(one), thesisOf(other)];
    deepEqual([after.key_drivers, after.risks], [before.key_drivers, before.risks]);
    const figuresOf = ({ reasoning: _, ...figures }: typeof before.agent_thesis) => figures;
    equal(JSON.stringify(figuresOf(after.agent_thesis)), JSON.stringify(figuresOf(before.agent_thesis)));
  }
});

Deno.test("a session whose rows end before it does is not told, and neither is one of another day", async () => {
  const cut = new Map([...MADE].map(([day, bars]) => [day, day.day === DAY ? bars.slice(0, 200) : bars]));
  for (const days of [cut, new Map([...MADE].slice(0, -1))]) {
    const data = await open({ ...daily(), "minutes/AAA.csv": minutes(days) });
    equal(textOf(await askOf(data, "Analyse AAA")), textOf(await askOf(WITHOUT, "Analyse AAA")));
  }
});

/** The same view with another session of the day. */
function altered(view: DatasetView, change: (session: Session) => Partial<Session>): DatasetView {
  const other = (session: Session) => session.day === DAY ? { ...session, ...change(session) } : session;
  return { ...view, sessions: (ticker) => view.sessions(ticker).map(other) };
}

const WRONG: readonly {
  readonly what: string;
  readonly change: (session: Session) => Partial<Session>;
  readonly lost: RegExp;
}[] = [
  { what: "average price", change: ({ vwap = 0 }) => ({ vwap: vwap * 1.001 }), lost: /average price/ },
  {
    what: "traded value",
    change: ({ tradedValue = 0 }) => ({ tradedValue: tradedValue * 1.1 }),
    lost: /was traded for/,
  },
  { what: "shares", change: ({ volume = 0 }) => ({ volume: volume + 1e6 }), lost: /was traded for/ },
  { what: "volatility above what its prices allow", change: () => ({ realisedVolatility: 9 }), lost: /realised/ },
  { what: "volatility below what its prices allow", change: () => ({ realisedVolatility: 1e-9 }), lost: /realised/ },
  { what: "step", change: () => ({ stepMinutes: 6 }), lost: /realised/ },
  { what: "day", change: () => ({ day: "2024-12-23" }), lost: /session/ },
];

for (const { what, change, lost } of WRONG) {
  Deno.test(`a sentence on a session is dropped when the verifier finds another ${what}`, async () => {
    const steps = await ask(
      "Analyse AAA",
      ports({ dataset: WITH, verify: (draft, view) => verify(draft, altered(view, change)) }),
    );
    ok(!lost.test(textOf(steps)), textOf(steps));
    match(textOf(steps), /AAA's/);
  });
}
