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
import { offerReading, readPeriods, toldFigures, toldPassage, toldPassages } from "./reading_offer.ts";

/** The tools that a model may call for an answer. */
export function offeredTools(work: AssistedWork, ledger: ClaimLedger): readonly OfferedTool[] {
  const reading = readingTools(work).map((tool) => ledger.recording(tool));
  return work.files ? [...reading, runCodeTool(work, ledger), drawChartTool(work, ledger)] : reading;
}

function readingTools(work: AssistedWork): readonly OfferedTool[] {
  const { desk: { knowledge }, ports: { dataset: { shelves } } } = work;
  const domains = knowledge.vocabulary.domains.filter(({ name }) => name !== OWN_DOMAIN || shelves.includes("own"));
  return [
    offerReading(FILED_FIGURES, work, { read: readPeriods, told: toldFigures, sentences: factsLookedUp }),
    offerReading(PRICE_HISTORY, work, { sentences: measuresLookedUp(["close"]) }),
    ...domains.map((domain) =>
      offerReading(analysisOf(domain), work, {
        sentences: measuresLookedUp(domain.measures.map(({ metric }) => metric), domain),
      })
    ),
    ...(shelves.includes("texts")
      ? [
        offerReading(FIND_PASSAGES, work, { told: toldPassages, sentences: quotesLookedUp }),
        offerReading(READ_PASSAGE, work, { told: toldPassage, sentences: quotesLookedUp }),
      ]
      : []),
  ];
}
