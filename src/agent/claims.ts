import { CLOSED_NAMES, closedName } from "./closed_days.ts";
import type { Claim } from "../data/claim.ts";
import { type About, type AboutKind, type AboutOf, aboutText, spanName } from "../data/about.ts";
import type { Company } from "../data/dataset.ts";
import { dayText, longDay } from "../calendar/day.ts";
import { metricOf, type Vocabulary } from "../data/vocabulary.ts";
import { marketName } from "../data/market_name.ts";
import { SOME } from "../data/metrics/judgements.ts";
import { askedName, type AskedNameId, headOf } from "../data/metrics/asked_names.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import { rowAt } from "../data/metrics/price_rows.ts";
import { joinTexts } from "../data/phrases/phrase.ts";
import { factName, type FiledFact, filingName, type NamedFiling } from "../data/records.ts";
import { columnsOf } from "./domains/columns.ts";
import { readSpanMetric } from "./domains/span.ts";
import { mean } from "./domains/statistics.ts";
import { ownClaim } from "./own_claims.ts";
import type { PeerRank } from "./comparison.ts";
import { factClaim, type UnpricedClaim, type UnpricedContext, type WantedUnpriced } from "./fact_claims.ts";
import type { CompanyFindings } from "./findings.ts";
import type { Portfolio } from "./portfolio.ts";
import { isPortfolioMetric, portfolioClaim } from "./portfolio_claims.ts";
import { comparable, judge, type JudgementContext } from "./judgements.ts";
import { quoteClaim, searchClaim } from "./quote_claims.ts";
import type { ClaimSource } from "./say.ts";
import { meanPercentile, measuresOf, probabilityOf, scoreOf, valueOf } from "./synthesis.ts";
import { showFigure } from "./show_figure.ts";
import { calledName, companyLabel } from "../data/company_label.ts";
import { peerRankOf } from "./peer_rank.ts";

/** What claims are made from. */
export interface ClaimContext extends JudgementContext {
  /** Tickers of all companies of the answer, with prices or without. Default: those with findings. */
  readonly companies?: readonly string[];
  /** What the names are together; absent where that is not asked. */
  readonly portfolio?: Portfolio;
}

/** Makes the claims of an answer, each once. */
export class AnswerClaims implements ClaimSource {
  readonly #context: ClaimContext;
  readonly #found: ReadonlyMap<string, CompanyFindings>;
  readonly #made = new Map<string, Claim | undefined>();

  constructor(context: ClaimContext) {
    this.#context = context;
    this.#found = new Map(context.found.map((one) => [one.company.ticker, one]));
  }

