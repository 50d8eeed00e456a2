import { longDay } from "../calendar/day.ts";
import type { Company } from "../data/dataset.ts";
import { INSIDER_METRICS } from "../data/metrics/insider.ts";
import { type Filer, openFilers } from "../data/names/filers.ts";
import { createResolver } from "../data/names/resolve.ts";
import { sampleCompanies } from "../data/prices/sample.ts";
import type { Asked } from "../data/question/asked.ts";
import { createQuestionReader, type QuestionReader } from "../data/question/read_question.ts";
import { readTimes } from "../data/question/read_times.ts";
import { commandOf } from "./flags.ts";
import { agreedBefore, type Demand, type DemandHost, filerNames, fill, libraryOf } from "./on_demand.ts";
import { SAMPLE_DATA } from "./verify_flag.ts";
import { hasHome, namingWho, ownPaths } from "./user_settings.ts";

/** The folder that answers a question, absent for the sample; what is said of it; or why the question is not asked. */
export interface AskData {
  readonly data?: string;
  readonly isFetched?: boolean;
  readonly lines: readonly string[];
  readonly refused?: string;
  /** Whether a person said no. */
  readonly isDeclined?: true;
}

/** A question that names no data, and how it is typed without its flags, like `deno task -q ask`. */
export type Asking = Pick<Demand, "flags" | "host" | "terminal"> & { readonly start: string };

let reader: Promise<QuestionReader> | undefined;

/** Reads a question with the names of all filers. */
async function readAsked(question: string, now: Date): Promise<Asked> {
  const read = await (reader ??= openFilers().then((filers) => createQuestionReader(filers)));
  return read(question, readTimes(question, { today: now.toISOString().slice(0, 10), first: "1993-01-01" }));
}

/**
 * Finds the data for a question that names none: the person's own, filled first where a person agrees; the sample for its
 * own names, and where nothing was fetched yet.
 */
export async function dataFor(question: string, asking: Asking): Promise<AskData> {
  const { flags, host, start } = asking;
  const command = commandOf(start, flags, [question]);
  const named = createResolver(await sampleCompanies()).mentions(question);
  const isOfSample = named.companies.length > 0 && named.unknown.length === 0;
  const sample = { lines: isOfSample ? [`Filings of today: ${namingWho(`${command} --fetch`, host)}`] : [] };
  const folder = hasHome(host) ? ownPaths(host).data : "";
  const { isThere, has } = libraryOf(folder, host.clock.now());
  const mayBeSample = isOfSample && agreedBefore(asking) !== "yes";
  const isAboutSample = /\bthe sample\b/i.test(question);
  if (mayBeSample && (isAboutSample || !isThere)) return sample;
  const asked = await readAsked(question, host.clock.now());
  const filers = asked.mentions.companies.filter((one): one is Filer => one.cik !== undefined);
  if (filers.length === 0) {
    const near = nearestLine(asked, asking);
    if (isThere && !isAboutSample) return { data: folder, lines: near };
    return near[0] === undefined || named.companies.length > 0 ? sample : { lines: [], refused: near[0] };
  }
  if (mayBeSample && !filers.some(has)) return sample;
  return await filled(filers, { ...asking, command, wantsForms: wantsForms(asked) });
}

/**
 * The data on which a text is checked: those that are named; else the person's own where it names a company of them, else
 * the sample, with whether it names one of it.
 */
export async function dataOfText(
  text: string,
  { host, named }: { readonly host: Pick<DemandHost, "env" | "clock">; readonly named: string | undefined },
): Promise<{ readonly data?: string; readonly isNamed: boolean }> {
  if (named !== undefined && named !== SAMPLE_DATA) return { data: named, isNamed: true };
  const names = (companies: readonly Company[]) => createResolver(companies).mentions(text).companies.length > 0;
  const data = hasHome(host) ? ownPaths(host).data : "";
  const { isThere, has } = libraryOf(data, host.clock.now());
  if (named === undefined && isThere && names((await openFilers()).filter(has))) return { data, isNamed: true };
  return { isNamed: names(await sampleCompanies()) };
}

/** Whether the forms of insiders bear on the answer: on a view, and on what is asked of them. */
function wantsForms({ measures, facts }: Asked): boolean {
  return measures.some(({ metric }) => Object.hasOwn(INSIDER_METRICS, metric)) || measures.length + facts.length === 0;
}

/** The filers that a misspelt name may mean. */
function nearestLine({ text, mentions: { unknown } }: Asked, { flags, start }: Asking): string[] {
  return unknown.filter(({ nearest }) => nearest.length > 0).slice(0, 1).map((stranger) => {
    const command = commandOf(start, flags, [text.replace(stranger.text, stranger.nearest[0]?.ticker ?? "")]);
    const said = JSON.stringify(stranger.text);
    const near = filerNames(stranger.nearest);
    return `No filer at the SEC goes by ${said}; nearest: ${near}; to ask for the first: ${command}`;
  });
}

/** Fetches what is missing, and says what of it is old or incomplete. */
async function filled(filers: readonly Filer[], demand: Demand): Promise<AskData> {
  const { host, wantsForms, command } = demand;
  const { isFetched, ...refusal } = await fill(filers, demand);
  if (refusal.refused !== undefined) return { lines: [], ...refusal };
  const data = ownPaths(host).data;
  const { isNew, hasForms, hasForm, hasPrices, askedOn } = libraryOf(data, host.clock.now());
  const bare = wantsForms ? filers.filter((one) => !hasForm(one)) : [];
  const [unasked = "", none = ""] = [bare.filter((one) => !hasForms(one)), bare.filter(hasForms)].map(filerNames);
  const lines = [
    filers.every(isNew) ? "" : `Filings as fetched on ${longDay(askedOn(filers))}; --fetch asks for newer.`,
    unasked && `Without insiders' forms of ${unasked}: ${namingWho(`${command} --fetch`, host)}`,
    none && `No recent insiders' form is listed of ${none}.`,
    hasPrices ? "" : `No prices: put a CSV into ${data}/prices, or set CONVICTION_TIINGO_KEY and ask with --fetch.`,
  ];
  return { data, isFetched, lines: lines.filter((line) => line !== "") };
}
