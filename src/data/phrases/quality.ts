import { DEGREES, evidencePhrases } from "./evidence.ts";
import { factPhrases } from "./fact.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

const GREW = { above: "grew", below: "shrank" };
const ROSE = { above: "rose", below: "fell" };

/** More or less of something that has grown, as the end of `, ...`. */
const MORE = {
  very_high: "far more than for most",
  high: "more than for most",
  middling: "about as for others",
  low: "less than for most",
  very_low: "far less than for most",
} as const;

/** Sentences of quality. */
export const QUALITY_PHRASES: Phrases = {
  ...phraseRows(`
  quality.sentence: {ticker}'s {facts}, {reports}.
    facts < quality_fact join=list
    reports < reports most=1
  quality.profit role=quality_fact: gross profit of a year is {gross_profitability} of its assets
  quality.accruals role=quality_fact: net income less operating cash flow is {accruals} of its assets
  quality.growth role=quality_fact of=asset_growth bare=asset_growth: assets {direction} {asset_growth} in a year
    direction: ${spellings(GREW)}
  quality.shares role=quality_fact of=net_issuance bare=net_issuance: number of shares {direction} {net_issuance} in a year
    direction: ${spellings(ROSE)}
  quality.f_score role=quality_fact: F-score is {f_score} ({f_tests} of nine tests can be made)
  quality.altman role=quality_fact: Altman's Z is {z_score}
  reports.year role=reports: from the fiscal year to {filed_year}, known since {filed_known}
  reports.quarter role=reports: from the four quarters to {filed_quarter}, known since {filed_known}
  quality.distress lists=risks: {ticker}'s Altman Z of {z_score} lies {zone}, below 1.81, {reports}; it was drawn up for manufacturers and is not scored.
    zone: distress=in the zone of distress
    reports < reports most=1
`),
  ...factPhrases({ id: "quality.made", by: "gross_profitability", isNeutral: true }, {
    text: "{ticker} makes {gross_profitability} of gross profit a year for each 1 of assets",
    more: ", more than",
    less: ", less than",
  }),
  ...factPhrases({ id: "quality.bought", by: "net_issuance", isNeutral: true }, {
    text: "{ticker}'s number of shares {direction} {net_issuance} in a year",
    bare: ["net_issuance"],
    words: { direction: ROSE },
    more: ", more new shares than for",
    less: ", fewer new shares than for",
  }),
  ...factPhrases({ id: "quality.grown", by: "asset_growth", isNeutral: true }, {
    text: "{ticker}'s assets {direction} {asset_growth} in a year",
    bare: ["asset_growth"],
    words: { direction: GREW },
    more: ", faster growth than for",
    less: ", slower growth than for",
  }),
  ...evidencePhrases("gross_profitability", {
    text: "{ticker}'s gross profit for its assets is {degree} ({gross_profitability} a year)",
    words: { degree: DEGREES },
    upper: "companies with much of it have tended to return more",
    lower: "companies with little of it have tended to return less",
  }),
  ...evidencePhrases("accruals", {
    text: "{ticker}'s accruals, income that has not come in as cash, are {degree} ({accruals} of assets)",
    words: { degree: DEGREES },
    upper: "income with little cash behind it has tended not to last",
    lower: "income that comes in as cash has tended to last",
  }),
  ...evidencePhrases("f_score", {
    text: "{ticker}'s F-score is {degree} ({f_score}; {f_tests} of nine tests can be made)",
    words: { degree: DEGREES },
    upper: "companies whose statements improve have tended to return more",
    lower: "companies whose statements get worse have tended to return less",
  }),
  ...evidencePhrases("asset_growth", {
    text: "{ticker}'s assets {direction} {asset_growth} in a year, {level}",
    bare: ["asset_growth"],
    words: { direction: GREW, level: MORE },
    upper: "companies that grow their assets fast have tended to return less",
    lower: "companies that grow their assets slowly have tended to return more",
  }),
  ...evidencePhrases("net_issuance", {
    text: "{ticker}'s number of shares {direction} {net_issuance} in a year, {level}",
    bare: ["net_issuance"],
    words: { direction: ROSE, level: MORE },
    upper: "companies that issue shares have tended to return less",
    lower: "companies that buy back shares, or issue few, have tended to return more",
  }),
};
