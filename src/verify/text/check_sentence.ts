import type { Company, DatasetView } from "../../data/dataset.ts";
import { onceEach } from "../../data/once_each.ts";
import { itemOf } from "../../data/metrics/items.ts";
import { createResolver, type Resolver } from "../../data/names/resolve.ts";
import { fold } from "../../terms/fold.ts";
import type { Stretch } from "../../data/texts/sentences.ts";
import { statementsOf } from "../domains/statements.ts";
import { setClaims } from "./compared_companies.ts";
import { itemComparison } from "./compared_items.ts";
import { boundFigure } from "./bind_figures.ts";
import {
  companyAt,
  companyBehind,
  isBetweenCompanies,
  isFarFrom,
  isPlainBetween,
  strangerBeside,
  strangerIn,
} from "./named_companies.ts";
import { isListed, pairedWith } from "./paired_lists.ts";
import { isBefore } from "./bind_periods.ts";
import { type PhraseAbout, phraseClaims } from "./check_phrase.ts";
import { priceClaims } from "./check_prices.ts";
import { type Judged, judgeFigure } from "./judged_figures.ts";
import { itemOfWay, judgeWay } from "./judged_ways.ts";
import type { SaidPeriod } from "./period_places.ts";
import { type CompanyPlace, isVerb, type SentenceMarks, sentenceMarks, type WayPlace } from "./sentence_marks.ts";
import type { Case } from "./spans.ts";
import type { CheckedClaim, TextAbout } from "./text_report.ts";
import { unparsedWords, whyUndecided } from "./why_undecided.ts";
import type { WrittenFigure } from "./written_figures.ts";

/** What the sentences of a text leave to those behind them. */
export interface TextContext extends PhraseAbout {
  readonly resolver: Resolver;
  /** The company that sentences without a name are about. */
  ticker: string | undefined;
  /** The time that sentences without one are about. */
  period: SaidPeriod | undefined;
}

/** Longer ones are not read: their figures are unknown. */
const MOST_CHARS = 1500;

const OF_SEVERAL = "it is said of several together";
/** Names of measures of prices in which the name of an item stands, like "earnings yield". */
const OF_PRICES = /yield|price|p\/[eb]|\bpe\b|multiple|times/;

/** The context at the beginning of a text. */
export function openContext(
  view: DatasetView,
  { text, tickers = [] }: TextAbout & { readonly text: string },
): TextContext {
  const resolver = resolverOf(view.companies);
  return {
    view,
    resolver,
    period: undefined,
    given: tickers,
    named: [...new Set(resolver.mentions(text).places.map(({ company }) => company.ticker))],
    ticker: tickers.length === 1 ? tickers[0] : undefined,
  };
}

/** Making one takes some milliseconds for a hundred companies; a text may be a line of a screen. */
const resolverOf = onceEach((companies: readonly Company[]): Resolver => createResolver(companies));

/** Checks a sentence, and leaves in the context what it is about. */
export function checkedSentence(text: string, { start, end }: Stretch, context: TextContext): readonly CheckedClaim[] {
  const own = text.slice(start, Math.min(end, start + MOST_CHARS));
  const companies = companiesIn(own, context);
  const marks = sentenceMarks(own, companies);
  const tickers = new Set(companies.map(({ ticker }) => ticker));
  const isStrange = companies.length === 0 ? strangerIn(own) : strangerBeside(own, companies);
  if (companies.length > 0) context.ticker = tickers.size === 1 ? companies[0]?.ticker : undefined;
  const phrased = end - start > MOST_CHARS ? undefined : phraseClaims(own, context);
  if (phrased !== undefined) return placed(phrased, start);
  const undecided = end - start > MOST_CHARS
    ? `the sentence has more than ${MOST_CHARS} characters`
    : isStrange
    ? "it may be of a company that the data do not know"
    : whyUndecided(fold(own));
  const filed = [...figureClaims(marks, context, undecided), ...wayClaims(marks, context, undecided)];
  const isOfItems = marks.items.some((one) => !isVerb(marks, one)) && !OF_PRICES.test(marks.folded);
  const priced = undecided !== undefined
    ? []
    : isOfItems
    ? itemComparison(marks, context)
    : priceClaims(own, companies, context);
  const decided = joined(filed, priced);
  const judged = [...decided, ...setClaims(own, decided, context)];
  const claims = [...judged, ...unparsedWords(marks, judged)].toSorted((one, other) => one.start - other.start);
  carryPeriod(marks, context);
  if (isStrange && companies.length === 0) context.ticker = undefined;
  return placed(claims, start);
}

/** What prices say of a place counts where reports say nothing of it. */
function joined(filed: readonly CheckedClaim[], priced: readonly CheckedClaim[]): readonly CheckedClaim[] {
  const isSame = (one: CheckedClaim, other: CheckedClaim) => one.start < other.end && other.start < one.end;
  const decided = filed.filter((one) => one.finding !== "unknown" || !priced.some((other) => isSame(one, other)));
  return [...decided, ...priced.filter((one) => !decided.some((other) => isSame(one, other)))];
}

function placed(claims: readonly CheckedClaim[], start: number): readonly CheckedClaim[] {
  return claims.map((claim) => ({ ...claim, start: claim.start + start, end: claim.end + start }));
}

