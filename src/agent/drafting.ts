import { withEvents } from "./event_figures.ts";
import { withFalsifiers } from "./falsifiers.ts";
import { readAs } from "../data/about.ts";
import { type Draft, keysOf, type Statement } from "../data/claim.ts";
import type { Company, DatasetView } from "../data/dataset.ts";
import { BUSINESS } from "../data/metrics/facts.ts";
import { itemIds } from "../data/metrics/items.ts";
import { type AskedPart, isMetBy } from "../data/metrics/meets.ts";
import type { Asked } from "../data/question/asked.ts";
import { answeredDraft, isFactual, isOfView } from "./answered_draft.ts";
import { wordingOf } from "./ranking.ts";
import type { AnswerKind } from "./answer_shapes.ts";
import { AnswerClaims } from "./claims.ts";
import { companyDraft, type Focus, isReadByYears } from "./company_draft.ts";
import { factSentences } from "./fact_answers.ts";
import { isPastYear } from "./fact_tokens.ts";
import { type CompanyFindings, isPriced, type ResearchTools } from "./findings.ts";
import type { Portfolio } from "./portfolio.ts";
import { withPortfolio } from "./portfolio_steps.ts";
import { otherColumns, ownSentences } from "./own_answers.ts";
import { quoteSentences, thesisQuotes } from "./quote_answers.ts";
import { LEAST_ROWS, type PeriodColumn, periodRows, SIDE_BY_SIDE } from "./rows.ts";
import { Speaker } from "./say.ts";
import { setDraft } from "./set_draft.ts";

/** All that a draft depends on. */
export interface Drafting {
  /** Those that were asked about, with prices or without. */
  readonly companies: readonly Company[];
  /** Whether the request names one sector, whole, and no company. */
  readonly isSector: boolean;
  readonly focus: Focus;
  /** Of it, what decides which sentences come first. */
  readonly asked: Asked;
  readonly tools: ResearchTools;
  /** What the names are together, where that is asked. */
  readonly portfolio?: Portfolio | undefined;
}

/** The kind of question that a draft answers. */
export function answerKindOf(
  { companies, isSector, asked, portfolio }: Drafting,
  found: readonly CompanyFindings[],
): AnswerKind {
  const { kind, weights } = asked;
  if (kind === "quote") return "quote";
  if (kind === "why" || kind === "change") return "change";
  if (weights.length > 0 && portfolio !== undefined) return "portfolio";
  if (companies.length > 1) {
    if (isSector || portfolio !== undefined) return "sector";
    return kind === "rank" || companies.length > 2 ? "screen" : "compare";
  }
  if (isFactual(asked)) return kind === "yes_no" ? "verdict" : "fact";
  if (asked.side !== undefined && asked.isView !== true) return asked.side === "for" ? "bull" : "bear";
  if (!found.some(isPriced)) return "filings";
  return kind === "view" ? "thesis" : kind === "yes_no" ? "verdict" : kind === "turn" ? "turn" : "risk";
}

/** What tells one draft from another. */
export function draftKey({ companies, isSector, focus, asked, tools: { view } }: Drafting): string {
  const { kind, side, measures, facts, texts, own, times, weights, isUnsupported, mentions: { groups, excluded } } =
    asked;
  return JSON.stringify([
    view.asOf,
    focus,
    isSector,
    kind,
    side,
    measures,
    facts,
    texts,
    own,
    times,
    isUnsupported,
    asked.isView,
    wordingOf(asked.text),
    weights,
    // whether the names are asked about as a group, and what it is called
    groups.map(({ kind, name }) => [kind, name]),
    excluded.length,
    ...companies.map(({ ticker }) => ticker),
  ]);
}

/** The draft of an answer, before verification; each sentence of its reasoning names the parts of the question that it meets. */
export function draftOf(found: readonly CompanyFindings[], drafting: Drafting): Draft {
  const draft = sentencesOf(found, drafting);
  const asked = partsOf(drafting.asked);
  if (asked.length === 0) return draft;
  const reasoning = draft.reasoning.map((one): Statement => {
    const keys = keysOf(one);
    const meets = asked.filter((part) => isMetBy(part, keys)).map(({ row }) => row);
    return meets.length === 0 ? one : { ...one, meets };
  });
  return { ...draft, asked, reasoning };
}

