import type { Claim, Statement } from "../data/claim.ts";
import { JOINT_METRICS, LEFT_OUT, leftOutMetric, WHOLE_METRICS } from "../data/metrics/joint.ts";
import type { Metrics } from "../data/metrics/metric.ts";
import type { AnswerClaims } from "./claims.ts";
import type { Joint } from "./joint.ts";
import { endsOf, hedgesOf } from "./joint_places.ts";
import type { Speaker } from "./say.ts";

/** Names that a sentence tells of as driving the whole, as lowering its variance, and as apart from the others. */
const TOLD = 3;
/** More names would hide what is said of them. */
const MOST_NAMED = 20;

/** The sentences about a portfolio as a whole, in the weights of the question. */
export function portfolioSentences(joint: Joint, speaker: Speaker): readonly Statement[] {
  const all = tickersOf(joint);
  return [
    speaker.say("portfolio.risk", all) ?? speaker.say("portfolio.not_measured", all),
    speaker.say("portfolio.facts", all),
    topSentence("portfolio.drivers", joint, speaker),
    hedgeSentence(joint, speaker),
    ...speaker.sayAll(["portfolio.left_out", "portfolio.unweighted"], all),
  ].filter((one) => one !== undefined);
}

/** How a group is called: a whole sector or industry by its name, any other by its names. */
export type GroupName = "sector" | "industry" | "names";

/** The sentences about a group as a whole: its names in equal weights. */
export function groupSentences(joint: Joint, speaker: Speaker, called: GroupName): readonly Statement[] {
  const all = tickersOf(joint);
  if (joint.measured.length === 1) return [];
  const byName = speaker.sayAll([`group.of_${called}`], all);
  const group = byName.length > 0 || all.length > MOST_NAMED ? byName : speaker.sayAll(["group.of_names"], all);
  return [
    speaker.say("group.moves", all, { parts: { group } }) ?? speaker.say("group.not_measured", all),
    speaker.say("group.common", all),
    topSentence("group.drivers", joint, speaker),
    apartSentence(joint, speaker),
    speaker.say("group.left_out", all),
  ].filter((one) => one !== undefined);
}

/** The figures of a portfolio that no sentence states, and each name's share of its variance. */
export function portfolioFigures(joint: Joint, claims: AnswerClaims, said: readonly Statement[]): readonly Claim[] {
  const all = tickersOf(joint);
  const stated = new Set(said.flatMap((one) => one.claims).map(({ metric, entities }) => keyOf(metric, entities)));
  const names = LEFT_OUT.map(leftOutMetric);
  const metrics: Metrics = JOINT_METRICS;
  const figures = [...WHOLE_METRICS].filter((id) => !["word", "name"].includes(metrics[id]?.unit ?? ""));
  const wanted = [...figures, ...names].map((metric) => ({ metric, about: all }));
  const shares = all.map((ticker) => ({ metric: "variance_share", about: [ticker] }));
  return [...wanted, ...shares].filter(({ metric, about }) => !stated.has(keyOf(metric, about)))
    .flatMap(({ metric, about }) => claims.claim(metric, about) ?? []);
}

function keyOf(metric: string, about: readonly string[]): string {
  return `${metric} ${about.join(" ")}`;
}

/** One name alone has the whole variance, which says nothing. */
function topSentence(
  id: "portfolio.drivers" | "group.drivers",
  joint: Joint,
  speaker: Speaker,
): Statement | undefined {
  const top = endsOf(joint, "variance_share", "most").slice(0, TOLD);
  if (top.length < 2 || joint.own.size <= TOLD && id === "group.drivers") return undefined;
  return speaker.say(id, tickersOf(joint), { parts: { top: speaker.sayAll(["joint.top"], top) } });
}

function hedgeSentence(joint: Joint, speaker: Speaker): Statement | undefined {
  const hedges = hedgesOf(joint).slice(0, TOLD);
  if (hedges.length === 0) return undefined;
  return speaker.say("portfolio.hedges", tickersOf(joint), {
    parts: { hedges: speaker.sayAll(["joint.hedges"], hedges) },
  });
}

function apartSentence(joint: Joint, speaker: Speaker): Statement | undefined {
  const apart = endsOf(joint, "common_share", "least").slice(0, TOLD);
  if (joint.own.size <= TOLD) return undefined;
  return speaker.say("group.apart", tickersOf(joint), { parts: { apart: speaker.sayAll(["joint.apart"], apart) } });
}

function tickersOf({ found }: Joint): readonly string[] {
  return found.map(({ company }) => company.ticker);
}
