import { z } from "zod";
import type { Domain } from "../data/domain.ts";
import { periodsOf, tokensOf } from "./fact_tokens.ts";
import { isPriced } from "./findings.ts";
import { domainReport, noPricesReport, priceReport, resolutionReport } from "./report.ts";
import { ITEM_IDS, type ItemId } from "../data/metrics/items.ts";
import {
  type Analysis,
  analysisSchema,
  type FigureReport,
  type Figures,
  figuresSchema,
  type NoPrices,
  priceHistorySchema,
  type Prices,
  type Resolution,
  resolutionSchema,
} from "./report_schemas.ts";
import { SEARCH_TOOL } from "./step.ts";
import { asOfInput, companyInput, type ReadingTool, type ToolClaim, type ToolResult } from "./tool.ts";
import { claimsOf } from "./tool_claims.ts";
import type { DatasetView } from "../data/dataset.ts";
import type { AskedFact } from "../data/question/asked.ts";
import { readFact } from "./fact_reading.ts";
import { showFact } from "./show_fact.ts";

/** Arguments that name a company. */
export interface OneCompany {
  readonly ticker: string;
  readonly as_of?: string | undefined;
}

const oneCompanySchema = z.strictObject({ ticker: companyInput, as_of: asOfInput });

/** Arguments of `resolve_companies`. */
export interface Naming {
  readonly request: string;
  readonly as_of?: string | undefined;
}

/** Which companies a request names. */
export const RESOLVE_COMPANIES: ReadingTool<Naming, Resolution> = {
  name: SEARCH_TOOL,
  says: "Finds the companies, sectors and funds that a text names, with their tickers; names that the data does not " +
    "know come with the nearest it does. Use it first when you are not sure of a ticker.",
  input: z.strictObject({
    request: z.string().min(1).max(10_000).describe("A name, a list of names, or a whole question in plain words"),
    as_of: asOfInput,
  }),
  output: resolutionSchema,
  run: ({ request, as_of }, { desk }) => {
    const value = resolutionReport(desk(as_of).asked(request));
    return { value, claims: () => [] };
  },
};

/** Which bars there are of a company. */
export const PRICE_HISTORY: ReadingTool<OneCompany, Prices | NoPrices> = {
  name: "price_history",
  says: "The price history of one company: its newest close, first and last day, number and kind of bars, the " +
    "benchmark it is measured against, and what is odd about the bars, like a move that nothing explains.",
  input: oneCompanySchema,
  output: priceHistorySchema,
  run: ({ ticker, as_of }, context) => {
    const desk = context.desk(as_of);
    const company = desk.company(ticker);
    const findings = desk.findings(company);
    if (findings === undefined || !isPriced(findings)) {
      return { value: noPricesReport(company, desk.view), claims: () => [] };
    }
    return { value: priceReport(findings), claims: () => claimsOf(["close"], findings, desk) };
  },
};

/** Arguments of `filed_figures`. */
export interface FiguresAsked extends OneCompany {
  readonly item: ItemId;
  readonly periods?: readonly string[] | undefined;
  readonly version?: "newest" | "first" | undefined;
}

/** What a company's reports state. */
export const FILED_FIGURES: ReadingTool<FiguresAsked, Figures> = {
  name: "filed_figures",
  says: "Figures of a company's filed reports (10-K, 10-Q, 20-F): one item for one or more periods, each with its " +
    "XBRL tag, form, accession number, filing day and the day from which it was known, or why it is not known. Use it " +
    "for any question about revenue, earnings, cash flow, balance sheets or margins.",
  input: z.strictObject({
    ticker: companyInput,
    item: z.enum(ITEM_IDS).describe("Which item of the reports"),
    periods: z.array(z.string().min(1).max(60)).max(20).optional().describe(
      "FY2017 (a fiscal year), FY2017Q3 (a quarter of it), FY2017M6 and M9 (its first months), FY2017H2 (its last six), FY2013..FY2017 (all of these), FY-1 and Q-1 (those before the newest), " +
        "TTM (twelve months), END (the newest balance), or words like 'last five years'. Default: the newest year",
    ),
    version: z.enum(["newest", "first"]).optional().describe(
      "newest: as last reported, with restatements; first: as first reported. Default: newest",
    ),
    as_of: asOfInput,
  }),
  output: figuresSchema,
  run: ({ ticker, item, periods = [], version = "newest", as_of }, context) => {
    const { view, company } = context.desk(as_of);
    const fact = { item, version, periods: periodsOf(periods, view.asOf) };
    return figuresReport(fact, { ticker: company(ticker).ticker, view });
  },
};

/** The tool that a domain of the analyst is. */
export function analysisOf({ name, score, measures }: Domain): ReadingTool<OneCompany, Analysis> {
  const metrics = measures.map(({ metric }) => metric);
  return {
    name: `${name}_analysis`,
    says: `Measures of ${name} of one company: ${metrics.join(", ")}. ` +
      (score === undefined ? "Shown, not scored." : "With a score from -1 to 1, or why there is none."),
    input: oneCompanySchema,
    output: analysisSchema,
    run: ({ ticker, as_of }, context) => {
      const desk = context.desk(as_of);
      const company = desk.company(ticker);
      const findings = desk.findings(company);
      const finding = findings?.domains.find(({ domain }) => domain.name === name);
      if (findings === undefined || finding === undefined) {
        const { reason } = noPricesReport(company, desk.view);
        return { value: { domain: name, abstains: reason, measures: [] }, claims: () => [] };
      }
      return {
        value: domainReport(finding, findings, desk.knowledge.vocabulary),
        claims: () => claimsOf(finding.measures.map(({ metric }) => metric), findings, desk),
      };
    },
  };
}

const MAX_FIGURES = 12;

/** Output of `filed_figures`: the newest twelve of the periods asked for. */
function figuresReport(
  fact: Pick<AskedFact, "item" | "version" | "periods">,
  { ticker, view }: { readonly ticker: string; readonly view: DatasetView },
): ToolResult<Figures> {
  const { item } = fact;
  const claims: ToolClaim[] = [];
  const figures = tokensOf(fact, view.filed(ticker)).slice(-MAX_FIGURES).map((period): FigureReport => {
    const { stated, period: found } = readFact({ ...fact, period }, { ticker, view });
    if (typeof stated === "string") return { asked: period, lacks: stated };
    const { value, unit, facts } = stated;
    const [first] = facts;
    const accessions = [...new Set(facts.map(({ accession }) => accession))];
    claims.push({
      id: `${ticker}.${item}.${period}`,
      metric: item,
      subject: ticker,
      value,
      shown: showFact(value, { item, unit }),
      unit,
      day: found?.end ?? first?.end ?? view.asOf,
      ...(first && { source: first.source, accessions }),
    });
    return {
      asked: period,
      ...found,
      value,
      unit,
      facts: facts.map(({ tag, form, accession, filed, known }) => ({ tag, form, accession, filed, known })),
    };
  });
  return { value: { figures }, claims: () => claims };
}
