/** Capitalised words that are no company: openings of sentences, months, and names of figures. */
const NO_NAMES = new Set(
  ("The A An In At On For It Its This That These Those He She They We Our Their His Her As By Of To From With While During Over " +
    "After Before Since Compared Versus Revenue Revenues Sales Net Gross Operating Total Income Profit Profits Earnings Margin " +
    "Margins Cash Capital Research Diluted Basic Dividends Debt Assets Inventory Inventories Company Management Shareholders " +
    "Stockholders Cost Costs Free Full Fiscal Annual Quarterly Second First Third Fourth Both Meanwhile Overall However Still " +
    "Today Year Quarter Results Growth January February March April May June July August September October November December " +
    "Last Group Firm Business What That's Here There R&D EPS GAAP SG&A FCF YoY CEO CFO US USD SEC Q1 Q2 Q3 Q4 FY")
    .split(" "),
);
const POSSESSIVE = /(?:^|[\s("])(\p{Lu}[\p{L}\p{N}&.-]*)['’]s\s/gu;
const OPENING =
  /^["(]?(\p{Lu}[\p{L}\p{N}&.-]*)(?: (?:\p{Lu}[\p{L}&.]*|&)){0,3} (?:reported|posted|generated|earned|said|saw|recorded|booked|delivered|grew|made|had|spent|ended|closed|brought|took|lost|is|was|has|paid|held|owed|turned)\s/u;

/** Whether a sentence without a company of the data names another as its subject. */
export function strangerIn(text: string): boolean {
  const possessives = [...text.matchAll(POSSESSIVE)].map(([, name = ""]) => name);
  const [, opening] = OPENING.exec(text) ?? [];
  return [...possessives, ...(opening === undefined ? [] : [opening])].some((name) => !NO_NAMES.has(name));
}
