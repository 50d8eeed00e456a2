import { isDay, longDay } from "../calendar/day.ts";
import { exchangeOf, exchangeOfMost } from "../calendar/exchanges.ts";
import { sessionsAfter } from "../calendar/last_session.ts";
import type { Dataset, DatasetView, LoadedDataset } from "../data/dataset.ts";
import type { Shelf } from "../data/records.ts";
import { lastDay } from "../data/series.ts";
import { sha256 } from "../disk/digest.ts";
import { ageWords, type DataAge, dataAge, isStale } from "../run/data_age.ts";
import type { Sandbox } from "../sandbox/code_run.ts";
import { type DataNote, type DataRecord, type EndsEarlier, MAX_DATA_NOTES } from "../run/manifest.ts";

/**
 * Where the data comes from, the day to research as of, the last day of its prices, and how old that is.
 * @param options `asOf`: a day, or the column with the day of each row; default: that of the data. `age`: of the data;
 * it is not said beside a day that was asked for.
 */
export function dataLine(
  dataset: Dataset,
  { asOf = dataset.asOf, age }: { readonly asOf?: string | undefined; readonly age?: DataAge | undefined } = {},
): string {
  const { notice, span: { last }, filedTo = "" } = dataset;
  const start = `${notice} As of ${isDay(asOf) ? longDay(asOf) : `the column ${asOf}`}`;
  if (pricedIn(dataset.at(last)) === 0) return `${start}.`;
  const old = age === undefined || isDay(asOf) && asOf !== last ? "" : `, ${ageWords(age)}`;
  const sessions = filedTo > last && asOf === last && age ? sessionsAfter(last, filedTo, age.exchange) : 0;
  const newer = isStale({ sessions }) ? `; filings after that, up to ${longDay(filedTo)}, are not used` : "";
  return `${start}${asOf === last ? "" : `; prices end on ${longDay(last)}`}${old}${newer}.`;
}

/** Names with prices. */
function pricedIn(view: DatasetView): number {
  return view.companies.filter(({ ticker }) => view.prices(ticker).length > 0).length;
}

/**
 * How old the data is at a time, or on an earlier day that is researched.
 * @param options `asOf`: a day; a column counts as none.
 */
export function ageOf(
  dataset: Dataset,
  { asOf, now }: { readonly asOf?: string | undefined; readonly now: Date },
): DataAge {
  const { last } = dataset.span;
  const view = dataset.at(last);
  const exchange = exchangeOfMost(view.companies.map(({ ticker }) => ticker));
  return dataAge(last, { now, exchange, asOf: asOf !== undefined && isDay(asOf) ? asOf : undefined });
}

/** One digest over all files of the data, in any order, and over what it is measured against. */
export function digestOf(dataset: Dataset): string {
  const { sources, benchmark = "" } = dataset.at(dataset.asOf);
  return sha256([...sources.map((source) => source.sha256).toSorted(), benchmark].join("\n"));
}

const GRAVEST_FIRST: readonly DataNote["kind"][] = ["refused", "skipped", "remark"];

/** Domains, the kinds of records any of which they are read from, and what is said where there are none. */
const DOMAIN_SOURCES: readonly (readonly [domain: string, from: readonly Shelf[], without: string])[] = [
  ["quality, value", ["facts"], "the data hold no reports"],
  ["events", ["facts", "filings"], "the data hold no reports"],
  ["insider", ["trades"], "the data hold no insider filings"],
  ["text", ["texts"], "the data hold no texts"],
];

/** The domains that no answer is about, by the reason, which is said once for a run and not in every text. */
function notResearched(shelves: readonly Shelf[]): string[] {
  const empty = DOMAIN_SOURCES.filter(([, from]) => !from.some((shelf) => shelves.includes(shelf)));
  return [...Map.groupBy(empty, ([, , why]) => why)].map(([why, domains]) =>
    `${domains.map(([domain]) => domain).join(", ")}: ${why}`
  );
}

/** Most names that are named because they end earlier. */
const MAX_EARLIER = 10;

/** The names whose prices end sessions before those of most. */
function endsEarlier(view: DatasetView, last: string): EndsEarlier | undefined {
  const ends = view.companies.flatMap(({ ticker }) => {
    const [day] = view.prices(ticker).map(lastDay).toSorted().toReversed();
    return day === undefined || sessionsAfter(day, last, exchangeOf(ticker)) === 0 ? [] : [{ ticker, day }];
  });
  if (ends.length === 0) return undefined;
  const first = ends.toSorted((one, other) => one.day < other.day ? -1 : one.day > other.day ? 1 : 0);
  return {
    names: ends.length,
    first: first.slice(0, MAX_EARLIER).map(({ ticker, day }) => `${ticker} (${longDay(day)})`),
  };
}

/**
 * What was read, as the manifest of a run keeps it.
 * @param options Whether the data is the sample, which is as old as it is; how programs are isolated.
 */
export function recordOf(
  dataset: LoadedDataset,
  { isSample = false, sandbox }: { readonly isSample?: boolean; readonly sandbox?: Sandbox | undefined } = {},
): DataRecord {
  const view = dataset.at(dataset.span.last);
  const earlier = isSample ? undefined : endsEarlier(view, dataset.span.last);
  const problems = GRAVEST_FIRST.flatMap((kind) => dataset.problems.filter((one) => one.kind === kind));
  return {
    notice: dataset.notice,
    names: pricedIn(view),
    files: dataset.files,
    ...dataset.span,
    ...earlier && { ends_earlier: earlier },
    benchmark: view.benchmark,
    not_researched: notResearched(dataset.shelves),
    ...sandbox && { sandbox_tier: sandbox.tier },
    problems: problems.slice(0, MAX_DATA_NOTES),
    more_problems: Math.max(0, problems.length - MAX_DATA_NOTES),
  };
}
