import type { Verification } from "../protocol/verification.ts";
import type { ThesisRow } from "./thesis_row.ts";
import { counted } from "../text/counted.ts";

/** Checks of ours of the data behind an answer: no claim fails by them. */
const OF_DATA: ReadonlySet<string> = new Set(["as_of", "freshness", "bars", "contradictions"]);

/** What a tension is, wherever people read the word. */
export const TENSION_DEFINITION =
  "Conflicting signals: two parts of the evidence, such as trend and risk, say the opposite. This is not an error.";

/** Tensions as a phrase: `1 conflicting signal`; empty without any. */
export function tensionWords(count: number): string {
  return count === 0 ? "" : counted(count, "conflicting signal");
}

/** The verified claims of a row: `57 of 57, 1 conflicting signal`; empty if the service does not count them. */
export function verifiedWords({ claimsTotal, claimsVerified = 0, tensions = 0 }: ThesisRow): string {
  if (claimsTotal === undefined || claimsTotal === 0) return "";
  return [`${claimsVerified} of ${claimsTotal}`, tensionWords(tensions)].filter((part) => part !== "").join(", ");
}

/** Which claims of an answer failed, what they said and what was found, by the checks of its service; empty if none did. */
export function failedClaimWords(
  { claims_total = 0, claims_verified = claims_total, checks = [] }: Verification,
): string {
  if (claims_verified >= claims_total) return "";
  const failed = checks.filter(({ name, passed, total }) => passed < total && !OF_DATA.has(name));
  const why = failed.flatMap(({ detail = "" }) => detail.trim() === "" ? [] : [detail]).join("; ");
  const count = `${counted(claims_total - claims_verified)} failed`;
  return `${count}: ${why === "" ? "the service does not say which" : why}`;
}
