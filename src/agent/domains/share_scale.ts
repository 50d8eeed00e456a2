import { type ItemId, itemOf } from "../../data/metrics/items.ts";
import type { FiledFact } from "../../data/records.ts";
import type { Report } from "./filed_facts.ts";

/** A count that is so many times another, or such a part of it, is in another unit. */
const SCALE = 10;

const INCOME_TAGS = tagsOf("net_income");
const EPS_TAGS = tagsOf("eps_diluted", "eps_basic");

const implied = new WeakMap<Report, number | undefined>();

/**
 * Whether shares are counted in thousands where the report says they are not, against its income and earnings per share:
 * NVIDIA's 606,732 weighted shares of 2008 and Apple's 861,745 outstanding in March 2014 are such counts.
 */
export function isOutOfScale(shares: number, report: Report): boolean {
  if (!implied.has(report)) implied.set(report, impliedShares(report));
  const expected = implied.get(report);
  if (expected === undefined || shares === 0) return false;
  return shares / expected >= SCALE || shares / expected <= 1 / SCALE;
}

/** Income over earnings per share, of the period with the largest earnings: rounding matters least there. */
function impliedShares({ facts }: Report): number | undefined {
  const whole = facts.filter(({ share }) => share === undefined);
  const earnings = whole.filter(({ tag, value }) => EPS_TAGS.includes(tag) && value !== 0)
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  for (const eps of earnings) {
    const income = whole.find((one) => INCOME_TAGS.includes(one.tag) && isOfOnePeriod(one, eps) && one.value !== 0);
    if (income !== undefined) return Math.abs(income.value / eps.value);
  }
  return undefined;
}

function isOfOnePeriod(one: FiledFact, other: FiledFact): boolean {
  return one.start === other.start && one.end === other.end;
}

function tagsOf(...ids: readonly ItemId[]): readonly string[] {
  return ids.flatMap((id) => itemOf(id)?.tags ?? []);
}
