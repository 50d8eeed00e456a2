import { readAbout } from "../data/about.ts";
import { type Claim, type Draft, keysOf, type Statement } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import { type AskedPart, isMetBy } from "../data/metrics/meets.ts";
import type { FiledFact } from "../data/records.ts";
import type { List } from "../data/phrases/phrase.ts";
import { Ground, KNOWLEDGE, type Knowledge } from "./knowledge.ts";
import { isClean, plainMarks, restate, type Restated } from "./restate.ts";
import type { Verification, VerificationCheck } from "../protocol/verification.ts";
import {
  barsLaterThan,
  contradictionsAmong,
  freshnessOf,
  seriesUsedBy,
  type UsedSeries,
  wrongBars,
} from "./series_used.ts";
import { trustIn } from "./price_quality.ts";
import { expectedIn, problemOf } from "./recompute.ts";
import { problemOfAnswer } from "./sentence_scope.ts";

/** The result of verifying a draft. */
export interface VerifiedDraft {
  readonly verification: VerificationReport;
  /** The statements that passed. */
  readonly kept: Draft;
  /** Facts behind what was dropped, which other figures of their own reports refute; each once. */
  readonly refuted: readonly FiledFact[];
}

/**
 * Says every sentence of a finished draft again, with figures and judgements of its own, and keeps those that are the
 * same: a sentence whose words are no phrase, whose figure or judgement the data do not give, or that is about another
 * company, is dropped.
 *
 * `confidence` = share of the claims verified x mean freshness x trust in the bars (`trust.ts`); 0 when a series has a
 * bar after the day of the view, or the draft has no claims. `tensions` is apart: how many pairs of scores were compared, and how many point in opposite
 * directions. Figures and judgements count as claims, names do not; a sentence without a claim that is dropped counts
 * as one.
 * @param draft Untrusted.
 * @param view The data, as of a day.
 * @param knowledge What is computed and may be said. Default: the domains that are read.
 * @returns The checks, and the statements that passed.
 */
export function verify(draft: Draft, view: DatasetView, knowledge: Knowledge = KNOWLEDGE): VerifiedDraft {
  const ground = new Ground(view, draft, knowledge);
  const check = (list: List, statements: readonly Statement[] = draft[list]) =>
    onceEach(
      statements.map((statement) => restate(statement, { ground, list, side: draft.side })),
    );
  const said = check("reasoning", [...draft.reasoning, ...draft.folded ?? []])
    .map((one) => withReceipts(one, draft.asked));
  const reasoning = said.slice(0, draft.reasoning.length);
  const folded = said.slice(draft.reasoning.length);
  const drivers = check("drivers");
  const risks = check("risks");
  const figures = checkFigures(draft.figures ?? [], ground);
  const { companies, weights } = draft;
  const all = [...said, ...drivers, ...risks];
  return {
    refuted: [...new Set(all.flatMap(({ refuted }) => refuted))],
    verification: report({ sentences: all, figures }, ground),
    kept: {
      companies,
      ...(draft.asked && { asked: draft.asked }),
      ...(weights && { weights }),
      ...(draft.figures && { figures: figures.filter(({ wrong }) => wrong === undefined).map(({ claim }) => claim) }),
      reasoning: cleanOf(reasoning),
      ...(draft.folded && { folded: cleanOf(folded) }),
      drivers: cleanOf(drivers),
      risks: cleanOf(risks),
    },
  };
}

/** A sentence that is said again in its list counts for nothing: many of a true one would hide a false one. */
function onceEach(checked: readonly Restated[]): readonly Restated[] {
  const said = new Set<string>();
  return checked.map((one) => {
    const text = plainMarks(one.statement.text);
    if (said.has(text)) return { ...one, wording: [...one.wording, `"${text}" is said twice`] };
    said.add(text);
    return one;
  });
}

/** A sentence is verified as the answer to what was asked: its claims are of the parts that it says it meets. */
function withReceipts(checked: Restated, asked: readonly AskedPart[] | undefined): Restated {
  const { statement: { meets, claims, saying }, wording } = checked;
  if (meets === undefined || !isClean(checked)) return checked; // the parts of a sentence that is wrong may be anything
  const keys = keysOf({ claims, saying });
  const parts = asked ??
    meets.flatMap((row): AskedPart[] => [{ row, text: row }, { row, text: row, isPortfolio: true }]);
  const wrong = meets.filter((row) => !parts.some((part) => part.row === row && isMetBy(part, keys)));
  return { ...checked, wording: [...wording, ...wrong.map((row) => `no claim of it meets "${row}"`)] };
}

function cleanOf(checked: readonly Restated[]): readonly Statement[] {
  return checked.filter(isClean).map(({ statement }) => statement);
}

/** A verified figure or judgement, as the answer shows it. */
type VerifiedClaim = Pick<
  Claim,
  "id" | "entities" | "metric" | "of" | "value" | "unit" | "currency" | "as_of" | "source" | "formula" | "shown"
>;

/** Results of verification, with the verified claims. */
interface VerificationReport extends Verification {
  readonly claims: readonly VerifiedClaim[];
}

/** A draft that was checked. */
interface Checked {
  /** One for each sentence. */
  readonly sentences: readonly Restated[];
  /** One for each figure without a sentence. */
  readonly figures: readonly CheckedFigure[];
}

/** Failures shown per check. */
const MAX_SHOWN = 5;

/**
 * Summarises all checks.
 * @param checked The draft's sentences and figures.
 * @param ground What they were checked on.
 */
