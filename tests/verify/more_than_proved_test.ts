import { equal, match, ok } from "../assert.ts";
import type { Draft, Saying, Statement } from "../../src/data/claim.ts";
import { openHistory } from "../worlds/history.ts";
import { type VerifiedDraft, verify } from "../../src/verify/verify.ts";
import { type Answer, answersOf } from "./answers.ts";
import { statementsOf } from "./draft_maker.ts";

const sample = await openHistory();
const SETS = ["Analyse AAPL and MSFT", "Analyse AAPL"].map((input) => ({ input }));
const [two, alone] = await answersOf(sample, SETS);

function sentence(answer: Answer | undefined, phrase: string): Statement {
  const found = answer && statementsOf(answer.draft).find(({ saying }) => saying.phrase === phrase);
  ok(found, phrase);
  return found;
}

/** Verifies an answer with some of it changed. */
function changed(answer: Answer | undefined, change: (draft: Draft) => Partial<Draft>): VerifiedDraft {
  ok(answer);
  return verify({ ...answer.draft, ...change(answer.draft) }, answer.view);
}

const wordingOf = ({ verification }: VerifiedDraft) =>
  verification.checks?.find(({ name }) => name === "phrases")?.detail ?? "";

Deno.test("a sentence that is said again is dropped, and does not raise the share of what is verified", () => {
  const [first] = alone?.draft.reasoning ?? [];
  ok(first);
  const verified = changed(alone, ({ reasoning }) => ({ reasoning: [...reasoning, first, first] }));
  equal(verified.kept.reasoning.length, alone?.draft.reasoning.length);
  match(wordingOf(verified), /said twice/);
});

for (
  const [what, companies] of [
    ["a company twice", ["AAPL", "AAPL", "MSFT"]],
    ["what others are measured against", ["AAPL", "MSFT", "^GSPC"]],
    ["a name of every object", ["AAPL", "MSFT", "constructor"]],
  ] as const
) {
  Deno.test(`nothing is kept of an answer that is about ${what}`, () => {
    const { kept, verification } = changed(two, () => ({ companies }));
    equal(statementsOf(kept).length, 0);
    equal(verification.confidence, 0);
  });
}

Deno.test("a sentence whose parts hold themselves is dropped like any other", () => {
  const own = sentence(alone, "company.view");
  const parts: Record<string, readonly Saying[]> = {};
  const saying = { ...own.saying, parts };
  parts["scores"] = [saying];
  equal(changed(alone, () => ({ reasoning: [{ ...own, saying }] })).kept.reasoning.length, 0);
});

Deno.test("a claim names the bars behind it in their own fields", () => {
  const own = sentence(alone, "risk.fall");
  const claims = own.claims.map((claim) =>
    claim.source === undefined ? claim : { ...claim, basis: `${claim.basis} ${claim.source}` as "price", source: "" }
  );
  equal(changed(alone, () => ({ risks: [{ ...own, claims }] })).kept.risks.length, 0);
});