/** What an answer is to meet. */
function partsOf({ measures, facts, own = [], weights, kind }: Asked): readonly AskedPart[] {
  const isPortfolio = weights.length > 0 && kind !== "compare" && kind !== "rank";
  return [
    ...measures.map(({ metric: row, text }): AskedPart => isPortfolio ? { row, text, isPortfolio } : { row, text }),
    ...facts.map(({ item: row, text }): AskedPart => ({ row, text })),
    ...own.map(({ name: row, text }): AskedPart => ({ row, text })),
  ];
}

function sentencesOf(found: readonly CompanyFindings[], drafting: Drafting): Draft {
  const { companies, asked, asked: { texts, times }, tools: { view, knowledge }, portfolio } = drafting;
  const tickers = companies.map(({ ticker }) => ticker);
  const isFiled = isFiledAlone(found, { companies, asked });
  const named = isFiled || found.length > 1 ? tickers : found.map(({ company }) => company.ticker);
  const claims = new AnswerClaims({ view, knowledge, found, companies: named, ...(portfolio && { portfolio }) });
  const speaker = new Speaker(knowledge.vocabulary, claims);
  const own = { own: asked.own ?? [], companies: tickers, view, speaker };
  const filed = [
    ...ownSentences({ ...own, times }),
    ...factSentences({ facts: asked.facts, companies: tickers, view, speaker, isYesNo: asked.kind === "yes_no" }),
    ...businessSentences(found, { asked, view, speaker }),
    ...quoteSentences({ texts, times, companies: tickers, view, speaker, isAlone: asked.kind === "quote" }),
  ];
  if (isFiled) {
    const isSilent = found.some(isPriced) || isFactual(asked) && filed.length > 0;
    const unpriced = isSilent ? [] : speaker.sayAll(["company.no_prices"], tickers);
    const columns = filed.length === 0 ? otherColumns(own) : [];
    return { companies: tickers, reasoning: [...filed, ...unpriced, ...columns], drivers: [], risks: [] };
  }
  const quotes = wantsQuotes(drafting) ? tickers.flatMap((ticker) => thesisQuotes({ ticker, view, speaker })) : [];
  const drafted = namesDraft(found, speaker, drafting);
  const isOther = ({ saying: { phrase } }: Statement) => phrase !== "row.period"; // one table of periods is enough
  const reasoning = filed.every(isOther) ? drafted.reasoning : drafted.reasoning.filter(isOther);
  const all = { ...drafted, reasoning: [...reasoning, ...quotes, ...otherColumns(own)] };
  const { vocabulary } = knowledge;
  const finished = (draft: Draft) => withFalsifiers(withEvents(draft, claims, vocabulary), claims, vocabulary);
  const answering = { asked: ownAlone(asked), found, speaker, filed, isFactual: isFactual(asked) };
  if (portfolio === undefined) return finished(answeredDraft(all, answering));
  const isGroup = portfolio.weights.length === 0;
  // a portfolio begins with its own risk, whatever is asked; of a group, what is asked of its names comes first
  return finished(
    isGroup
      ? answeredDraft(withPortfolio(all, portfolio, { speaker, claims, asked }), { ...answering, isGroup })
      : withPortfolio(answeredDraft(all, answering), portfolio, { speaker, claims, asked }),
  );
}

/** Whether it is a view of one company that is asked for, and nothing of its texts. */
function wantsQuotes({ companies, asked: { kind, texts, isUnsupported }, portfolio }: Drafting): boolean {
  return companies.length === 1 && kind === "view" && texts === undefined && isUnsupported !== true &&
    portfolio === undefined;
}

/** Where a question asks for own columns and for no measure, its days are those of their rows, and of no price. */
function ownAlone(asked: Asked): Asked {
  return asked.own === undefined || asked.measures.length > 0 ? asked : { ...asked, times: [] };
}