function report({ sentences: results, figures }: Checked, ground: Ground): VerificationReport {
  const { view } = ground;
  const counted = figures.filter(({ claim }) => claim.unit !== "name");
  const right = [
    ...results.filter(isClean).flatMap(claimsOf),
    ...counted.filter(({ wrong }) => wrong === undefined).map(({ claim }) => claim),
  ];
  const all = [...results.flatMap(({ statement }) => statement.claims), ...figures.map(({ claim }) => claim)];
  // a sentence without a claim that does not pass is one that nothing stands behind
  const total = results.reduce((sum, one) => sum + (claimsOf(one).length || (isClean(one) ? 0 : 1)), counted.length);
  const used = seriesUsedBy(all, ground);
  const tensions = contradictionsAmong(right, ground.knowledge.vocabulary.domains);
  const fresh = freshnessOf(used.own, view.asOf);
  const trust = trustIn(ground, used.own);
  const later = barsLaterThan(used.own, view.asOf);
  const share = total === 0 ? 0 : right.length / total;
  // what is filed does not age as a close does: its sentences say since when it is known
  const isFiledAlone = used.own.length === 0 && used.sources.size > 0;
  const wrong = [...trust.lines, ...used.own.flatMap(wrongBars)];
  return {
    confidence: later.violations.length > 0 ? 0 : share * (isFiledAlone ? 1 : fresh.mean) * trust.share,
    claims_total: total,
    claims_verified: right.length,
    claims_removed: total - right.length,
    checks: [
      check("phrases", results.length, results.flatMap(({ wording }) => wording.slice(0, 1))),
      check("recompute", all.length, [
        ...results.flatMap(({ wrong }) => wrong),
        ...figures.flatMap(({ wrong }) => wrong ?? []),
      ]),
      check("as_of", later.total, later.violations),
      check("freshness", used.own.length, fresh.stale),
      check("bars", used.own.reduce((sum, { days }) => sum + days.length, 0), wrong),
      check("contradictions", tensions.total, tensions.found),
    ],
    sources: sourcesOf(used, ground),
    contradictions: tensions.found,
    tensions: { found: tensions.found.length, compared: tensions.total },
    ...(used.newestDay !== undefined && { as_of: used.newestDay }),
    stale: fresh.stale,
    doubts: trust.share < 1 ? wrong.slice(0, MAX_SHOWN) : [],
    claims: [...new Map([...right, ...right.filter(isWritten)].map((one) => [idOf(one), asShown(one)])).values()],
  };
}

/** The claims of a sentence that count: figures and judgements. */
function claimsOf({ statement }: Restated): readonly Claim[] {
  return statement.claims.filter(({ unit }) => unit !== "name");
}

/** A word that one sentence only rests on is written in another. */
const isWritten = ({ shown }: Claim) => shown !== "";

function sourcesOf({ sources }: UsedSeries, { given }: Ground): VerificationReport["sources"] {
  return given.sources.filter(({ id }) => sources.has(id)).map(({ id, title, sha256 }) => ({ id, title, sha256 }));
}

function check(name: string, total: number, failures: readonly string[]): VerificationCheck {
  const shown = failures.slice(0, MAX_SHOWN).join("; ");
  const more = failures.length > MAX_SHOWN ? `; and ${failures.length - MAX_SHOWN} more` : "";
  const detail = total === 0 ? "nothing to look at" : shown + more;
  return { name, passed: Math.max(0, total - failures.length), total, ...(detail !== "" && { detail }) };
}

function asShown(claim: Claim): VerifiedClaim {
  const { entities, metric, of, value, unit, currency, as_of, source, formula, shown } = claim;
  return {
    id: idOf(claim),
    entities,
    metric,
    ...(of !== undefined && { of }),
    value,
    unit,
    ...(currency !== undefined && { currency }),
    as_of,
    ...(source !== undefined && { source }),
    formula,
    shown,
  };
}

/** What a claim is called: nobody checks the name it came with. */
function idOf({ entities, metric, of }: Claim): string {
  return [entities.join("+"), metric, ...(of === undefined ? [] : [of])].join(".");
}

/** A figure of a draft that no sentence states, and what is wrong with it. */
interface CheckedFigure {
  readonly claim: Claim;
  /** Absent when the data give it. */
  readonly wrong?: string;
}

/** Checks claims without sentences; one that is made again counts for nothing, as a sentence that is said again. */
function checkFigures(claims: readonly Claim[], ground: Ground): readonly CheckedFigure[] {
  const made = new Set<string>();
  const wrong = problemOfAnswer(ground);
  return claims.map((claim) => {
    if (wrong !== undefined) return { claim, wrong: `${claim.id}: ${wrong}` };
    const key = JSON.stringify([claim.metric, claim.of, claim.entities]);
    const isAgain = made.has(key);
    made.add(key);
    return isAgain ? { claim, wrong: `${claim.id} is made twice` } : checkFigure(claim, ground);
  });
}

/**
 * Holds a claim without a sentence against the verifier's own figure.
 * @param claim Untrusted.
 */
function checkFigure(claim: Claim, ground: Ground): CheckedFigure {
  const { metric, entities, of } = claim;
  const name = `${entities.join("+")}.${metric}`;
  const expected = expectedIn({ metric, about: entities, of: of === undefined ? of : readAbout(of) }, ground);
  if ("problem" in expected) return { claim, wrong: `${name} (said: ${claim.value}) ${expected.problem}` };
  const problem = problemOf(claim, expected);
  if (problem !== undefined) return { claim, wrong: `${name} ${problem}` };
  if (plainMarks(claim.shown) === plainMarks(expected.shown)) return { claim };
  return { claim, wrong: `${name} is shown as "${claim.shown}" instead of "${expected.shown}"` };
}
