/** Things whose every text from outside is hostile, one of each kind that a cell shows. */
import { compareRuns } from "../../src/compare/compare_runs.ts";
import { rememberOrigin } from "../../src/notebook/origin.ts";
import { scoreTheses } from "../../src/score/score_runs.ts";
import type { RunToShow } from "../../src/view/cell/run_view.ts";
import { KINDS } from "../chart/charts_fixture.ts";
import { claim, run, thesis } from "../compare/thesis_rows.ts";
import { HOSTILE_TEXTS } from "../fixtures/hostile_texts.ts";
import { hostileValues, SVG_AS_PNG } from "../fixtures/hostile_values.ts";
import { pricesOf, thesisRow } from "../score/prices.ts";
import { hostileInput } from "../view/report_hostile_input.ts";

/** Answers, a thesis, outcomes, a comparison, a score, rows, a chart and a text. */
export function hostileThings(text: string) {
  const origin = { question: text, fetchFile: () => Promise.resolve(SVG_AS_PNG) };
  const values = Object.values(hostileValues(text)).map((value) => rememberOrigin(value, origin));
  const at = HOSTILE_TEXTS.findIndex((one) => one.text === text);
  const charts = KINDS.slice(at % KINDS.length).slice(0, 1).map(({ make }) => make(text));
  return [...values, comparisonOf(text), scoreOf(text), [{ text, [text]: text, list: [text] }], ...charts, text];
}

/** A run with all of them. */
export function hostileRun(): RunToShow {
  const { manifest, rows } = hostileInput();
  const outcomes = HOSTILE_TEXTS.map(({ text }, at) => {
    const { done } = hostileValues(text);
    return { ...done, input: { ...done.input, row: at + 1 } };
  });
  return { folder: HOSTILE_TEXTS.map(({ text }) => text).join(), manifest, rows, outcomes };
}

function comparisonOf(text: string) {
  const side = { signal: text, company: text, asOf: text, engine: text, drivers: [text], risks: [text] };
  const claims = [claim(text, text), claim("insider_transaction", text, { transaction_code: "P" })];
  const later = run([thesis(text, { ...side, claims })], { run_id: text, options: { prompt: text, body: text } });
  return compareRuns(run([thesis(text)]), later);
}

function scoreOf(text: string) {
  return scoreTheses([thesisRow({ ticker: text, horizon: text })], pricesOf({}));
}
