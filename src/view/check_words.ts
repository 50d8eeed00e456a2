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
 * What the checks of a run came to: `Checked against Own prices, to 2017-12-29: 2 of 9 theses state something false (30
 * claims proven, 2 false, 9 unknown)`.
 */
export function checkedWords({ name, ends, ...counts }: CheckData & CheckCounts): string {
  const { checked, stating_false: wrong, not_checked, claims_proven, claims_false, claims_unknown } = counts;
  const claims = claimWords({ proven: claims_proven, false: claims_false, unknown: claims_unknown }, "claim");
  const against = `Checked against ${excerpt(name, MAX_NAME)}, to ${excerpt(ends, MAX_NAME)}`;
  const found = checked === 0
    ? "no thesis could be checked"
    : claims_proven + claims_false === 0
    ? `no claim of ${counted(checked, "thesis")} could be decided on (${claims})`
    : `${wrong === 0 ? "none" : counted(wrong)} of ${counted(checked, "thesis")} ` +
      `${wrong > 1 ? "state" : "states"} something false (${claims})`;
  return checked === 0 || not_checked === 0
    ? `${against}: ${found}`
    : `${against}: ${found}; ${counted(not_checked)} could not be checked`;
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

/** Numbers of claims: `30 proven, 2 false, 9 unknown`. */
export function claimWords(
  claims: { readonly proven: number; readonly false: number; readonly unknown: number },
  noun?: "claim",
): string {
  return `${counted(claims.proven, noun)} proven, ${counted(claims.false)} false, ${counted(claims.unknown)} unknown`;
}

/** The check of one thesis; empty in a run that checks nothing. */
export function thesisCheckWords(check: ThesisCheck | undefined): string {
  if (check === undefined) return "";
  return "problem" in check ? "not checked" : claimWords(check);
}

/** The same beside a name, shortly: what is false, if anything. */
export function falseWords(check: ThesisCheck | undefined): string {
  if (check === undefined) return "";
  if ("problem" in check) return "not checked";
  if (check.proven + check.false === 0) return "nothing decided";
  return check.false === 0 ? "nothing false" : `⚠ ${counted(check.false)} false`;
}

/** What a check is, for the notes on method. */
export const CHECK_DEFINITION =
  "“Checked” compares each figure and judgement of a thesis with the data of your own that --verify names. Proven: the " +
  "data say the same. False: they say something else. Unknown: they say nothing of it, so it may be right or wrong.";
