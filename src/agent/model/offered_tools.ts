import { OWN_DOMAIN } from "../../data/domains.ts";
import type { AssistedWork } from "../assisting.ts";
import { FIND_PASSAGES } from "../find_passages.ts";
import { READ_PASSAGE } from "../read_passage.ts";
import { analysisOf, FILED_FIGURES, PRICE_HISTORY } from "../reading_tools.ts";
import { drawChartTool } from "./chart_tool.ts";
import type { ClaimLedger } from "./claim_ledger.ts";
import { runCodeTool } from "./code_tool.ts";
import type { OfferedTool } from "./offered_tool.ts";
import { factsLookedUp, measuresLookedUp, quotesLookedUp } from "./looked_up.ts";
import { offerReading, readPeriods, shownFigures, shownPassage, shownPassages } from "./reading_offer.ts";

/** The tools that a model may call for an answer. */
export function offeredTools(work: AssistedWork, ledger: ClaimLedger): readonly OfferedTool[] {
  const reading = readingTools(work).map((tool) => recording(tool, ledger));
  return work.files ? [...reading, runCodeTool(work, ledger), drawChartTool(work, ledger)] : reading;
}

/** The same tool, whose claims are added to those of the answer. */
export function recording({ definition, call }: OfferedTool, ledger: ClaimLedger): OfferedTool {
  return {
    definition,
    async *call(given) {
      const outcome = yield* call(given);
      if (!("wrong" in outcome)) ledger.add(outcome.claims);
      return outcome;
    },
  };
}

/** Those for items of reports, prices and texts, and for the domains of which something is known of a subject. */
function readingTools(work: AssistedWork): readonly OfferedTool[] {
  const { found, desk: { knowledge }, ports: { dataset: { shelves } } } = work;
  const known = new Set(
    found.flatMap(({ domains }) => domains.flatMap((one) => one.measures.length > 0 ? one.domain : [])),
  );
  const domains = knowledge.vocabulary.domains.filter((domain) =>
    known.has(domain) && (domain.name !== OWN_DOMAIN || shelves.includes("own"))
  );
  return [
    offerReading(FILED_FIGURES, work, {
      says:
        "An item of a company's reports for one or more periods: revenue, earnings, cash flow, balance sheet, margins.",
      read: readPeriods,
      shown: shownFigures,
      sentences: factsLookedUp,
    }),
    offerReading(PRICE_HISTORY, work, {
      says: "Newest close, first and last day.",
      sentences: measuresLookedUp(["close"]),
    }),
    ...(shelves.includes("texts")
      ? [
        offerReading(FIND_PASSAGES, work, { shown: shownPassages, sentences: quotesLookedUp }),
        offerReading(READ_PASSAGE, work, { shown: shownPassage, sentences: quotesLookedUp }),
      ]
      : []),
    ...domains.map((domain) => {
      const metrics = domain.measures.map(({ metric }) => metric);
      return offerReading(analysisOf(domain), work, {
        says: `Of a company: ${metrics.join(", ")}`,
        sentences: measuresLookedUp(metrics, domain),
      });
    }),
  ];
}
