import { longDay } from "../calendar/day.ts";
import type { CheckCounts } from "../run/check_counts.ts";
import type { CheckData, ThesisCheck } from "../run/thesis_check.ts";
import { excerpt } from "../text/control.ts";
import type { ManifestCounts } from "../run/manifest.ts";
import { counted } from "../text/counted.ts";

const MAX_NAME = 60;

/** How many done rows have a warning, and how many of them are about something else; empty without any. */
export function warningWords({ statuses, warned = 0, doubtful = 0 }: ManifestCounts): string {
  const worse = doubtful > 0 ? ` (${counted(doubtful)} about something else, or like another)` : "";
  const have = warned === 1 ? "has" : "have";
  return warned === 0 ? "" : `${counted(warned)} of ${counted(statuses.done, "done row")} ${have} a warning${worse}`;
}

/**
 * What the checks of a run came to: `Checked against my_prices (to 7 Feb 2018): 2 of 20 theses contain an error (40 claims
 * confirmed, 2 wrong, 7 not covered)`.
 */
export function checkedWords({ name, ends, ...counts }: CheckData & CheckCounts): string {
  const { checked, stating_false: wrong, not_checked, claims_proven, claims_false, claims_unknown } = counts;
  const claims = claimWords({ proven: claims_proven, false: claims_false, unknown: claims_unknown }, "claim");
  const theses = counted(checked, "thesis");
  const found = checked === 0
    ? "no thesis could be checked"
    : claims_proven + claims_false === 0
    ? `nothing to check in ${theses} (${claims})`
    : `${wrong === 0 ? "none" : counted(wrong)} of ${theses} ${
      wrong > 1 ? "contain" : "contains"
    } an error (${claims})`;
  const rest = checked === 0 || not_checked === 0 ? "" : `; ${counted(not_checked)} could not be checked`;
  return `Checked against ${excerpt(name, MAX_NAME)} (to ${longDay(excerpt(ends, MAX_NAME))}): ${found}${rest}`;
}

/** How many figures the service checked: `All 773 figures checked`, `57 of 60 figures checked`; empty where it counts none. */
export function verifiedClaimWords({ claims_total: total, claims_verified: verified }: ManifestCounts): string {
  if (total === 0) return "";
  return verified === total
    ? `All ${counted(total)} figures checked`
    : `${counted(verified)} of ${counted(total)} figures checked`;
}

/** Which claims failed, and why: a sentence for each of the first answers, and one for the others. */
export function failedClaimLines({ claims_failed: failed }: ManifestCounts): string[] {
  if (failed === undefined) return [];
  const more = failed.answers - failed.first.length;
  return [
    ...failed.first.map((words) => `Claims of ${words}.`),
    ...more > 0 ? [`Claims of ${counted(more, "more answer")} failed: "checks" in theses.jsonl says which.`] : [],
  ];
}

/** Numbers of claims: `30 confirmed, 2 wrong, 9 not covered`. */
function claimWords(
  { proven, unknown, ...check }: { readonly proven: number; readonly false: number; readonly unknown: number },
  noun?: "claim",
): string {
  return `${counted(proven, noun)} confirmed, ${counted(check.false)} wrong, ${counted(unknown)} not covered`;
}

/** The check of one thesis; empty in a run that checks nothing. */
export function thesisCheckWords(check: ThesisCheck | undefined): string {
  if (check === undefined) return "";
  return "problem" in check ? "not checked" : claimWords(check);
}

/** The same beside a name, shortly: what is wrong, if anything. */
export function falseWords(check: ThesisCheck | undefined): string {
  if (check === undefined) return "";
  if ("problem" in check) return "not checked";
  if (check.proven + check.false === 0) return "nothing to check";
  return check.false === 0 ? "no errors" : `⚠ ${counted(check.false)} wrong`;
}

/** What a check is, for the notes on method. */
export const CHECK_DEFINITION =
  "“Checked” compares each figure and judgement of a thesis with the data of your own that --verify names. Confirmed: the " +
  "data say the same. Wrong: they say something else. Not covered: they say nothing of it, so it may be right or wrong.";
