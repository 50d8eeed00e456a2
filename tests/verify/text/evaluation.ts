/** How the check of texts does on sentences of which it is known whether they are true. */
import type { DatasetView } from "../../../src/data/dataset.ts";
import type { Finding } from "../../../src/verify/text/text_report.ts";
import { verifyText } from "../../../src/verify/text/verify_text.ts";

/** A sentence, whether it is true, and which class it is counted in. */
export interface Marked {
  readonly text: string;
  readonly isTrue: boolean;
  readonly group: string;
}

/** Numbers of sentences by what was found. */
export type Tally = Readonly<Record<Finding, number>>;

/** What was found of all, of the true and the false ones, and of each class. */
export interface Evaluation {
  readonly ofTrue: Tally;
  readonly ofFalse: Tally;
  readonly groups: ReadonlyMap<string, Tally>;
  /** False ones that were proved and true ones that were refused. */
  readonly wrong: readonly string[];
}

const NONE: Tally = { proven: 0, false: 0, unknown: 0 };

/** What is found of a text of one sentence or a few: the worst of them. */
export function findingOf(text: string, view: DatasetView): Finding {
  const report = verifyText(text, view);
  if (report.false > 0) return "false";
  return report.unknown > 0 || report.proven === 0 ? "unknown" : "proven";
}

/** Checks each sentence by itself. */
export function evaluated(sentences: readonly Marked[], view: DatasetView): Evaluation {
  let [ofTrue, ofFalse] = [NONE, NONE];
  const groups = new Map<string, Tally>();
  const wrong: string[] = [];
  for (const { text, isTrue, group } of sentences) {
    const finding = findingOf(text, view);
    const more = (tally: Tally): Tally => ({ ...tally, [finding]: tally[finding] + 1 });
    if (isTrue) ofTrue = more(ofTrue);
    else ofFalse = more(ofFalse);
    groups.set(group, more(groups.get(group) ?? NONE));
    if (finding === (isTrue ? "false" : "proven")) wrong.push(text);
  }
  return { ofTrue, ofFalse, groups, wrong };
}

/** Shares of an evaluation: of false ones decided on that were refused, of true ones refused, of all decided on. */
export function sharesOf({ ofTrue, ofFalse }: Evaluation): {
  readonly refused: number;
  readonly refusedTrue: number;
  readonly decided: number;
} {
  const all = (one: Tally) => one.proven + one.false + one.unknown;
  return {
    refused: ofFalse.false / (ofFalse.false + ofFalse.proven),
    refusedTrue: ofTrue.false / all(ofTrue),
    decided: 1 - (ofTrue.unknown + ofFalse.unknown) / (all(ofTrue) + all(ofFalse)),
  };
}

/** Prints what was found, for the reader of a run. */
export function say(name: string, evaluation: Evaluation): void {
  const { refused, refusedTrue, decided } = sharesOf(evaluation);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const lines = [
    `${name}: false ones refused ${percent(refused)} of those decided on, true ones refused ${
      percent(refusedTrue)
    }, decided on ${percent(decided)}`,
    ...[...evaluation.groups].map(([group, { proven, false: refused, unknown }]) =>
      `  ${group}: ${proven} proven, ${refused} false, ${unknown} unknown`
    ),
  ];
  // deno-lint-ignore no-console -- prints what is used for the reader
  console.log(lines.join("\n"));
}
