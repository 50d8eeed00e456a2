import { firstNames } from "../text/cut.ts";
import { chooseSeries } from "../data/choose_series.ts";
import type { Company, DatasetView } from "../data/dataset.ts";
import { marketName } from "../data/market_name.ts";
import type { Group } from "../data/names/group_index.ts";
import { fundOf, type Instrument } from "../data/names/find_instruments.ts";
import { isWholeSector, type Mentions, type Reading, type Stranger } from "../data/names/mentions.ts";
import { joinTexts } from "../data/phrases/phrase.ts";
import type { Asked } from "../data/question/asked.ts";
import { NOT_READ } from "../data/question/query.ts";
import { normaliseTicker } from "../data/ticker.ts";
import { unansweredNotes } from "./question_notes.ts";
import { companyLabel } from "../data/company_label.ts";
import type { Conclusion } from "./step.ts";

/** Most characters of an unknown name that an answer repeats. */
const MAX_SHOWN_NAME = 40;
/** Most names of one kind that an answer repeats; of the rest it gives the number. */
const MAX_LISTED = 8;
const listed = (names: readonly string[]) => firstNames(names, MAX_LISTED);

const NOBODY = "The data hold no company that can be asked about.";

/** A shorter name is near too many tickers to offer one. */
const LEAST_OFFERED = 4;

/** Lists the names that the answer skips or reads in a way of its own; they are quoted from the request and need no claim. */
export function prefaceOf(mentions: Mentions, view: DatasetView): readonly string[] {
  const { unknown, identifiers, instruments, readings, groups } = mentions;
  const strangers = [...unknown, ...identifiers].map(({ text }) => JSON.stringify(shortened(text)));
  const absent = groups.filter(({ companies }) => companies.length === 0).map(emptyGroup);
  return [
    ...readings.map(readingText),
    ...(strangers.length > 0 ? [`Not in the data: ${listed(strangers)}.${offered(unknown)}`] : []),
    ...absent.map((text) => `${text}.`),
    ...instruments.filter((one) => !isBenchmark(one, view)).slice(0, MAX_LISTED).map((one) =>
      `${whatItIs(one)}, so left out.`
    ),
    ...unknown.flatMap(({ text }) => whyAbsent(text, view) ?? []),
  ];
}

/** Lists what the answer leaves out of the subject: companies without prices, and the groups around it. */
export function leftOutOf(
  { around }: Pick<Mentions, "around">,
  { unpriced, view, named = [] }: {
    readonly unpriced: readonly Company[];
    readonly view: DatasetView;
    /** Tickers of those without prices that the answer's own sentences tell. */
    readonly named?: readonly string[];
  },
): readonly string[] {
  const silent = unpriced.map(({ ticker }) => ticker);
  const untold = silent.filter((ticker) => !named.includes(ticker));
  return [
    ...(untold.length > 0
      ? [
        `Left out for lack of prices: ${
          untold.length > MAX_LISTED ? firstNames(untold, 3) : joinTexts(untold, "list")
        }.`,
      ]
      : []),
    ...silent.flatMap((text) => whyAbsent(text, view) ?? []),
    ...(around.length > 0 ? [`It does not cover the other companies in ${joinTexts(around, "list")}.`] : []),
  ];
}

/** Which companies the answer is about, where the request does not name each of them, or a sector whole. */
export function subjectText(mentions: Mentions): readonly string[] {
  const { companies, groups, excluded } = mentions;
  const without = excluded.length > 0 ? listed(excluded.map(({ ticker }) => ticker)) : "";
  const named = groups.filter((group) => group.companies.length > 0 && group.kind !== "all").map(({ name, kind }) =>
    kind === "industry" ? `the ${name} industry` : name
  );
  const isAll = groups.some(({ kind }) => kind === "all");
  if (!isAll && named.length === 0) return without === "" ? [] : [`Left out as asked: ${without}.`];
  if (isWholeSector(mentions)) return [];
  const about = [...companies.map(({ ticker }) => ticker), ...isAll ? ["all companies in the data"] : [], ...named];
  return [`This answer covers ${joinTexts(about, "list")}${without === "" ? "" : `, without ${without}`}.`];
}

