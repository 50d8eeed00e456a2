import type { DatasetView } from "../data/dataset.ts";
import type { AskedFact } from "../data/question/asked.ts";
import { readFact } from "./fact_reading.ts";
import { tokensOf } from "./fact_tokens.ts";
import type { FigureReport, Figures } from "./report_schemas.ts";
import { showFact } from "./show_fact.ts";
import type { ToolClaim, ToolResult } from "./tool.ts";

const MAX_FIGURES = 12;

/** Output of `filed_figures`: the newest twelve of the periods asked for. */
export function figuresReport(
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
