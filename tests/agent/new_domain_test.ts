/** A domain needs a row with its metrics and phrases, and one reader in either room: nothing else changes. */
import type { MetricId } from "../../src/data/metrics/metric.ts";
import { deepEqual, equal, match, ok } from "../assert.ts";
import { KNOWLEDGE as ANALYST } from "../../src/agent/tools.ts";
import { createAnalyst } from "../../src/agent/analyst.ts";
import type { Reader } from "../../src/agent/domains/reading.ts";
import type { Domain } from "../../src/data/domain.ts";
import { DOMAINS } from "../../src/data/domains.ts";
import { vocabularyOf } from "../../src/data/vocabulary.ts";
import { evidenceRows } from "../../src/data/phrases/evidence.ts";
import type { Reader as SecondReader } from "../../src/verify/domains/reader.ts";
import { KNOWLEDGE as VERIFIER } from "../../src/verify/knowledge.ts";
import { verify } from "../../src/verify/verify.ts";
import { ports, saidThesisOf, sample, textOf } from "./ask.ts";
import type { Step } from "../../src/agent/step.ts";

/** How many of the last twelve bars rose. */
const RISES: Domain = {
  name: "rises",
  score: "score_rises" as MetricId,
  measures: [{ metric: "rises_12" as MetricId, sign: 1 }],
  metrics: {
    rises_12: { unit: "count", decimals: 0, formula: "closes above the one before, of the last 12", missing: "rises" },
    score_rises: { unit: "score", decimals: 2, formula: "2 percentile - 1 of rises_12" },
  },
  phrases: {
    "rises.sentence": { text: "{ticker} rose in {rises_12} of its last bars." },
    ...evidenceRows(`
  rises_12: {ticker}'s number of rises ({rises_12}) is {degree}
    half: upper=Rises have gone on | lower=Falls have gone on
`),
  },
  sentences: ["rises.sentence"],
  asked: /\bupturns\b/i,
};

const vocabulary = vocabularyOf([...DOMAINS, RISES]);

const rises: Reader = ({ closes }, position) => {
  const last = closes.slice(position - 12, position + 1);
  const value = last.filter((close, at) => at > 0 && close > (last[at - 1] ?? NaN)).length;
  return position < 12 ? { cause: "history", lacks: "needs 13 bars" } : { value };
};

/** Counts from the end, over what it reads itself. */
const risesAgain: SecondReader = (subject, at) => {
  if (at < 12) return "history";
  let count = 0;
  for (let back = 0; back < 12; back++) {
    const [later, earlier] = [close(subject, at - back), close(subject, at - back - 1)];
    if (later > earlier) count++;
  }
  return count;
};

function close({ series }: Parameters<SecondReader>[0], at: number): number {
  return series.close[at] ?? NaN;
}

async function ask(input: string, readAgain: SecondReader = risesAgain): Promise<readonly Step[]> {
  const verifier = { vocabulary, readers: { ...VERIFIER.readers, rises_12: readAgain } };
  const analyst = { vocabulary, readers: { ...ANALYST.readers, rises_12: rises } };
  const agent = createAnalyst(ports({ verify: (draft, view) => verify(draft, view, verifier) }), {
    knowledge: analyst,
  });
  return await Array.fromAsync(agent({ input, files: false, signal: new AbortController().signal }));
}

Deno.test("a new domain is a tool, a part of the score, a sentence and a driver, and verified like the others", async () => {
  const steps = await ask("Analyse ADBE");
  const { agent_thesis, key_drivers, risks, metadata } = saidThesisOf(steps);
  ok(steps.some((step) => step.kind === "tool_call" && step.name === "rises_analysis"));
  match(agent_thesis.reasoning, /: trend [+-]0\.\d\d, risk [+-]0\.\d\d and rises [+-]0\.\d\d\./);
  equal(metadata?.verification?.claims_removed, 0);
  ok(key_drivers.length + risks.length > 0);
  const lines: string[] = [];
  for (const { ticker } of sample.at(sample.asOf).companies) {
    const result = saidThesisOf(await ask(`Analyse ${ticker}`));
    equal(result.metadata?.verification?.claims_removed, 0, ticker);
    lines.push(result.agent_thesis.reasoning, ...result.key_drivers, ...result.risks);
  }
  match(lines.join(" "), / rose in \d+ of its last bars\./);
  match(
    lines.join(" "),
    /'s number of rises \(\d+\) is (?:among the (?:high|low)est 10%|(?:above|below) average) \(\d\w\w of 8[ )]/,
  );
});

Deno.test("a request about a new domain hears of it first", async () => {
  match(textOf(await ask("Analyse the upturns of IBM")), /^IBM rose in/);
});

Deno.test("what the verifier reads otherwise does not leave", async () => {
  const { agent_thesis, metadata } = saidThesisOf(await ask("Analyse ADBE", () => 3));
  ok(!agent_thesis.reasoning.includes("rose in"));
  deepEqual(agent_thesis.signal, "no_view", "the score rests on it");
  ok((metadata?.verification?.claims_removed ?? 0) > 0);
});

Deno.test("without a new domain the answer is what it was", async () => {
  const agent = createAnalyst(ports());
  const steps = await Array.fromAsync(
    agent({ input: "Analyse ADBE", files: false, signal: new AbortController().signal }),
  );
  ok(!textOf(steps).includes("rises"));
});
