import { calledName, companyLabel } from "../data/company_label.ts";
import { joinTexts } from "../data/phrases/phrase.ts";
import { type About, spanName } from "../data/about.ts";
import { shownFigure } from "./shown.ts";
import type { Company } from "../data/dataset.ts";
import { marketName } from "../data/market_name.ts";
import { askedName, type AskedNameId, headOf } from "../data/metrics/asked_names.ts";
import { SOME } from "../data/metrics/judgements.ts";
import { rowAt } from "../data/metrics/price_rows.ts";
import type { MetricId, PerMetric } from "../data/metrics/metric.ts";
import { definitionOf } from "../data/vocabulary.ts";
import { compare } from "./compare.ts";
import type { Ground } from "./knowledge.ts";
import { dayNumber, dayText, longDay } from "../calendar/day.ts";
import { isSession, knowsSessions } from "../calendar/exchange_days.ts";
import { exchangeOf } from "../calendar/exchanges.ts";
import { RESULTS_NOTICE } from "../data/metrics/events.ts";
import type { Subject } from "./domains/subject.ts";

/** Names of a span that have no other meaning. */
const CLOSED = /^(?:closed_|session_before$|results_(?:of|first)$)/;

/** A name: what it stands for, and how it is written. */
export interface Named {
  readonly value: string;
  readonly shown: string;
}

/** A slot: a metric, whom it is about, and of what. */
export interface Slot {
  readonly metric: MetricId;
  readonly about: readonly string[];
  readonly of: About | undefined;
}

/**
 * Who is named.
 * @param slot One of `NAMES`, and the companies.
 * @returns `undefined` where they have no such name together.
 */
export function nameOf({ metric, about, of }: Slot, ground: Ground): Named | undefined {
  const { view } = ground;
  const companies = ground.once("companies", () => new Map(view.companies.map((one) => [one.ticker, one])));
  const [only = "", ...others] = about;
  const company = others.length === 0 ? companies.get(only) ?? strangerOf(only, ground) : undefined;
  const nameIn = (one: Pick<Company, "ticker" | "name">) => calledName(one, ground.companies.length);
  const all = company
    ? [nameIn(company)]
    : about.map((one) => nameIn(companies.get(one) ?? { ticker: one, name: one }));
  switch (metric) {
    case "companies":
      return { value: about.join(" "), shown: joinTexts(all, "list") };
    case "some": {
      const named = all.length <= SOME.most ? all : all.filter((_, at) => at < SOME.shown);
      const shown = named.length === all.length ? joinTexts(named, "list") : `${named.join(", ")} and others`;
      return { value: about.join(" "), shown };
    }
    case "market":
      return view.benchmark === undefined ? undefined : { value: view.benchmark, shown: marketName(view.benchmark) };
    case "sector":
    case "industry": {
      const names = about.map((ticker) => companies.get(ticker)?.[metric]);
      const [name] = names;
      const isShared = names.every((one) => one === name);
      return isShared && name !== undefined && isWhole(name, metric, ground) ? { value: name, shown: name } : undefined;
    }
    case "ticker":
    case "name":
      return company && { value: only, shown: metric === "ticker" ? nameIn(company) : companyLabel(company) };
    default: {
      const beside = others.length === 0 ? nameBeside({ metric, about, of }, ground) : undefined;
      if (beside !== undefined) return beside;
      const shown = of === undefined || CLOSED.test(metric)
        ? undefined
        : askedOf(metric as AskedNameId, { about, of }, ground);
      return shown === undefined ? undefined : { value: shown, shown };
    }
  }
}

/** A company that only the tables which came with the question know: nothing of it is kept for the next draft. */
function strangerOf(ticker: string, { given, view }: Ground): Company | undefined {
  return given.companies === view.companies ? undefined : given.companies.find((one) => one.ticker === ticker);
}

