import type { Draft, Statement } from "../data/claim.ts";
import type { Vocabulary } from "../data/vocabulary.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import { driversAndOpposition, MAX_RISKS } from "./drivers_and_opposition.ts";
import { evidenceOf, evidenceSentence } from "./evidence.ts";
import { type CompanyFindings, isPriced, tickersOf } from "./findings.ts";
import { BESIDE, businessRows, companyRows, measureRows, RISKINESS, SIDE_BY_SIDE } from "./rows.ts";
import { given, type Speaker } from "./say.ts";
import { scoreOf, synthesise, tensionSentences, valueOf } from "./synthesis.ts";
import { oldAccounts } from "./ranking.ts";

/** A longer ranking shows only its top and bottom. */
const MAX_RANKED = 8;
const MAX_NAMED = 12;
const RANKED_ENDS = 3;
const DRAWDOWN_SENTENCES = 3;
const MAX_NOTES = 2;
const RISKIEST = 5;

/** Several companies in one request, at least two of them with prices. */
export interface CompanySet {
  /** Whether the request names their sector, whole, instead of them. */
  readonly isSector: boolean;
  /** Whether the request gives weights: then the mean chance of a fall is the weighted one, which the portfolio states. */
  readonly isHeld?: boolean;
  /** Whether a view of them is wanted. */
  readonly isView: boolean;
  readonly found: readonly CompanyFindings[];
  readonly vocabulary: Vocabulary;
}

/** The draft about several companies, before verification. */
export function setDraft(set: CompanySet, speaker: Speaker): Draft {
  const { found } = set;
  const synthesis = synthesise(found);
  const { drivers, opposition, isLed } = driversAndOpposition(evidenceOf(found), { synthesis, maxPerTicker: 2 });
  const mark = synthesis.signal === "neutral";
  const falls = speaker.eachOf(["risk.fall"], tickersBy(found, "drawdown_probability").slice(0, DRAWDOWN_SENTENCES));
  const unscored = tickersOf(found.filter((one) => scoreOf(one) === undefined));
  const notes = speaker.eachOf(["note.history"], unscored).slice(0, MAX_NOTES);
  const ids = set.vocabulary.domains.flatMap(({ score, risks = [] }) => score === undefined ? risks : []);
  const doubts = speaker.eachOf(ids, tickersOf(found)).slice(0, MAX_NOTES);
  const tensions = found.flatMap((one) => tensionSentences(one, speaker));
  const against = opposition.slice(0, MAX_RISKS).flatMap((one) =>
    evidenceSentence(one, speaker, { explained: false }) ?? []
  );
  const risks = [...doubts, ...falls, ...notes, ...tensions.slice(0, 1), ...against, ...tensions.slice(1)];
  return {
    companies: tickersOf(found),
    reasoning: setReasoning(set, speaker),
    drivers: [
      ...isLed ? [] : speaker.sayAll(["set.unled"], tickersOf(found)),
      ...drivers.flatMap((one) => evidenceSentence(one, speaker, { mark, explained: false }) ?? []),
    ],
    risks: risks.slice(0, MAX_RISKS),
  };
}

/** Which of the companies that an answer shows have single prices that are left out. */
export function jumpsLeftOut(shown: readonly string[], all: readonly string[], speaker: Speaker): readonly Statement[] {
  const spiked = speaker.eachOf(["spike_name.of"], shown).flatMap(({ saying }) => saying.about);
  return given(speaker.say("set.spikes", all, { parts: { names: speaker.sayAll(["spiked_names.of"], spiked) } }));
}

function setReasoning(set: CompanySet, speaker: Speaker): readonly Statement[] {
  const { found } = set;
  const thesis = conclusionSentences(set, speaker);
  // a portfolio says of whom it has no prices
  const unscored = tickersOf(found.filter((one) => scoreOf(one) === undefined && (!set.isHeld || isPriced(one))));
  const leftOut = unscored.length === found.length ? [] : [
    ...speaker.eachOf(["set.left_out"], unscored.slice(0, MAX_RANKED)),
    ...unscored.length > MAX_RANKED ? speaker.sayAll(["set.left_out_rest"], unscored.slice(MAX_RANKED)) : [],
  ];
  const alone = speaker.eachOf(["alone_name.of"], tickersOf(found));
  return [
    ...thesis,
    ...tableOf(found, speaker),
    ...speaker.sayAll(["set.unlike"], tickersOf(found)),
    ...given(speaker.say("set.alone", tickersOf(found), { parts: { names: alone } })),
    ...jumpsLeftOut(tickersOf(found), tickersOf(found), speaker),
    ...leftOut,
    ...speaker.sayAll(["set.limits"], tickersOf(found)),
    ...found.length > SIDE_BY_SIDE ? [] : oldAccounts(tickersOf(found), { found, speaker }),
  ];
}

/** Few companies side by side; of many, the riskiest and the calmest. */
function tableOf(found: readonly CompanyFindings[], speaker: Speaker): readonly Statement[] {
  const tickers = tickersOf(found);
  if (tickers.length <= SIDE_BY_SIDE) {
    return [...businessRows(found, speaker), ...measureRows(BESIDE, tickers, speaker)];
  }
  const isUnlike = speaker.say("set.unlike", tickers) !== undefined;
  const risky = isUnlike ? tickers : tickersBy(found, "drawdown_probability");
  if (risky.length <= MAX_RANKED) return companyRows(RISKINESS, risky, speaker);
  const top = risky.slice(0, RISKIEST);
  const bottom = risky.slice(-RANKED_ENDS);
  const highest = speaker.sayAll(["shown_highest.five"], top);
  const lowest = speaker.sayAll(["shown_lowest.three"], bottom);
  return [
    ...companyRows(RISKINESS, [...top, ...bottom], speaker),
    ...given(speaker.say("set.shown", tickers, { parts: { highest, lowest } })),
  ];
}

function conclusionSentences(
  { found, isSector, isHeld = false, isView }: CompanySet,
  speaker: Speaker,
): readonly Statement[] {
  const about = tickersOf(found.filter((one) => scoreOf(one) !== undefined));
  if (!isView && about.length > 1) return [];
  const isMany = about.length > MAX_NAMED;
  const named = isSector ? isMany ? "whom.many" : "whom.sector" : isMany ? "whom.asked" : "whom.tickers";
  const whom = speaker.sayAll([named], about);
  const thesis = about.length > 1
    ? speaker.say("set.thesis", about, { parts: { whom, ...(isHeld && { chance: [] }) } })
    : about.length === 1 && speaker.say("set.thesis_alone", about);
  if (thesis) return [thesis, ...given(speaker.say("set.score", about, { parts: { whom } }))];
  return given(speaker.say(found.length > MAX_NAMED ? "set.no_view_many" : "set.no_view", tickersOf(found)));
}

/** Those that have a metric, the most of it first. */
function tickersBy(found: readonly CompanyFindings[], metric: MetricId): readonly string[] {
  const valued = found.flatMap((findings) => {
    const value = metric === "score" ? scoreOf(findings) : valueOf(findings, metric);
    return value === undefined ? [] : [{ ticker: findings.company.ticker, value }];
  });
  return valued.toSorted((one, other) => other.value - one.value).map(({ ticker }) => ticker);
}