/** What the data knows of a name without prices: that a file of it was not read, or that it is what others are measured against. */
function whyAbsent(text: string, view: DatasetView): string | undefined {
  const ticker = normaliseTicker(text);
  const unread = whyUnread(ticker, view);
  if (unread !== undefined) return unread;
  if (view.benchmark === undefined || ticker !== view.benchmark) return undefined;
  return `${ticker} is the benchmark here, not one of the companies covered.`;
}

function whyUnread(ticker: string, view: DatasetView): string | undefined {
  const { file, line, message } = view.unread(ticker) ?? {};
  return file === undefined ? undefined : `${file} is there but was not read: line ${line}: ${message}.`;
}

/**
 * Why a request cannot be researched; `undefined` when it can.
 * @param options Whether it asks for own columns, which need no prices.
 */
export function unanswerable(
  mentions: Mentions,
  view: DatasetView,
  { asksOwn = false }: { readonly asksOwn?: boolean } = {},
): Exclude<Conclusion, { kind: "thesis" }> | undefined {
  const { companies, groups, unknown, identifiers, instruments, excluded } = mentions;
  const [only, ...others] = companies;
  const isOwnNamed = asksOwn && only !== undefined && view.own(only.ticker).length > 0;
  if (only !== undefined && others.length === 0 && !isOwnNamed && chooseSeries(view, only.ticker) === undefined) {
    const unread = whyUnread(only.ticker, view);
    if (unread !== undefined) return { kind: "prices_not_read", message: unread };
  }
  if (companies.length > 0 || groups.some((group) => group.companies.length > 0)) return undefined;
  const [identifier] = identifiers;
  if (identifier) {
    const kind = identifier.kind === "cusip" ? "a CUSIP" : "an ISIN";
    const message = `${identifier.text} is ${kind}, which cannot be resolved offline: ask by ticker or name.`;
    return { kind: "unknown_company", message, nearest: [] };
  }
  const [instrument] = instruments;
  const unread = instrument && whyUnread(normaliseTicker(instrument.text), view);
  if (unread !== undefined) return { kind: "prices_not_read", message: unread };
  if (instrument) return { kind: "unknown_company", message: notACompany(instrument, view), nearest: [] };
  const [stranger] = unknown;
  if (stranger) return unknownCompany(stranger, view);
  const [group] = groups;
  if (group && excluded.length === 0) {
    const known = sectorsOf(view);
    const message = `${emptyGroup(group)}. ${
      known.length > 0 ? `It knows: ${known.join(", ")}.` : whatCanBeAsked(view)
    }`;
    return { kind: "unknown_company", message, nearest: [] };
  }
  if (excluded.length > 0) {
    const message = `The request leaves out ${listed(excluded.map(({ ticker }) => ticker))} and names nothing else.`;
    return { kind: "no_subject", message: `${message} ${whatCanBeAsked(view)}` };
  }
  const message = `No company or sector in this question is in the data. ${whatCanBeAsked(view)}`;
  return { kind: "no_subject", message };
}

/** Why a question is not answered: its names are not known, or nothing of what it asks is, unless a model may find a way. */
export function refusalOf(
  asked: Asked,
  view: DatasetView,
  isAssisted: boolean,
): Exclude<Conclusion, { kind: "thesis" }> | undefined {
  const refusal = unanswerable(asked.mentions, view, { asksOwn: asked.own !== undefined });
  const isSaid = asked.unmet.some(({ why }) => why !== NOT_READ);
  const isNamed = refusal !== undefined && (refusal.kind !== "no_subject" || !isSaid);
  if (!asked.isUnsupported || isNamed || refusal === undefined && isAssisted) return refusal;
  return { kind: "not_answered", message: unansweredNotes(asked).join(" ") };
}

