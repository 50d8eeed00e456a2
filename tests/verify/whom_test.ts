import { equal, match, ok } from "../assert.ts";
import type { Statement } from "../../src/data/claim.ts";
import { VOCABULARY } from "../../src/data/vocabulary.ts";
import { openHistory } from "../worlds/history.ts";
import { verify } from "../../src/verify/verify.ts";
import { answersOf } from "./answers.ts";
import { statementsOf } from "./draft_maker.ts";

const sample = await openHistory();
const [three, two, sector, alone] = await answersOf(
  sample,
  ["Analyse AAPL, MSFT and AMZN", "Analyse MSFT and AMZN", "Analyse the technology sector", "Analyse AAPL"].map((
    input,
  ) => ({
    input,
  })),
);

function sentence(answer: typeof three, phrase: string): Statement {
  const found = answer && statementsOf(answer.draft).find(({ saying }) => saying.phrase === phrase);
  ok(found, phrase);
  return found;
}

/** Verifies one sentence in an answer about these companies, and returns why it is dropped. */
function reason(statement: Statement, companies: readonly string[]): string | undefined {
  const list = VOCABULARY.phrases[statement.saying.phrase]?.lists?.[0] ?? "reasoning";
  const draft = { companies, reasoning: [], drivers: [], risks: [], [list]: [statement] };
  const { kept, verification } = verify(draft, sample.at(sample.asOf));
  const [phrases, recompute] = ["phrases", "recompute"].map((name) =>
    verification.checks?.find((check) => check.name === name)?.detail ?? ""
  );
  return kept[list].length === 1 ? undefined : `${phrases}; ${recompute}`;
}

const OF_THREE = ["AAPL", "MSFT", "AMZN"];

for (const phrase of ["set.limits", "set.thesis"]) {
  Deno.test(`verify() drops a ${phrase} that passes over a company of the answer`, () => {
    equal(reason(sentence(two, phrase), ["MSFT", "AMZN"]), undefined);
    match(reason(sentence(two, phrase), OF_THREE) ?? "", /passes over AAPL|complete is no/);
    equal(reason(sentence(three, phrase), OF_THREE), undefined);
  });
}

Deno.test("verify() drops a right sentence about a company that the answer is not about", () => {
  const own = sentence(alone, "risk.fall");
  equal(reason(own, ["AAPL"]), undefined);
  match(reason(own, ["MSFT", "AMZN"]) ?? "", /is (?:about )?no company of the answer/);
});

Deno.test("verify() drops a sector's name where the answer is not about all of its companies", () => {
  const thesis = sentence(sector, "set.thesis");
  const all = sector?.draft.companies ?? [];
  equal(reason(thesis, all), undefined);
  const left = all.slice(1);
  ok(reason({ ...thesis, saying: { ...thesis.saying, about: left } }, left));
});
