import type { Company, DatasetView } from "../data/dataset.ts";
import type { Mentions } from "../data/names/mentions.ts";
import { normaliseTicker } from "../data/ticker.ts";
import { nameOf } from "./name_of.ts";
import type { Conclusion } from "./step.ts";

/** Most characters of an unknown name that an answer repeats. */
const MAX_SHOWN_NAME = 40;

/** Lists the names that the answer skips; they are quoted from the request and need no claim. */
export function prefaceOf(
  { unknown, identifiers }: Mentions,
  { unpriced, view }: { readonly unpriced: readonly Company[]; readonly view: DatasetView },
): readonly string[] {
  const strangers = [...unknown, ...identifiers].map(({ text }) => JSON.stringify(shortened(text)));
  const silent = unpriced.map(({ ticker }) => ticker);
  return [
    ...(strangers.length > 0 ? [`Not in the data, so left out: ${strangers.join(", ")}.`] : []),
    ...(silent.length > 0 ? [`No prices by the day asked about, so left out: ${silent.join(", ")}.`] : []),
    ...[...unknown.map(({ text }) => text), ...silent].flatMap((text) => whyAbsent(text, view) ?? []),
  ];
}

/** What the data knows of a name without prices: that a file of it was not read, or that it is what others are measured against. */
function whyAbsent(text: string, view: DatasetView): string | undefined {
  const ticker = normaliseTicker(text);
  const unread = whyUnread(ticker, view);
  if (unread !== undefined) return unread;
  if (view.benchmark === undefined || ticker !== view.benchmark) return undefined;
  return `${ticker} is what the data measures others against, not one of its companies.`;
}

function whyUnread(ticker: string, view: DatasetView): string | undefined {
  const { file, line, message } = view.unread(ticker) ?? {};
  return file === undefined ? undefined : `${file} is there but was not read: line ${line}: ${message}.`;
}

/** Why a request cannot be researched; `undefined` when it can. */
export function unanswerable(
  mentions: Mentions,
  view: DatasetView,
): Exclude<Conclusion, { kind: "thesis" }> | undefined {
  const { companies, sector, unknown, identifiers } = mentions;
  const [only, ...others] = companies;
  if (only !== undefined && others.length === 0 && view.prices(only.ticker).length === 0) {
    const unread = whyUnread(only.ticker, view);
    if (unread !== undefined) return { kind: "prices_not_read", message: unread };
  }
  if (companies.length > 0 || (sector && sector.companies.length > 0)) return undefined;
  const [identifier] = identifiers;
  if (identifier) {
    const kind = identifier.kind === "cusip" ? "a CUSIP" : "an ISIN";
    const message = `${identifier.text} is ${kind}, which cannot be resolved offline: ask by ticker or name.`;
    return { kind: "unknown_company", message, nearest: [] };
  }
  const [stranger] = unknown;
  if (stranger) {
    const unread = whyUnread(normaliseTicker(stranger.text), view);
    if (unread !== undefined) return { kind: "prices_not_read", message: unread };
    const why = whyAbsent(stranger.text, view);
    if (why !== undefined) return { kind: "unknown_company", message: why, nearest: [] };
    const nearest = stranger.nearest.map(nameOf);
    const hint = nearest.length > 0 ? ` Nearest: ${nearest.join(", ")}.` : "";
    return {
      kind: "unknown_company",
      message: `The data does not know ${JSON.stringify(shortened(stranger.text))}.${hint}`,
      nearest,
    };
  }
  if (sector) {
    const message = `The data holds no company of the ${sector.name} sector. It knows: ${sectorsOf(view).join(", ")}.`;
    return { kind: "unknown_company", message, nearest: [] };
  }
  return { kind: "no_subject", message: whatCanBeAsked(view) };
}

function shortened(name: string): string {
  return name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}…` : name;
}

function sectorsOf({ companies }: DatasetView): readonly string[] {
  return [...new Set(companies.flatMap(({ sector }) => sector ?? []))].toSorted();
}

function whatCanBeAsked({ companies }: DatasetView): string {
  const [one = "AAPL", other = "MSFT"] = companies.map(({ ticker }) => ticker);
  const [sector] = companies.flatMap(({ sector }) => sector ?? []);
  const last = sector === undefined ? "" : `, or a sector ("Which risks does the ${sector} sector run?")`;
  const examples = `one company by ticker or name ("Analyse ${one}"), several ("Compare ${one} and ${other}")${last}`;
  return `The request names no company or sector of the data. Ask about ${examples}.`;
}
