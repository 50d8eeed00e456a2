/** A sentence is verified as the answer to what was asked: its claims are of the parts that it says it meets. */
import type { Draft, Statement } from "../../src/data/claim.ts";
import type { DatasetView } from "../../src/data/dataset.ts";
import { isMetBy } from "../../src/data/metrics/meets.ts";
import { verify } from "../../src/verify/verify.ts";
import { ask, ports, textOf } from "../agent/ask.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";

/** The draft of an answer, its view, and the text where the draft is changed before it is verified. */
async function drafted(input: string, change: (draft: Draft) => Draft = (draft) => draft) {
  const seen: { draft?: Draft; view?: DatasetView } = {};
  const steps = await ask(
    input,
    ports({
      verify: (draft, view) => {
        Object.assign(seen, { draft, view });
        return verify(change(draft), view);
      },
    }),
  );
  const { draft, view } = seen;
  ok(draft && view, textOf(steps));
  return { draft, view, text: textOf(steps) };
}

const meetsOf = ({ reasoning }: Draft) => reasoning.flatMap(({ meets = [] }) => meets);

const QUESTIONS: readonly (readonly [question: string, parts: string])[] = [
  ["What is the beta of AAPL?", "beta"],
  ["What are the beta and the volatility of IBM?", "beta, volatility"],
  ["How did AAPL do in 2016?", "return_12m"],
  ["Which is riskier, AAPL or IBM?", "drawdown_probability"],
  ["What was Apple's revenue in fiscal 2016?", "revenue"],
  ["When did AAPL last report earnings?", "results_day"],
  ["If I hold 40% AAPL and 60% IBM, what is my volatility?", "volatility"],
];

for (const [question, parts] of QUESTIONS) {
  Deno.test(`sentences say which parts of "${question}" they meet, and each is met`, async () => {
    const { draft, text } = await drafted(question);
    equal(draft.asked?.map(({ row }) => row).join(", "), parts);
    deepEqual([...new Set(meetsOf(draft))].toSorted(), parts.split(", ").toSorted());
    ok(!text.includes("Not answered"), text);
  });
}

Deno.test("a sentence that says it meets another part than its claims is dropped", async () => {
  const all = await Promise.all(QUESTIONS.map(([question]) => drafted(question)));
  const others = ["beta", "close", "amihud", "revenue", "goodwill"];
  for (const { draft, view } of all) {
    const [one] = draft.reasoning.filter(({ meets }) => meets !== undefined);
    ok(one, "no sentence meets anything");
    const kept = (statement: Statement, asked: Draft["asked"]) =>
      verify({ ...draft, reasoning: [statement], drivers: [], risks: [], ...(asked && { asked }) }, view).kept
        .reasoning;
    equal(kept(one, draft.asked).length, 1, one.text);
    for (const row of others.filter((other) => !one.meets?.includes(other))) {
      equal(kept({ ...one, meets: [row] }, [{ row, text: row }]).length, 0, `${row}: ${one.text}`);
      equal(kept({ ...one, meets: [...one.meets ?? [], row] }, draft.asked).length, 0, `${row}: ${one.text}`);
    }
  }
});

Deno.test("a part whose sentence does not pass is named, and the others are answered", async () => {
  const spoiled = (draft: Draft): Draft => ({
    ...draft,
    reasoning: draft.reasoning.map((one) =>
      one.meets?.includes("beta") ? { ...one, text: `${one.text} Surely.` } : one
    ),
  });
  const { text } = await drafted("What are the beta and the volatility of IBM?", spoiled);
  match(text, /^Not answered: "beta"\. IBM's annualised volatility is /);
});

Deno.test("of a portfolio a figure of one of its names meets nothing", () => {
  const part = { row: "volatility", text: "vol" };
  const keys = new Set(["volatility"]);
  deepEqual([isMetBy(part, keys), isMetBy({ ...part, isPortfolio: true }, keys)], [true, false]);
  equal(isMetBy({ ...part, isPortfolio: true }, new Set(["portfolio_volatility"])), true);
});
