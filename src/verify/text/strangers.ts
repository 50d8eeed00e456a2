import { blanked } from "../../terms/places.ts";
import type { Stretch } from "../../data/texts/sentences.ts";
import { isClosed } from "../../terms/companions.ts";
import { itemPlaces } from "./item_places.ts";

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
/** How far behind a name is looked. */
const LOOK_CHARS = 48;
const POSSESSIVE = /(?:^|[\s("])(\p{Lu}[\p{L}\p{N}&.-]*)['’]s\s/gu;
const OPENING =
  /^["(]?(\p{Lu}[\p{L}\p{N}&.-]*)(?: (?:\p{Lu}[\p{L}&.]*|&)){0,3} (?:reported|posted|generated|earned|said|saw|recorded|booked|delivered|grew|made|had|spent|ended|closed|brought|took|lost|is|was|has|paid|held|owed|turned)\s/u;

/** Whether a sentence without a company of the data names another as its subject. */
export function strangerIn(text: string): boolean {
  const possessives = [...text.matchAll(POSSESSIVE)].map(([, name = ""]) => name);
  const [, opening] = OPENING.exec(text) ?? [];
  return [...possessives, ...(opening === undefined ? [] : [opening])].some((name) => !NO_NAMES.has(name));
}

/** Those that stand beside a company and are another: "Apple's suppliers had revenue of". */
const ROLES =
  /^(?:['’]s?)? (?:[a-z-]+ )?(?:suppliers?|rivals?|competitors?|customers?|clients?|partners?|peers?|developers?|auditors?|vendors?|contractors?|subsidiar(?:y|ies)|resellers?|distributors?|makers?|employees|staff|workers|founders?|investors|landlords?|lenders?|insurers?|creditors|spin-?off|joint venture|predecessor)\b(?!,? (?:said|says|told))/i;
const ACTS =
  /^(?:['’]s\b|,? (?:reported|posted|generated|earned|recorded|booked|delivered|grew|made|had|has|was|were|spent|ended|closed|brought|took|lost|paid|held|owed|turned|rose|fell|gained|climbed|dropped|jumped|returned|doubled)\b|, (?:which|who|whose)\b)/;
const NAME = /(?<![\p{L}\p{N}$&’'-])\p{Lu}[\p{L}\p{N}&.-]*[\p{L}\p{N}](?: (?:\p{Lu}[\p{L}\p{N}&.]*|&))*/gu;
/** Words that open a sentence, and no name. */
const OPENINGS =
  /^(?:spending|capex|shares?|stocks?|trading|buying|investors|owners|services|products|both|neither|everything|nothing|nobody)$/;

/** Whether a sentence that names companies of the data speaks of another one as well: "Unlike Apple, Samsung had". */
export function strangerBeside(text: string, companies: readonly Stretch[]): boolean {
  if (companies.some(({ end }) => ROLES.test(text.slice(end, end + LOOK_CHARS)))) return true;
  const rest = blanked(text, companies);
  return [...rest.matchAll(NAME)].some(({ index, 0: name }) =>
    ACTS.test(rest.slice(index + name.length, index + name.length + LOOK_CHARS)) &&
    !name.split(" ").every((one) => NO_NAMES.has(one)) && !/\d/.test(name) &&
    itemPlaces(name.toLowerCase()).length === 0 && !(index < 2 && isWord(name.toLowerCase()))
  );
}

function isWord(lower: string): boolean {
  return OPENINGS.test(lower) || isClosed(lower);
}
