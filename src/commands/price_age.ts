import { longDay } from "../calendar/day.ts";
import { exchangeOf, exchangeOfMost } from "../calendar/exchanges.ts";
import { sessionsAfter, sessionsOld } from "../calendar/last_session.ts";
import type { FolderReport } from "../data/folder/check_folder.ts";
import { ageWords, dataAge } from "../run/data_age.ts";
import { oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { bulletLines } from "../view/freshness.ts";
import { wrapped } from "../view/word_wrap.ts";

/** Names that end earlier, of those shown; `--json` has them all. */
const MAX_NAMES = 20;

/** How old the prices of a folder are, as `data check --json` prints it. */
export interface PriceAge {
  /** Last day of the prices of most names, `YYYY-MM-DD`. */
  readonly data_ends: string;
  /** The last session that has ended. */
  readonly last_session: string;
  /** Sessions between them. */
  readonly sessions: number;
  /** Market identifier code of the exchange of most names. */
  readonly exchange: string;
  /** The names that end earlier, the oldest first; sessions are those of each one's own exchange. */
  readonly earlier: readonly { readonly ticker: string; readonly ends: string; readonly sessions: number }[];
}

/** How old the prices of a folder are at a time, and which names end earlier; undefined without prices. */
export function priceAge(
  { companies, days }: Pick<FolderReport, "companies" | "days">,
  now: Date,
): PriceAge | undefined {
  if (days === undefined) return undefined;
  const ends = companies.flatMap(({ ticker, shelves }) =>
    shelves.filter(({ shelf }) => shelf === "prices").map(({ last }) => ({ ticker, ends: last }))
  );
  const { sessions, until, exchange } = dataAge(days.last, {
    now,
    exchange: exchangeOfMost(ends.map(({ ticker }) => ticker)),
  });
  const earlier = ends.filter((one) => sessionsAfter(one.ends, days.last, exchangeOf(one.ticker)) > 0)
    .toSorted((one, other) => one.ends < other.ends ? -1 : one.ends > other.ends ? 1 : 0)
    .map((one) => ({ ...one, sessions: sessionsOld(one.ends, now, exchangeOf(one.ticker)) }));
  return { data_ends: days.last, last_session: until, sessions, exchange: exchange.id, earlier };
}

/** The age of the prices as lines, and below it each name that ends earlier. */
export function priceAgeLines(age: PriceAge, width: number): string[] {
  const { data_ends, last_session, earlier } = age;
  const more = earlier.length - MAX_NAMES;
  return [
    "",
    ...wrapped(`Prices end on ${longDay(data_ends)}, ${ageWords(age)}, counted to ${longDay(last_session)}.`, width),
    ...earlier.length === 0
      ? []
      : [`${counted(earlier.length, "name")} ${earlier.length === 1 ? "ends" : "end"} earlier:`],
    ...earlier.slice(0, MAX_NAMES).flatMap(({ ticker, ends, sessions }) =>
      bulletLines(`${oneLine(ticker)} ends ${counted(sessions, "trading day")} ago, on ${longDay(ends)}`, { width })
    ),
    ...more > 0 ? [`- and ${counted(more)} more; --json lists all`] : [],
  ];
}
