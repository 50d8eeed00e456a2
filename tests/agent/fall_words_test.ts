import { equal, ok } from "../assert.ts";
import { calledName } from "../../src/data/company_label.ts";
import { metricOf } from "../../src/data/vocabulary.ts";
import { showFigure } from "../../src/agent/show_figure.ts";
import { chanceWords } from "../../src/run/drawdown_chance.ts";
import { ask, sample, textOf, thesisOf } from "./ask.ts";

const CHANCES = [
  { chance: 0.1108, is: "11%" },
  { chance: 0.24669, is: "24.7%" },
  { chance: 0.249549, is: "24.95%" },
  { chance: 0.249949, is: "24.99%" },
  { chance: 0.24997, is: "25%" },
  { chance: 0.25, is: "25%" },
  { chance: 0.2549, is: "25%" },
];
for (const { chance, is } of CHANCES) {
  Deno.test(`a sentence says a chance of ${chance} as ${is}, on the side of the line that the tables mark`, () => {
    equal(showFigure(metricOf("drawdown_probability"), chance, { metric: "drawdown_probability", currency: "" }), is);
  });
}

const PROBABILITIES = [
  { probability: 0.5, is: "50%" },
  { probability: 0.5193, is: "51.9%" },
  { probability: 0.51997, is: "51.997%" },
  { probability: 0.52, is: "52%" },
  { probability: 0.4801, is: "48.01%" },
  { probability: 0.48, is: "48%" },
  { probability: 0.4793, is: "48%" },
];
for (const { probability, is } of PROBABILITIES) {
  Deno.test(`a sentence says a probability of ${probability} as ${is}, on the side of bullish and bearish where it is`, () => {
    equal(showFigure(metricOf("probability"), probability, { metric: "probability", currency: "" }), is);
  });
}

Deno.test("text, first risk and table say the same chance of a fall within the same days, also of monthly prices", async () => {
  for (const company of sample.at(sample.asOf).companies) {
    const steps = await ask(`How risky is ${company.ticker}?`);
    const { metadata, risks } = thesisOf(steps);
    const words = chanceWords(metadata?.drawdown_probability ?? NaN);
    ok(
      textOf(steps).startsWith(
        `The chance that ${
          calledName(company, 1)
        } falls 15% or more from a high within three months (63 trading days) is ${words}`,
      ),
    );
    ok(
      risks[0]?.replace(/[;,]/, ",").startsWith(
        `${calledName(company, 1)}${
          calledName(company, 1).endsWith("s") ? "'" : "'s"
        } chance of a 15% drawdown within three months is ${words}, `,
      ),
      risks[0],
    );
  }
});
