import { DEGREES, evidencePhrases } from "./evidence.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

const GREW = { above: "grew", below: "shrank" };
const ROSE = { above: "rose", below: "fell" };

/** Sentences of quality. */
export const QUALITY_PHRASES: Phrases = {
  ...phraseRows(`
  quality.sentence: {ticker}: {facts} ({reports}).
    facts < quality_fact join=list
    reports < reports most=1
  quality.profit role=quality_fact: gross profit over assets {gross_profitability}
  quality.accruals role=quality_fact: accruals {accruals} of assets (net income less operating cash flow)
  quality.growth role=quality_fact of=asset_growth bare=asset_growth: assets {direction} {asset_growth} over the year
    direction: ${spellings(GREW)}
  quality.shares role=quality_fact of=net_issuance bare=net_issuance: share count {direction} {net_issuance} over the year
    direction: ${spellings(ROSE)}
  quality.f_score role=quality_fact: Piotroski F-score {f_score} out of {f_tests} tests that can be run
  quality.altman role=quality_fact: Altman Z-score {z_score}
  reports.year role=reports: fiscal year to {filed_year}, public since {filed_known}
  reports.quarter role=reports: four quarters to {filed_quarter}, public since {filed_known}
  quality.distress lists=risks: {ticker}'s Altman Z-score of {z_score} is {zone}, below 1.81 ({reports}); it was designed for manufacturers and does not count towards the score.
    zone: distress=in the distress zone
    reports < reports most=1
`),
  ...evidencePhrases("gross_profitability", {
    text: "{ticker}'s gross profit over assets is {gross_profitability}, {degree}",
    words: { degree: DEGREES },
    upper: "highly profitable companies have tended to outperform",
    lower: "less profitable companies have tended to underperform",
  }),
  ...evidencePhrases("accruals", {
    text: "{ticker}'s accruals (profit not yet received in cash) are {accruals} of assets, {degree}",
    words: { degree: DEGREES },
    upper: "profit without cash has tended not to last",
    lower: "profit backed by cash has tended to last",
  }),
  ...evidencePhrases("f_score", {
    text: "{ticker}'s Piotroski F-score of {f_score} out of {f_tests} is {degree}",
    words: { degree: DEGREES },
    upper: "improving accounts have tended to precede higher returns",
    lower: "deteriorating accounts have tended to precede lower returns",
  }),
  ...evidencePhrases("asset_growth", {
    text: "{ticker}'s assets {direction} {asset_growth} over the year, {level}",
    bare: ["asset_growth"],
    words: { direction: GREW, level: DEGREES },
    upper: "fast asset growth has tended to precede lower returns",
    lower: "slow asset growth has tended to precede higher returns",
  }),
  ...evidencePhrases("net_issuance", {
    text: "{ticker}'s share count {direction} {net_issuance} over the year, {level}",
    bare: ["net_issuance"],
    words: { direction: ROSE, level: DEGREES },
    upper: "companies that issue shares have tended to underperform",
    lower: "companies that buy back shares, or issue few, have tended to outperform",
  }),
};
