/**
 * When figures of reports can carry a metric. The newest report is the first one that covers the newest fiscal year or
 * quarter known: older than this many days it says nothing about the day.
 */
export const FRESH_DAYS = { annual: 400, other: 120 } as const;

/** Completes a formula: how old the newest report may be. */
export const FRESH =
  `; the first report of the newest fiscal period is at most ${FRESH_DAYS.annual} days old, ${FRESH_DAYS.other} if it is no annual one`;

/**
 * Sectors and industries of banks, insurers and their like, whose balance sheets do not divide into current and other
 * parts, and whose costs are no costs of revenue.
 */
const FINANCIAL = /\bfinanc|\bbank|\binsur/i;

/** Whether a company is a bank, an insurer or their like; without a sector or an industry it is not known. */
export function isFinancial(
  { sector, industry }: { readonly sector?: string; readonly industry?: string },
): boolean | undefined {
  const said = [sector, industry].filter((one) => one !== undefined);
  return said.length === 0 ? undefined : said.some((one) => FINANCIAL.test(one));
}

/** Completes a formula that is not one of banks and insurers. */
export const INDUSTRIAL =
  "; not of banks and insurers, by their sector or, where that is not known, where current_assets are not stated";