function companiesIn(own: string, { resolver }: TextContext): readonly CompanyPlace[] {
  // the D of "R&D" is no ticker
  return resolver.mentions(own).places.filter(({ start, end }) => own[start - 1] !== "&" && own[end] !== "&")
    .map(({ start, end, company }) => ({ start, end, ticker: company.ticker }));
}

function carryPeriod(marks: SentenceMarks, context: TextContext): void {
  const bases = marks.periods.filter((one) => !isBefore(marks, one) && one.said.kind !== "unread");
  const [first] = bases;
  if (first !== undefined) context.period = first.said;
}

function caseOf(ticker: string, { view, period }: TextContext): Case {
  return { statements: statementsOf(view.filed(ticker)), carried: period, asOf: view.asOf };
}

function figureClaims(
  marks: SentenceMarks,
  context: TextContext,
  undecided: string | undefined,
): readonly CheckedClaim[] {
  return marks.figures.flatMap((figure) => figureClaim(marks, figure, { context, undecided }) ?? []);
}

interface Around {
  readonly context: TextContext;
  readonly undecided: string | undefined;
}

function figureClaim(
  marks: SentenceMarks,
  figure: WrittenFigure,
  { context, undecided }: Around,
): CheckedClaim | undefined {
  const paired = pairedWith(marks.lists, figure);
  const own = paired === undefined || paired === "unread" ? undefined : paired;
  const behind = own === undefined ? companyBehind(marks, figure) : undefined;
  const company = own?.company ?? behind ?? companyAt(marks, (own?.first ?? figure).start);
  const ticker = company?.ticker ?? context.ticker;
  const place = { shown: marks.text.slice(figure.start, figure.end), start: figure.start, end: figure.end };
  const read = paired === "unread"
    ? "the sentence pairs its figures in a way that is not read"
    : boundFigure(marks, figure, own);
  // "5 billion vs. 4 billion at AAPL" compares companies, and no times
  const bound = behind === undefined || typeof read === "string"
    ? read
    : { ...read, periods: { ...read.periods, isEarlier: false } };
  if (typeof bound === "string") {
    return figure.kind === "plain"
      ? undefined
      : { ...place, finding: "unknown", why: undecided ?? bound, ...(ticker && { ticker }) };
  }
  const unit = itemOf(bound.place.item).unit;
  if (figure.kind === "plain" && bound.isLoose) return undefined;
  if (figure.kind === "plain" && unit !== "ratio" && unit !== "per_share" && Math.abs(figure.value) < 1e5) {
    return undefined;
  }
  const about = { ...place, metric: bound.measured.item, ...(ticker && { ticker }) };
  if (ticker === undefined) {
    return { ...about, finding: "unknown", why: undecided ?? "the text does not say of which company it is" };
  }
  const places = own === undefined ? [company, bound.place, bound.periods.base] : [];
  const doubt = undecided ?? (places.some((one) => isListed(marks.lists, one)) ? OF_SEVERAL : undefined) ??
    (isBetweenCompanies(marks, figure) ? "it may be by how much two companies differ" : undefined);
  const isLoose = bound.isLoose || !isPlainBetween(marks, company, bound.place) ||
    new Set(marks.companies.map((one) => one.ticker)).size > 1 && isFarFrom(marks, figure.start);
  return claimOf(about, decided(judgeFigure({ ...bound, isLoose }, caseOf(ticker, context)), doubt));
}

function wayClaims(marks: SentenceMarks, context: TextContext, undecided: string | undefined): readonly CheckedClaim[] {
  return marks.ways.flatMap((way) => wayClaim(marks, way, { context, undecided }) ?? []);
}

function wayClaim(marks: SentenceMarks, way: WayPlace, { context, undecided }: Around): CheckedClaim | undefined {
  const company = companyAt(marks, way.start);
  const ticker = company?.ticker ?? context.ticker;
  const item = way.isVerb ? itemOfWay(marks, way) : undefined;
  if (item === undefined || ticker === undefined || isOfFigure(marks, way)) return undefined;
  const place = { shown: marks.text.slice(way.start, way.end), start: way.start, end: way.end };
  const judged = judgeWay(marks, { way, place: item }, caseOf(ticker, context));
  const isOfSeveral = [company, item].some((one) => isListed(marks.lists, one));
  return claimOf(
    { ...place, metric: item.item, ticker },
    decided(judged, undecided ?? (isOfSeveral ? OF_SEVERAL : undefined)),
  );
}

/** A word whose figure says by how much is checked with it. */
function isOfFigure({ figures, folded }: SentenceMarks, { end }: WayPlace): boolean {
  const next = figures.find(({ start }) => start >= end);
  if (next === undefined || next.kind !== "share" && next.kind !== "points") return false;
  return next.start - end <= 24 && !/\b(?:to|from|at)\b/.test(folded.slice(end, next.start));
}

function decided(judged: Judged, undecided: string | undefined): Judged {
  return undecided === undefined ? judged : { ...judged, finding: "unknown", why: undecided };
}

function claimOf(
  about: Pick<CheckedClaim, "shown" | "start" | "end" | "metric" | "ticker">,
  { finding, why, near }: Judged,
): CheckedClaim {
  return {
    ...about,
    finding,
    ...(finding !== "proven" && why !== undefined && { why }),
    ...(near && { evidence: near.says(), source: near.source }),
  };
}
