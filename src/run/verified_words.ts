import type { ThesisRow } from "./thesis_row.ts";
import { counted } from "../text/counted.ts";

/** What a tension is, wherever people read the word. */
export const TENSION_DEFINITION =
  "A tension is evidence of a thesis that clearly points in opposite directions, like its trend and its risk; it is no error.";

/** Tensions as a phrase: `1 tension`; empty without any. */
export function tensionWords(count: number): string {
  return count === 0 ? "" : counted(count, "tension");
}

/** The verified claims of a row: `57 of 57, 1 tension`; empty if the service does not count them. */
export function verifiedWords({ claimsTotal, claimsVerified = 0, tensions = 0 }: ThesisRow): string {
  if (claimsTotal === undefined || claimsTotal === 0) return "";
  return [`${claimsVerified} of ${claimsTotal}`, tensionWords(tensions)].filter((part) => part !== "").join(", ");
}
