/** A sector is answered about itself, against a computation of the test's own. */
import { equal, match, ok } from "../assert.ts";
import type { Claim } from "../../src/data/claim.ts";
import type { Dataset } from "../../src/data/dataset.ts";
import { verify } from "../../src/verify/verify.ts";
import { ask, ports, textOf, thesisOf } from "./ask.ts";
import { datasetOf, heldMarket } from "./held_market.ts";

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]) => sumOf(values) / values.length;

function covariance(one: readonly number[], other: readonly number[]): number {
  const [left, right] = [meanOf(one), meanOf(other)];
  return sumOf(one.map((value, at) => (value - left) * ((other[at] ?? NaN) - right))) / (one.length - 1);
}

function correlation(one: readonly number[], other: readonly number[]): number {
  return covariance(one, other) / Math.sqrt(covariance(one, one) * covariance(other, other));
}

/** What the analyst claims, by metric and companies. */
async function claimsOf(dataset: Dataset, input: string): Promise<ReadonlyMap<string, Claim["value"]>> {
  const claims = new Map<string, Claim["value"]>();
  await ask(
    input,
    ports({
      dataset,
      verify: (draft, view) => {
        for (const { claims: all } of draft.reasoning) {
          for (const { metric, entities, value } of all) claims.set(`${metric} ${entities.join(" ")}`, value);
        }
        return verify(draft, view);
      },
    }),
  );
  return claims;
}

function near(found: Claim["value"] | undefined, expected: number): void {
  ok(typeof found === "number" && Math.abs(found - expected) <= 1e-9, `${found} is not ${expected}`);
}

const market = heldMarket(5, { names: 9 });
const returns = market.names.map(({ closes }) =>
  closes.slice(1).map((close, at) => close / (closes[at] ?? NaN) - 1).slice(-252)
);
const tickers = market.names.map(({ ticker }) => ticker);
const QUESTION = "How risky is the Energy sector?";

Deno.test("correlation, common part and drawdown of a sector are those of its names in equal weights", async () => {
  const claims = await claimsOf(datasetOf(market), QUESTION);
  const all = tickers.join(" ");
  const whole = Array.from({ length: 252 }, (_, t) => meanOf(returns.map((row) => row[t] ?? NaN)));
  near(claims.get(`portfolio_volatility ${all}`), Math.sqrt(252 * covariance(whole, whole)));
  const pairs = returns.flatMap((one, i) => returns.slice(0, i).map((other) => correlation(one, other)));
  near(claims.get(`portfolio_correlation ${all}`), meanOf(pairs));
  const common = returns.map((one, i) => {
    const others = one.map((_, t) => meanOf(returns.filter((_row, j) => j !== i).map((row) => row[t] ?? NaN)));
    return correlation(one, others) ** 2;
  });
  near(claims.get(`r_squared_to_rest ${all}`), meanOf(common));
  const wealth = whole.reduce((values, step) => [...values, (values.at(-1) ?? NaN) * (1 + step)], [1]);
  near(claims.get(`portfolio_return ${all}`), (wealth.at(-1) ?? NaN) - 1);
  near(
    claims.get(`portfolio_drawdown ${all}`),
    Math.min(...wealth.map((one, t) => one / Math.max(...wealth.slice(0, t + 1)) - 1)),
  );
  const far = market.names.filter(({ closes }) => (closes.at(-1) ?? NaN) <= 0.85 * Math.max(...closes.slice(-252)));
  near(claims.get(`below_high ${all}`), far.length);
});

Deno.test("the names with the largest shares of the variance are said in order", async () => {
  const text = textOf(await ask(QUESTION, ports({ dataset: datasetOf(market) })));
  const whole = Array.from({ length: 252 }, (_, t) => meanOf(returns.map((row) => row[t] ?? NaN)));
  const byShare = tickers.map((ticker, at) => ({ ticker, share: covariance(returns[at] ?? [], whole) }))
    .toSorted((one, other) => other.share - one.share).map(({ ticker }) => ticker);
  const told = /variance are (Q\w+) \([^)]*\), (Q\w+) \([^)]*\) and (Q\w+) \(/.exec(text) ?? [];
  equal(told.slice(1).join(), byShare.slice(0, 3).join());
});

Deno.test("the answer about a sector begins with the sector as a whole, called by its name", async () => {
  const text = textOf(await ask(QUESTION, ports({ dataset: datasetOf(market) })));
  match(text, /^The median chance of a 15% drawdown within three months in Energy is \d+%\. /);
});

Deno.test("a question which of a sector's names is riskiest is answered about the names, not the sector", async () => {
  const text = textOf(await ask("Which Energy names look riskiest?", ports({ dataset: datasetOf(market) })));
  ok(!text.includes("equal-weighted basket"), text);
});

for (
  const { what, change } of [
    { what: "another value", change: (claim: Claim) => ({ ...claim, value: Number(claim.value) * 1.01 }) },
    { what: "another day", change: (claim: Claim) => ({ ...claim, as_of: "2016-01-04" }) },
    { what: "another rounding", change: (claim: Claim) => ({ ...claim, shown: `${claim.shown}0` }) },
  ]
) {
  Deno.test(`a figure of a portfolio with ${what} is no number of the result`, async () => {
    const dataset = datasetOf(market);
    const input = `How risky is a portfolio of ${tickers.map((ticker) => `${ticker} 10%`).join(", ")}?`;
    const lied = ports({
      dataset,
      verify: (draft, view) => {
        const figures = (draft.figures ?? []).map((one) => one.metric === "gross_exposure" ? change(one) : one);
        return verify({ ...draft, figures }, view);
      },
    });
    const { metadata: { portfolio, verification } = {} } = thesisOf(await ask(input, lied));
    equal(verification?.claims_removed, 1);
    equal(portfolio?.gross, undefined);
    ok(portfolio?.net);
  });
}

Deno.test("of nine companies a table says that it shows both ends; of eight it shows all, and says nothing", async () => {
  const saidOf = async (names: number) =>
    textOf(await ask(QUESTION, ports({ dataset: datasetOf(heldMarket(5, { names })) })));
  match(await saidOf(9), /Shown: the five highest and the three lowest chances of 9\./);
  ok(!(await saidOf(8)).includes("Shown: "));
});
