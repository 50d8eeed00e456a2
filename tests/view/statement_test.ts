import { equal, match, ok } from "../assert.ts";
import { probabilityWords, statementName } from "../../src/run/statement.ts";
import { toThesisRow } from "../../src/run/thesis_row.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { surveyRun } from "../../src/view/run_table.ts";
import { thesisCard } from "../../src/view/cell/thesis_card.ts";
import { ask, thesisOf } from "../agent/ask.ts";
import { done } from "../run/sample_outcomes.ts";
import { manifestOf } from "./report_rows.ts";
import { textOf } from "./report_tags.ts";
import { made } from "./workbook_made.ts";
import { columnOf } from "./workbook_reader.ts";
import { runTable } from "./terminal_lines.ts";

Deno.test("the probability shown of a thesis is the one of its text, on terminal, page, workbook and card", async () => {
  for (const ticker of ["ADBE", "AMZN", "DELL", "XRX"]) {
    const result = thesisOf(await ask(`Analyse ${ticker}`));
    const [, said = ""] =
      /probability of beating the S&P 500 .* (\d\d%), close to a coin toss/.exec(result.agent_thesis.reasoning) ?? [];
    const outcome = { ...done(1, { ticker }), result };
    const row = toThesisRow({ outcome, warnings: [] });
    const words = probabilityWords(row.probability ?? NaN);
    equal(words, said);
    ok(runTable(surveyRun([outcome]), { width: 120, by: "score" }).some((line) => line.includes(` ${said} `)));
    match(
      textOf(reportPage({ manifest: manifestOf(), rows: [row], folder: "run" })),
      new RegExp(`beating \\^GSPC ${said} `),
    );
    const [shown] = columnOf((await made({ rows: [row] })).sheet("Theses"), "P(beat)");
    equal(probabilityWords(Number(shown)), said);
    ok(thesisCard(result).text.includes(`probability of beating ^GSPC ${said} `));
  }
});

Deno.test("a name at the bottom never reads as likelier than even", async () => {
  for (const ticker of ["DELL", "XRX"]) {
    const { agent_thesis, metadata } = thesisOf(await ask(`Analyse ${ticker}`));
    ok((metadata?.score ?? 0) < 0 && agent_thesis.confidence > 0.5);
    const row = toThesisRow({
      outcome: { ...done(1, { ticker }), result: { agent_thesis, metadata, key_drivers: [], risks: [] } },
      warnings: [],
    });
    ok((row.probability ?? 1) < 0.5);
  }
});

const NAMES = [
  {
    when: "a benchmark is named",
    theses: [{ benchmark: "SPY", probability: 0.5 }, {}],
    short: "P(beat)",
    what: "beating SPY",
  },
  {
    ...{ when: "the benchmark is a file of its own name", theses: [{ benchmark: "my_index.csv", probability: 0.5 }] },
    ...{ short: "P(beat)", what: "beating my_index.csv" },
  },
  {
    ...{ when: "the benchmark has no name but that", theses: [{ benchmark: "BENCHMARK", probability: 0.5 }] },
    ...{ short: "P(beat)", what: "beating the benchmark" },
  },
  { when: "there is no benchmark", theses: [{ probability: 0.5 }], short: "P(gain)", what: "a positive return" },
  {
    ...{ when: "only some have a benchmark", theses: [{ probability: 0.5 }, { benchmark: "SPY", probability: 0.5 }] },
    ...{ short: "prob.", what: "beating the benchmark, or a gain where there is none" },
  },
  { when: "no probability is known", theses: [{ benchmark: "SPY" }], short: undefined, what: undefined },
];
for (const { when, theses, short, what } of NAMES) {
  Deno.test(`the probability is called ${short ?? "confidence"} when ${when}`, () => {
    const name = statementName(theses);
    equal(name?.short, short);
    equal(name?.what, what);
  });
}

Deno.test("the confidence of another service stays its confidence", async () => {
  const outcome = done(1, { thesis: { confidence: 87 } });
  const row = toThesisRow({ outcome, warnings: [] });
  equal(row.probability, undefined);
  match(runTable(surveyRun([outcome]), { width: 80 })[0] ?? "", /confidence/);
  match(textOf(reportPage({ manifest: manifestOf(), rows: [row], folder: "run" })), /Confidence 87 /);
  equal(columnOf((await made({ rows: [row] })).sheet("Theses"), "Confidence")[0], "87");
});