/** What was asked for, in the words for the bars of these companies. */
function askedOf(
  id: AskedNameId,
  { about, of }: { readonly about: readonly string[]; readonly of: About },
  ground: Ground,
): string | undefined {
  if (of.kind === "limit") {
    const definition = definitionOf(of.metric, ground.knowledge.vocabulary);
    const [currency = ""] = ground.subjects(about).map(({ series }) => series.currency);
    return definition && shownFigure(definition, of.value, { metric: of.metric, currency });
  }
  if (of.kind === "span") return spanName(of);
  if (of.kind === "criteria") return of.criteria.map(({ metric, end }) => `${end} ${headOf(metric)}`).join(" and ");
  if (of.kind !== "metric") return undefined;
  const isMonthly = ground.subjects(about).some(({ series }) => series.frequency === "monthly");
  const other = rowAt(of.metric)?.settings.against;
  const named = ground.view.companies.find(({ ticker }) => ticker === other);
  if (other !== undefined && named === undefined) return undefined;
  const market = named
    ? calledName(named, ground.companies.length)
    : ground.view.benchmark && marketName(ground.view.benchmark);
  return askedName(id, of.metric, { frequency: isMonthly ? "monthly" : "daily", market });
}

/** Who is beside a company, or what they are together. */
function nameBeside({ metric, about: [ticker = ""], of }: Slot, ground: Ground): Named | undefined {
  const subject = ground.subject(ticker);
  if (subject === undefined) return undefined;
  const found: Readonly<Record<string, () => string | undefined>> = {
    closed_day: () => closedDayName(metric, of, subject),
    closed_exchange: () => closedDayName(metric, of, subject),
    session_before: () => closedDayName(metric, of, subject),
    results_of: () => noticeName(of, subject),
    results_first: () => isFirstNotice(of, subject) ? noticeName(of, subject) : undefined,
    circle: () => {
      const isMeasure = of?.kind === "metric" && ground.knowledge.vocabulary.measures.has(of.metric);
      const place = isMeasure ? compare(of.metric, subject, ground) : undefined;
      return typeof place === "object" ? place.sector : undefined;
    },
  };
  const name = found[metric]?.();
  return name === undefined ? undefined : { value: name, shown: name };
}

/** Whether the answer is about every company of a sector or an industry that has a price by the day. */
function isWhole(name: string, kind: "sector" | "industry", ground: Ground): boolean {
  const members = ground.once(
    `${kind} ${name}`,
    () => ground.view.companies.filter((one) => one[kind] === name && ground.view.prices(one.ticker).length > 0),
  );
  return members.every(({ ticker }) => ground.companies.includes(ticker));
}

/** Longer than any exchange of the table was closed. */
const MAX_CLOSED_DAYS = 14;

/** What a sentence about a day without a session names: the day, the exchange, and the last session before it. */
function closedDayName(metric: MetricId, span: About | undefined, { given: { series } }: Subject): string | undefined {
  const exchange = exchangeOf(series.ticker);
  if (span?.kind !== "span" || span.from !== span.to || exchange.id === "") return undefined;
  if (!knowsSessions(dayText(span.to), exchange)) return undefined;
  const sessions = Array.from({ length: MAX_CLOSED_DAYS }, (_, back) => dayText(span.to - back))
    .filter((day) => isSession(day, exchange));
  const [last] = sessions;
  const hasBar = series.days.some((day) => day === span.to);
  if (last === undefined || dayNumber(last) === span.to || hasBar) return undefined;
  const named: PerMetric<string> = {
    closed_day: longDay(dayText(span.to)),
    closed_exchange: exchange.name,
    session_before: longDay(last),
  };
  return named[metric];
}

/** Whether no notice of results was filed before a span begins. */
function isFirstNotice(of: About | undefined, { records }: Subject): boolean {
  const { form, item } = RESULTS_NOTICE;
  const filed = records().filings.filter((one) => one.form === form && one.items.includes(item))
    .map((one) => one.filed);
  return of?.kind === "span" && filed.every((day) => dayNumber(day) >= of.from);
}

/** The results of a notice that was filed when a span begins, if it ends with the next bar. */
function noticeName(span: About | undefined, { given: { series: { days } }, records }: Subject): string | undefined {
  const { form, item } = RESULTS_NOTICE;
  if (span?.kind !== "span" || days.find((day) => day > span.from) !== span.to) return undefined;
  const filed = dayText(span.from);
  const isNotice = records().filings.some((one) =>
    one.filed === filed && one.form === form && one.items.includes(item)
  );
  return isNotice ? `results of ${longDay(filed)}` : undefined;
}
