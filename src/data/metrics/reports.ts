import type { ItemId } from "./items.ts";

/**
 * When figures of reports can carry a metric. The newest report is the first one that covers the newest fiscal year or
 * quarter known: older than this many days it says nothing about the day.
 */
export const FRESH_DAYS = { annual: 400, other: 120 } as const;

/**
 * The newest fiscal period that a company's reports cover ended at most so many days before: then the next may not be
 * public yet. Of a company without quarterly reports, and of any other.
 */
export const DUE_DAYS = { annual: 460, other: 183 } as const;

/**
 * Twelve months are given over a part that is restated by at most so much of itself: below 5% the SEC's Staff Accounting
 * Bulletin 99 has a difference taken to be immaterial at first. Apple's cash flows of 2017 moved by 1% with ASU 2016-18.
 */
export const SLIGHT_RESTATEMENT = 0.05;

/** Items of which a balance sheet, or a statement of equity or cash flows, states one for each of its days. */
export const BALANCES: readonly ItemId[] = ["assets", "equity", "equity_all", "cash"];

/** For so long a tag means what it did: Tesla's 10-Q of 2018-08-06 has 252 m of property alone, as that of May beside 416 m. */
export const RIVAL_DAYS = 400;

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

/** An identity between what one report states of one period. */
export interface Check {
  readonly whole: ItemId;
  readonly less: readonly ItemId[];
  readonly leaves: ItemId;
}

/**
 * What proves one of several values of an item that is `alike`: values of one report and one period for which the whole
 * less the others leaves what it should, within two units of the place to which all of them are rounded (at most
 * millions). Reports were filed that carry a part of revenue under a name of all of it, with 19.9 bn beside 2.0 bn.
 */
export const CHECKS: readonly Check[] = ([
  [["cost_of_revenue"], "gross_profit"],
  [["costs_and_expenses"], "operating_income"],
  [["costs_and_expenses"], "pretax_income"],
  [["cost_of_revenue", "operating_expenses"], "operating_income"],
  [["cost_of_revenue", "selling_general_admin"], "operating_income"],
  [["cost_of_revenue", "selling_general_admin", "research_and_development"], "operating_income"],
] as const).map(([less, leaves]) => ({ whole: "revenue", less, leaves }));