function unknownCompany(stranger: Stranger, view: DatasetView): Exclude<Conclusion, { kind: "thesis" }> {
  const unread = whyUnread(normaliseTicker(stranger.text), view);
  if (unread !== undefined) return { kind: "prices_not_read", message: unread };
  const why = whyAbsent(stranger.text, view);
  if (why !== undefined) return { kind: "unknown_company", message: why, nearest: [] };
  const nearest = stranger.nearest.map(companyLabel);
  const hint = nearest.length > 0 ? ` Nearest: ${nearest.join(", ")}.` : "";
  return {
    kind: "unknown_company",
    message: `The data does not know ${JSON.stringify(shortened(stranger.text))}.${hint}`,
    nearest,
  };
}

/** Why an instrument has no analysis, and what can be asked instead. */
function notACompany(instrument: Instrument, view: DatasetView): string {
  const [one = "AAPL"] = askable(view);
  const held = isBenchmark(instrument, view) && view.benchmark !== undefined
    ? ` The data measures others against it: ask about a company and the market ("Analyse ${one}").`
    : ` ${insteadOf(instrument, view)}`;
  return `${whatItIs(instrument)}.${held}`;
}

function whatItIs({ text, kind, what }: Instrument): string {
  const isElsewhere = kind === "listing" || kind === "adr";
  return `${shortened(text)} is ${what}, ${isElsewhere ? "and not in the data" : "not a company"}`;
}

function insteadOf({ kind }: Instrument, view: DatasetView): string {
  const [one] = askable(view);
  if (one === undefined) return NOBODY;
  const [sector] = sectorsOf(view);
  const others = sector === undefined ? "" : `, or a sector ("Which risks does the ${sector} sector run?")`;
  const groups = kind === "fund" || kind === "index"
    ? "Ask about the companies themselves"
    : "Ask about a company of the data";
  return `${groups} ("Analyse ${one}")${others}.`;
}

/** Whether the data measures others against it. */
function isBenchmark({ tickers }: Instrument, { benchmark }: DatasetView): boolean {
  return benchmark !== undefined &&
    tickers.some((ticker) => ticker === benchmark || marketName(benchmark).startsWith(marketName(ticker)));
}

function emptyGroup({ name, kind }: Group): string {
  return `The data hold no company of ${kind === "sector" ? `the ${name} sector` : `the industry ${name}`}`;
}

/** How the answer reads a name that has more than one company, or had another ticker. */
function readingText({ text, company, why, others }: Reading): string {
  const { ticker } = company;
  const quoted = JSON.stringify(shortened(text));
  if (why === "renamed") return `${quoted} is taken as ${ticker}, the ticker of the same listing in the data.`;
  return `${quoted} is taken as ${ticker} (${listed(others.map((one) => one.ticker))} is also in the data).`;
}

/** The names that were meant, perhaps. */
function offered(unknown: readonly Stranger[]): string {
  const offers = unknown.slice(0, MAX_LISTED).flatMap(({ text, nearest }) => {
    const [first] = nearest;
    return first === undefined || text.length < LEAST_OFFERED
      ? []
      : [`${JSON.stringify(shortened(text))} is nearest to ${companyLabel(first)}`];
  });
  return offers.length === 0 ? "" : ` ${offers.join("; ")}.`;
}

function shortened(name: string): string {
  return name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}…` : name;
}

function sectorsOf({ companies }: DatasetView): readonly string[] {
  return [...new Set(companies.flatMap(({ sector }) => sector ?? []))].toSorted();
}

/** Tickers of the companies that an answer may offer: what is a fund is refused itself. */
function askable({ companies }: DatasetView): readonly string[] {
  return companies.filter((one) => fundOf(one) === undefined).map(({ ticker }) => ticker);
}

function whatCanBeAsked(view: DatasetView): string {
  const [one, other = "MSFT"] = askable(view);
  if (one === undefined) return NOBODY;
  const [sector] = view.companies.flatMap(({ sector }) => sector ?? []);
  const last = sector === undefined ? "" : `, or a sector ("Which risks does the ${sector} sector run?")`;
  const examples = `one company by ticker or name ("Analyse ${one}"), several ("Compare ${one} and ${other}")${last}`;
  return `Ask about ${examples}.`;
}
