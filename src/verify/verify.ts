import { type Draft, keysOf, type Statement } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import { type AskedPart, isMetBy } from "../data/metrics/meets.ts";
import type { FiledFact } from "../data/records.ts";
import type { List } from "../data/phrases/phrase.ts";
import { checkFigures } from "./check_figures.ts";
import { Ground, KNOWLEDGE, type Knowledge } from "./knowledge.ts";
import { report, type VerificationReport } from "./report.ts";
import { isClean, plainMarks, restate, type Restated } from "./restate.ts";

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
  const parts = asked ?? meets.flatMap((row): AskedPart[] => [{ row, text: row }, { row, text: row, isJoint: true }]);
  const wrong = meets.filter((row) => !parts.some((part) => part.row === row && isMetBy(part, keys)));
  return { ...checked, wording: [...wording, ...wrong.map((row) => `no claim of it meets "${row}"`)] };
}

function cleanOf(checked: readonly Restated[]): readonly Statement[] {
  return checked.filter(isClean).map(({ statement }) => statement);
}
