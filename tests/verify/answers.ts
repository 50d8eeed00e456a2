import { createAnalyst } from "../../src/agent/analyst.ts";
import type { Draft } from "../../src/data/claim.ts";
import type { Dataset, DatasetView } from "../../src/data/dataset.ts";
import { type VerifiedDraft, verify } from "../../src/verify/verify.ts";

/** What the analyst wrote for one question, before and after verification. */
export interface Answer {
  readonly question: string;
  readonly draft: Draft;
  readonly view: DatasetView;
  readonly verified: VerifiedDraft;
}

/** A question about a day; without one, the day of the data. */
export interface Asked {
  readonly input: string;
  readonly asOf?: string;
}

/** The analyst's answers to these questions; one that ends without a draft gives none. */
export async function answersOf(dataset: Dataset, questions: readonly Asked[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  let question = "";
  const refuse = () => Promise.reject(new TypeError("Cannot run or draw: an answer without files was asked for"));
  const analyst = createAnalyst({
    dataset,
    verify: (draft, view) => {
      const verified = verify(draft, view);
      answers.push({ question, draft, view, verified });
      return verified;
    },
    runCode: refuse,
    drawPriceChart: refuse,
    storeFile: refuse,
  });
  for (const { input, asOf } of questions) {
    question = input;
    for await (const _ of analyst({ input, asOf, files: false, signal: new AbortController().signal }));
  }
  return answers;
}