/** How businesses go of which no score tells, or beside such a one, as far as reports state it, where a view is wanted. */
function businessSentences(
  found: readonly CompanyFindings[],
  { asked, view, speaker }: { readonly asked: Asked; readonly view: DatasetView; readonly speaker: Speaker },
): readonly Statement[] {
  const priced = found.filter(isPriced).length;
  const isBeside = priced < found.length && (found.length <= SIDE_BY_SIDE || 2 * priced <= found.length);
  const isByYears = (one: CompanyFindings) => found.length === 1 && asked.kind === "view" && isReadByYears(one);
  const companies = found.filter((one) => isBeside || !isPriced(one) || isByYears(one)).map((one) =>
    one.company.ticker
  );
  const isOfRisk = asked.kind === "risk";
  const isWide = ["risk", "view"].includes(asked.kind) ||
    asked.measures.length === 0 && BUSINESS_KINDS.includes(asked.kind);
  const isCase = asked.side !== undefined && asked.isView !== true && found.length === 1;
  if (!isWide || isCase || asked.facts.length > 0 || companies.length === 0) return [];
  const said = factSentences({ facts: BUSINESS.filter((row) => row.isOfRisk || !isOfRisk), companies, view, speaker })
    .map((one) => grownOf(one, speaker));
  const rows = isOfRisk ? [] : companies.flatMap((ticker) => {
    const newest = isPastYear({ periods: [{ from: "FY-2", to: "FY", text: "" }] }, view.filed(ticker)) ? ["TTM"] : [];
    const found = periodRows(YEARLY, ["FY-2", "FY-1", "FY", ...newest], { ticker, view, speaker });
    return found.length < LEAST_ROWS ? [] : found;
  });
  const columns = rows.length === 0 ? [] : YEARLY.map(({ item }) => item);
  const isTold = ({ saying: { of = "", phrase } }: Statement) =>
    phrase.startsWith("fact.lacks") || phrase === "fact.other" ||
    columns.slice(1, -1).some((item) => item === of.split(" ")[0]);
  const itemOf = ({ saying: { about, of = "" } }: Statement) => `${about} ${of.split(" ")[0]}`;
  const first = Map.groupBy(said, itemOf).values().flatMap(([one]) => one === undefined || isTold(one) ? [] : [one]);
  return [...first, ...rows];
}

/** A change on the year before as the figure and by how much it grew: what it grew from stands in the table. */
function grownOf(one: Statement, speaker: Speaker): Statement {
  const { phrase, about, of } = one.saying;
  if (phrase !== "fact.growth") return one;
  return speaker.say("fact.grown", about, { of: readAs("fact", of), parts: { also: [] } }) ?? one;
}

/** The table of a business without prices. */
const YEARLY: readonly PeriodColumn[] = [
  { item: "revenue", isGrowth: true },
  ...itemIds("gross_margin operating_margin net_income capital_expenditure free_cash_flow").map((item) => ({ item })),
];

const BUSINESS_KINDS: readonly Asked["kind"][] = ["view", "compare", "rank", "yes_no"];

/**
 * Whether nothing but reports, texts and own columns is reported: none of the companies has prices, or what is asked of these is asked of
 * some that have none, so that the common text, about all with prices, would be about others.
 */
export function isFiledAlone(
  found: readonly CompanyFindings[],
  { companies, asked }: Pick<Drafting, "companies" | "asked">,
): boolean {
  const isOfFiled = asked.facts.length > 0 || asked.texts !== undefined || asked.own !== undefined;
  const isMissed = found.filter(isPriced).length < companies.length && asked.kind !== "view";
  return found.length === 0 || isOfFiled && asked.measures.length === 0 && isMissed;
}

/** The draft about each of the names, and about all of them as names. */
function namesDraft(
  found: readonly CompanyFindings[],
  speaker: Speaker,
  { isSector, focus, asked, tools: { knowledge: { vocabulary } } }: Drafting,
): Draft {
  const [only, ...others] = found;
  const side = asked.isView === true ? undefined : asked.side;
  if (only !== undefined && others.length === 0) return companyDraft(only, speaker, { focus, side });
  return setDraft({ isSector, isHeld: asked.weights.length > 0, isView: isOfView(asked), found, vocabulary }, speaker);
}

/** The sentences about items of reports that a question asks for. */
export function filedOf(
  found: readonly CompanyFindings[],
  { companies, asked, tools: { view, knowledge } }: Pick<Drafting, "companies" | "asked" | "tools">,
): readonly Statement[] {
  const tickers = companies.map(({ ticker }) => ticker);
  const claims = new AnswerClaims({ view, knowledge, found, companies: tickers });
  return factSentences({
    facts: asked.facts.filter(({ isGrowth }) => !isGrowth),
    companies: tickers,
    view,
    speaker: new Speaker(knowledge.vocabulary, claims),
  });
}
