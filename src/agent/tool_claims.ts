import type { Claim } from "../data/claim.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import type { TextDocument } from "../data/text_document.ts";
import type { VerificationClaim } from "../protocol/verification.ts";
import { AnswerClaims } from "./claims.ts";
import type { CompanyFindings } from "./findings.ts";
import type { Desk, ToolClaim } from "./tool.ts";

const ACCESSION = /\d{10}-\d{2}-\d{6}$/;

/** The claims of measures of one company, as its answer would make them; those that have none are left out. */
export function claimsOf(metrics: readonly MetricId[], findings: CompanyFindings, desk: Desk): readonly ToolClaim[] {
  const claims = new AnswerClaims({ view: desk.view, knowledge: desk.knowledge, found: [findings] });
  return metrics.flatMap((metric) => {
    const claim = claims.claim(metric, [findings.company.ticker]);
    return claim === undefined ? [] : [toolClaim(claim)];
  });
}

function toolClaim({ id, entities, metric, value, shown, unit, as_of, source, inputs = [] }: Claim): ToolClaim {
  const accessions = [...new Set(inputs.flatMap((input) => ACCESSION.exec(input) ?? []))];
  return {
    id,
    metric,
    subject: entities.join("+"),
    value,
    shown,
    unit,
    day: as_of,
    ...(source !== undefined && source !== "" && { source }),
    ...(accessions.length > 0 && { accessions }),
  };
}

/** A quote as a claim of a tool: its id names the place and the digest of the text. */
export function claimOfQuote({ key, ticker, document: { day, source }, claim: { value, shown } }: {
  readonly key: string;
  readonly ticker: string;
  readonly document: Pick<TextDocument, "day" | "source">;
  readonly claim: Pick<Claim, "value" | "shown">;
}): ToolClaim {
  return {
    id: `${ticker}.quote.${key}`,
    metric: "quote",
    subject: ticker,
    value,
    shown,
    unit: "quote",
    day,
    ...(source !== "" && { source }),
  };
}

/** A verified claim of an answer; those that lack a part that ours have are left out. */
export function verifiedClaims(claims: readonly VerificationClaim[] = []): readonly ToolClaim[] {
  return claims.flatMap((claim): readonly ToolClaim[] => {
    const { id, metric, value, shown, unit, as_of, source } = claim;
    if (shown === undefined || unit === undefined || as_of === undefined) return [];
    const at = id.indexOf(`.${metric}`); // a ticker may hold a dot too
    const subject = at > 0 ? id.slice(0, at) : id;
    return [{ id, metric, subject, value, shown, unit, day: as_of, ...(source !== undefined && { source }) }];
  });
}