  get #vocabulary(): Vocabulary {
    return this.#context.knowledge.vocabulary;
  }

  claim(metric: MetricId, about: readonly string[], of?: About): Claim | undefined {
    const definition = metricOf(metric, this.#vocabulary);
    const object = definition.of ? of : undefined;
    const key = `${metric} ${object && aboutText(object)} ${about.join("\0")}`;
    return this.#made.getOrInsertComputed(key, () => this.#make({ metric, definition, about, of: object }));
  }

  #make(wanted: Wanted): Claim | undefined {
    const { metric, definition, about, of } = wanted;
    const { unit, of: kind } = definition;
    const { portfolio } = this.#context;
    if (isPortfolioMetric(metric)) return portfolio && portfolioClaim(wanted, portfolio);
    const unpriced = kind === undefined || kind === true
      ? undefined
      : UNPRICED[kind] as Unpriced<AboutKind> | undefined;
    if (unpriced !== undefined) return of?.kind === kind ? this.#unbarred(wanted, unpriced) : undefined;
    const all = about.map((ticker) => this.#found.get(ticker));
    const found = all.filter((one) => one !== undefined);
    if (found.length < all.length && unit === "name") return this.#unpriced(wanted);
    if (metric === "priced") return this.#bare(wanted, this.#hasPrices(about) ? "some" : "none");
    if (found.length === 0 || found.length < all.length) return undefined;
    if (unit === "word") return this.#bare(wanted, judge(metric, found, { ...this.#context, of }));
    if (unit === "name") return this.#named(wanted, found);
    const value = metric === "as_of" ? newestOf(found) : this.#value(wanted, found);
    if (value === undefined) return undefined;
    const isDay = unit === "date" && typeof value === "number";
    return this.#figure(wanted, { value: isDay ? dayText(value) : value, found });
  }

  #unbarred(wanted: Wanted, make: Unpriced<AboutKind>): Claim | undefined {
    const { view, companies = [...this.#found.keys()] } = this.#context;
    const claim = wanted.of && make(wanted.of, wanted, { view, companies });
    return claim && { ...this.#head(wanted), as_of: view.asOf, ...claim };
  }

  /** The names of companies without prices. */
  #hasPrices(about: readonly string[]): boolean {
    return about.some((ticker) => this.#context.view.prices(ticker).length > 0);
  }

  #unpriced(wanted: Wanted): Claim | undefined {
    const { metric, about } = wanted;
    const called = about.map((ticker) => this.#called(ticker));
    if (metric === "companies") return this.#bare(wanted, about.join(" "), joinTexts(called, "list"));
    if (metric === "some") return this.#bare(wanted, about.join(" "), someOf(called));
    const [only = ""] = about;
    return metric === "ticker" ? this.#bare(wanted, only, called.length === 1 ? called[0] : only) : undefined;
  }

  #called(ticker: string): string {
    const { view, companies = [...this.#found.keys()] } = this.#context;
    const company = this.#found.get(ticker)?.company ?? view.companies.find((one) => one.ticker === ticker);
    return company === undefined ? ticker : calledName(company, companies.length);
  }

  #value({ metric, of }: Wanted, found: readonly CompanyFindings[]): number | undefined {
    const { found: all } = this.#context;
    if (metric === "compared" && of) return all.filter((one) => comparable(one, of, all) !== undefined).length;
    const [only, ...others] = found;
    if (of === undefined) return figureOf(metric, found);
    if (only === undefined || others.length > 0) return undefined;
    if (of.kind === "criteria") return metric === "mean_percentile" ? meanPercentile(only, of, all) : undefined;
    if (of.kind === "span") return readSpanMetric(metric, columnsOf(only.pair), of);
    const standing = of.kind === "metric" ? peerRankOf(of.metric, only, this.#context) : undefined;
    return standing && placeIn(standing, metric);
  }

  #named(wanted: Wanted, found: readonly CompanyFindings[]): Claim | undefined {
    const { view } = this.#context;
    const [only, ...others] = found.map(({ company }) => company);
    if (["companies", "some"].includes(wanted.metric)) return this.#unpriced(wanted);
    if (wanted.metric === "sector" || wanted.metric === "industry") {
      return this.#bare(wanted, sharedOf(found.map(({ company }) => company), wanted.metric));
    }
    if (wanted.metric === "market") {
      return this.#bare(wanted, view.benchmark, view.benchmark && marketName(view.benchmark));
    }
    if (wanted.metric === "circle") return this.#bare(wanted, this.#circle(wanted, found));
    if (CLOSED_NAMES.includes(wanted.metric)) return this.#bare(wanted, closedName(wanted, found));
    if (wanted.of !== undefined) return this.#bare(wanted, this.#asked(wanted, found));
    if (only === undefined || others.length > 0) return undefined;
    return this.#bare(wanted, only.ticker, wanted.metric === "name" ? companyLabel(only) : this.#called(only.ticker));
  }

  /** The sector within which one company is compared by a measure. */
  #circle({ of }: Wanted, [only, ...others]: readonly CompanyFindings[]): string | undefined {
    if (of?.kind !== "metric" || only === undefined || others.length > 0) return undefined;
    return peerRankOf(of.metric, only, this.#context)?.sector;
  }

  #asked({ metric: id, of }: Wanted, found: readonly CompanyFindings[]): string | undefined {
    if (of?.kind === "span") return spanName(of);
    if (of?.kind === "criteria") return of.criteria.map(({ metric, end }) => `${end} ${headOf(metric)}`).join(" and ");
    if (of?.kind === "limit") {
      const { metric, value } = of;
      const [currency = ""] = found.map(({ pair: { series } }) => series.currency);
      return showFigure(metricOf(metric, this.#vocabulary), value, { metric, currency });
    }
    if (of?.kind !== "metric") return undefined;
    const { benchmark } = this.#context.view;
    const isDaily = found.every(({ pair }) => pair.series.frequency === "daily");
    const against = rowAt(of.metric)?.settings.against;
    const market = against === undefined ? benchmark && marketName(benchmark) : this.#called(against);
    return askedName(id as AskedNameId, of.metric, { frequency: isDaily ? "daily" : "monthly", market });
  }

  /** A word or a name, which has no bars of its own. */
  #bare(wanted: Wanted, value: string | undefined, shown = value): Claim | undefined {
    if (value === undefined || shown === undefined) return undefined;
    const found = wanted.about.flatMap((ticker) => this.#found.get(ticker) ?? []);
    return { ...this.#head(wanted), value, as_of: newestOf(found) || this.#context.view.asOf, shown };
  }

  #figure(
    wanted: Wanted,
    { value, found }: { readonly value: number | string; readonly found: readonly CompanyFindings[] },
  ): Claim | undefined {
    const [first] = found;
    if (first === undefined) return undefined;
    const { frequency, basis, currency } = first.pair.series;
    return {
      ...this.#head(wanted),
      value,
      ...(wanted.definition.unit === "currency" && currency !== "" && { currency }),
      as_of: newestOf(found),
      frequency,
      basis,
      source: this.#sourceOf(wanted.metric, first),
      ...inputsOf(wanted, found),
      shown: typeof value === "string"
        ? longDay(value)
        : showFigure(wanted.definition, value, { metric: wanted.metric, currency }),
    };
  }

  /** The file behind a figure: of a session, that of its rows, and of what is filed, that of the first of it. */
  #sourceOf(metric: MetricId, findings: CompanyFindings): string {
    const { company, asOf, pair } = findings;
    const { shelf } = metricOf(metric, this.#vocabulary);
    if (shelf === undefined) return pair.series.source;
    if (shelf !== "sessions") return filedBehind(metric, findings)[0]?.source ?? "";
    return this.#context.view.sessions(company.ticker).find(({ day }) => day === asOf)?.source ?? "";
  }

  #head(wanted: Wanted): Pick<Claim, "id" | "entities" | "metric" | "of" | "unit" | "formula"> {
    const { metric, definition: { unit, formula }, about } = wanted;
    const of = wanted.of && aboutText(wanted.of);
    const whom = about.length === 1 ? about[0] : about.length === this.#found.size ? "all" : about.join("+");
    const id = [whom, metric, ...(of === undefined ? [] : [of])].join(".");
    return { id, entities: about, metric, ...(of !== undefined && { of }), unit, formula };
  }
}

/** The facts and filings behind a figure of one company. */
function inputsOf({ metric, of }: Wanted, [only, ...others]: readonly CompanyFindings[]): Pick<Claim, "inputs"> {
  if (only === undefined || others.length > 0 || of !== undefined) return {};
  const filed = filedBehind(metric, only);
  return filed.length === 0 ? {} : { inputs: filed.map((one) => "tag" in one ? factName(one) : filingName(one)) };
}

function filedBehind(metric: MetricId, findings: CompanyFindings): readonly (FiledFact | NamedFiling)[] {
  const { facts = [], filings = [] } = measuresOf(findings).find((one) => one.metric === metric) ?? {};
  return [...facts, ...filings];
}

/** What is claimed, of whom, and what it is about. */
export interface Wanted extends WantedUnpriced {
  readonly of: About | undefined;
}

/** Claims what no prices are needed for. */
type Unpriced<K extends AboutKind> = (
  of: AboutOf<K>,
  wanted: Wanted,
  context: UnpricedContext,
) => UnpricedClaim | undefined;

/** By what a claim is about; without a row where its figures are those of bars. */
const UNPRICED: { readonly [K in AboutKind]: Unpriced<K> | undefined } = {
  metric: undefined,
  limit: undefined,
  span: undefined,
  criteria: undefined,
  fact: factClaim,
  own: ownClaim,
  quote: quoteClaim,
  search: searchClaim,
};

/** A figure of one company, or what several have of it in the mean. */
function figureOf(metric: MetricId, found: readonly CompanyFindings[]): number | undefined {
  if (metric === "probability") {
    const score = figureOf("score", found);
    return score === undefined ? undefined : probabilityOf(score);
  }
  const values = found.map((one) => figureOfOne(metric, one)).filter((value) => value !== undefined);
  if (values.length < found.length) return undefined; // a mean of some is no mean of all who are named
  if (found.length === 1) return values[0];
  return MEANS.includes(metric) ? mean(values) : undefined;
}

/** The metrics of which several companies have a mean. */
const MEANS: readonly MetricId[] = ["score", "drawdown_probability"];

function figureOfOne(metric: MetricId, findings: CompanyFindings): number | undefined {
  if (metric === "score") return scoreOf(findings);
  const domain = findings.domains.find((one) => one.domain.score === metric);
  return domain ? domain.score : valueOf(findings, metric);
}

function placeIn({ among, count, rank }: PeerRank, metric: MetricId): number | undefined {
  if (metric === "months") return among === "months" ? count : undefined;
  if (among === "months") return undefined;
  return metric === "rank" ? rank : count;
}

function someOf(tickers: readonly string[]): string {
  return tickers.length > SOME.most
    ? `${tickers.slice(0, SOME.shown).join(", ")} and others`
    : joinTexts(tickers, "list");
}

function newestOf(found: readonly CompanyFindings[]): string {
  return found.map(({ asOf }) => asOf).reduce((one, other) => one > other ? one : other, "");
}

function sharedOf(companies: readonly Company[], kind: "sector" | "industry"): string | undefined {
  const names = new Set(companies.map((one) => one[kind]));
  return names.size === 1 ? companies[0]?.[kind] : undefined;
}
