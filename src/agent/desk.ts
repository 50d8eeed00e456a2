import { commonFrequency } from "../data/choose_series.ts";
import type { Company, Dataset, DatasetView, Frequency } from "../data/dataset.ts";
import { onceEach } from "../data/once_each.ts";
import type { Mentions } from "../data/names/mentions.ts";
import type { Asked } from "../data/question/asked.ts";
import { createResolver, type Resolver } from "../data/names/resolve.ts";
import { createQuestionReader, type QuestionReader } from "../data/question/read_question.ts";
import { readTimes } from "../data/question/read_times.ts";
import { exchangeAsked } from "../data/question/session_forms.ts";
import { bytesOfFindings, type CompanyFindings, findingsOn, type ResearchTools } from "./findings.ts";
import type { Knowledge } from "./domains/reading.ts";
import { KNOWLEDGE } from "./tools.ts";
import { Memory, MEMORY_BYTES } from "./memory.ts";
import { openView } from "./open_view.ts";
import { type Desk, ToolError } from "./tool.ts";
import { unanswerable } from "./unanswerable.ts";

/** How a desk reads names, and at which frequency it compares companies. */
interface Naming extends Pick<Desk, "company" | "asked"> {
  /** Default: the best of each company. */
  readonly frequency?: () => Frequency | undefined;
}

/** A desk at which a company is researched once. */
function deskOf({ company, asked, frequency }: Naming, tools: ResearchTools): Desk {
  const { view, knowledge } = tools;
  const found = new Map<string, CompanyFindings | undefined>();
  const findings = (company: Company) => {
    const { ticker } = company;
    return found.getOrInsertComputed(ticker, () => findingsOn(company, tools, frequency?.()));
  };
  return { view, knowledge, company, asked, findings };
}

/** The desk of a question that is read already: its companies are compared at one frequency. */
export function planDesk(
  { asked, companies }: { readonly asked: Asked; readonly companies: readonly Company[] },
  tools: ResearchTools,
): Desk {
  const { view } = tools;
  const byTicker = new Map(companies.map((company) => [company.ticker, company]));
  let chosen: { readonly frequency: Frequency | undefined } | undefined;
  const choose = () => {
    const priced = companies.map(({ ticker }) => ticker).filter((ticker) => view.prices(ticker).length > 0);
    return { frequency: commonFrequency(view, priced) };
  };
  const frequency = () => (chosen ??= choose()).frequency; // loading prices can wait for the first tool that needs them
  const company = (ticker: string) => byTicker.get(ticker) ?? refuse(asked.mentions, { name: ticker, view });
  return deskOf({ company, asked: () => asked, frequency }, tools);
}

interface Reading {
  readonly resolver: Resolver;
  readonly read: QuestionReader;
}

/**
 * Opens the data of a day for whoever calls tools by name.
 * @returns A function of the day, `YYYY-MM-DD`, that throws {@linkcode QuestionError} for a day outside the data.
 */
export function createDesks(dataset: Dataset, knowledge: Knowledge = KNOWLEDGE): (asOf?: string) => Desk {
  const memory = new Memory({ maxBytes: MEMORY_BYTES, bytesOf: bytesOfFindings });
  const readingOf = onceEach((companies: readonly Company[]): Reading => ({
    resolver: createResolver(companies),
    read: createQuestionReader(companies),
  }));
  return (asOf) => {
    const view = openView({ asOf }, dataset);
    const { resolver, read } = readingOf(view.companies);
    return deskOf({
      company: (name) => resolver.resolve(name) ?? refuse(resolver.mentions(JSON.stringify(name)), { name, view }),
      asked: (request) => {
        const exchange = exchangeAsked(request, view.companies);
        const days = { today: view.asOf, first: dataset.span.first, exchange, isSet: asOf !== undefined };
        return read(request, readTimes(request, days));
      },
    }, { view, knowledge, memory });
  };
}

/** @throws {ToolError} always, with the sentence of an answer about a company that is not in the data. */
function refuse(mentions: Mentions, { name, view }: { readonly name: string; readonly view: DatasetView }): never {
  const refusal = unanswerable(mentions, view);
  if (refusal === undefined || refusal.kind === "no_subject") {
    throw new ToolError(`The data does not know ${JSON.stringify(name)}.`, { code: "unknown_company" });
  }
  const nearest = refusal.kind === "unknown_company" ? refusal.nearest : [];
  throw new ToolError(refusal.message, { code: refusal.kind, nearest });
}
