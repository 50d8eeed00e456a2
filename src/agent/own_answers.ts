import type { FactAnswering } from "./fact_answers.ts";
import type { Statement } from "../data/claim.ts";
import { MOST_COLUMNS } from "../data/metrics/own.ts";
import { type AboutOf, spanOf } from "../data/about.ts";
import type { AskedOwn, AskedTime } from "../data/question/asked.ts";
import { inOrder } from "./ordering.ts";
import { ownOf, readOwn } from "./own_reading.ts";
/** Most companies about each of which a column has a sentence, and most that are put in order. */
const MAX_COMPANIES = 3;
const MAX_ORDERED = 8;

/** What the sentences about a caller's own columns are made from. */
export interface OwnAnswering extends Pick<FactAnswering, "companies" | "view" | "speaker"> {
  readonly own: readonly AskedOwn[];
  /** Of the question: the last span of it is that of the rows. */
  readonly times: readonly AskedTime[];
}

type Context = Omit<OwnAnswering, "own" | "times">;

/** The sentences that answer what a question asks of own columns: the newest value, how it went, an order, or what lacks. */
export function ownSentences({ own, times, ...context }: OwnAnswering): readonly Statement[] {
  const span = times.findLast(({ from, to }) => from < to);
  return own.slice(0, MOST_COLUMNS).flatMap((asked) => {
    const key: AboutOf<"own"> = { kind: "own", name: asked.name, span: span && spanOf(span) };
    const ordered = context.companies.length > 1 ? orderOf(key, asked.end ?? "highest", context) : [];
    if (ordered.length > 0) return ordered;
    return context.companies.slice(0, MAX_COMPANIES).flatMap((ticker) => aboutOne(key, ticker, context));
  });
}

function aboutOne(of: AboutOf<"own">, ticker: string, { speaker }: Context): readonly Statement[] {
  const ids = [...of.span ? ["own.span"] : [], "own.value", "own.lacks_span", "own.lacks"];
  return ids.flatMap((id) => speaker.say(id, [ticker], { of }) ?? []).slice(0, 1);
}

/** Several companies by their newest value of a column; then which of them lack it. */
function orderOf(of: AboutOf<"own">, end: "highest" | "lowest", context: Context): readonly Statement[] {
  const { companies, view, speaker } = context;
  const valued = companies.flatMap((ticker) => {
    const value = readOwn(of, ticker, view)?.newest.value;
    return value === undefined ? [] : [{ ticker, value }];
  });
  const ordered = inOrder(valued, end).slice(0, MAX_ORDERED);
  const said = ordered.length < 2 ? undefined : speaker.say("own.order", ordered, { of });
  if (said === undefined) return [];
  const lacking = companies.filter((ticker) => !valued.some((one) => one.ticker === ticker));
  return [said, ...lacking.slice(0, MAX_COMPANIES).flatMap((ticker) => aboutOne(of, ticker, context))];
}

/**
 * What a thesis tells of own columns that nobody asked for: of one company the newest value of each of three, and how many
 * further ones there are; of several, their order.
 */
export function otherColumns({ own, companies, view, speaker }: Omit<OwnAnswering, "times">): readonly Statement[] {
  const asked = new Set(own.map(({ name }) => name));
  const [ticker, ...others] = companies;
  if (ticker === undefined) return [];
  if (others.length > 0) {
    const names = new Set(companies.flatMap((one) => ownOf(one, view)));
    const shown = [...names].toSorted().filter((name) => !asked.has(name)).slice(0, MOST_COLUMNS);
    return shown.flatMap((name) => orderOf({ kind: "own", name }, "highest", { companies, view, speaker }).slice(0, 1));
  }
  const names = ownOf(ticker, view);
  const shown = names.slice(0, MOST_COLUMNS).filter((name) => !asked.has(name));
  const more = names.slice(MOST_COLUMNS - 1, MOST_COLUMNS).flatMap((name) =>
    speaker.say("own.more", [ticker], { of: { kind: "own", name } }) ?? []
  );
  return [...shown.flatMap((name) => speaker.say("own.value", [ticker], { of: { kind: "own", name } }) ?? []), ...more];
}
