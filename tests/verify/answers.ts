import { createAnalyst } from "../../src/agent/analyst.ts";
import type { Draft } from "../../src/data/claim.ts";
import type { Asked as AskedQuestion } from "../../src/data/question/asked.ts";
import { createQuestionReader } from "../../src/data/question/read_question.ts";
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
  /** What is read in it beside its companies. Default: what a question reader reads. */
  readonly read?: Read;
}

/** What a question asks for, beside its companies. */
export type Read = Partial<Pick<AskedQuestion, "kind" | "measures" | "times">>;

/** The analyst's answers to these questions; one that ends without a draft gives none. */
export async function answersOf(dataset: Dataset, questions: readonly Asked[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  let question = "";
  let asked: Read = {};
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
    drawItemChart: refuse,
    storeFile: refuse,
  }, {
    reading: (companies, options) => {
      const read = createQuestionReader(companies, options);
      return (text, times) => ({ ...read(text, times), ...asked });
    },
  });
  for (const { input, asOf, read = {} } of questions) {
    question = input;
    asked = read;
    for await (const _ of analyst({ input, asOf, files: false, signal: new AbortController().signal }));
  }
  return answers;
}
