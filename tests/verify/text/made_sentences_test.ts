import { openHistory } from "../../worlds/history.ts";
import type { DatasetView } from "../../../src/data/dataset.ts";
import { deepEqual, ok } from "../../assert.ts";
import { missingShared, testOnSharedAtNight } from "../../needs.ts";
import { SEED } from "../../lanes.ts";
import { evaluated, say, sharesOf } from "./evaluation.ts";
import { madeSentences, type Subject } from "./made_sentences.ts";
import { TEMPLATES } from "./sentence_templates.ts";
import { REAL_FILES, realView } from "./real_world.ts";

const [APPLE, ALPHABET]: readonly Subject[] = [{ ticker: "AAPL", name: "Apple" }, {
  ticker: "GOOGL",
  name: "Alphabet",
}];
const SAMPLE: readonly Subject[] = [APPLE, ALPHABET].filter((one) => one !== undefined);
const REAL: readonly Subject[] = [
  ...SAMPLE,
  ...[{ ticker: "NVDA", name: "NVIDIA" }, { ticker: "TSLA", name: "Tesla" }, { ticker: "SNOW", name: "Snowflake" }],
];

/** Holds the three bounds of the check on sentences made over a view. */
function holdBounds(name: string, view: DatasetView, { subjects, count, least }: {
  readonly subjects: readonly Subject[];
  readonly count: number;
  readonly least: number;
}): void {
  const made = madeSentences(view, subjects, { count, seed: SEED });
  ok(made.length >= least, `only ${made.length} sentences were made`);
  const marked = made.map(({ text, kind, alteration }) => ({
    ...{ text, isTrue: alteration === "none" },
    group: alteration === "none" ? `true, ${kind}` : `altered ${alteration}`,
  }));
  const evaluation = evaluated(marked, view);
  say(`${name}, ${made.length} sentences, seed ${SEED}`, evaluation);
  const { refused, refusedTrue, decided } = sharesOf(evaluation);
  deepEqual({ refused: refused >= 0.97, refusedTrue: refusedTrue <= 0.02, decided: decided >= 0.6 }, {
    ...{ refused: true, refusedTrue: true, decided: true },
  }, evaluation.wrong.slice(0, 20).join("\n"));
}

Deno.test("sentences are made by at least sixty shapes", () => {
  ok(new Set(Object.values(TEMPLATES).flat()).size >= 60);
});

Deno.test("of sentences over the sample's reports false ones are refused and true ones are not", async () => {
  const sample = await openHistory();
  holdBounds("sample", sample.at(sample.span.last), { subjects: SAMPLE, count: 250, least: 500 });
});

testOnSharedAtNight(
  missingShared(...REAL_FILES),
  "of two thousand sentences over real reports of five companies false ones are refused and true ones are not",
  async () => holdBounds("real reports", await realView(), { subjects: REAL, count: 900, least: 2000 }),
);
