import { equal, ok } from "../../assert.ts";
import { missingShared, testOnShared } from "../../needs.ts";
import { evaluated, type Evaluation, say } from "./evaluation.ts";
import { type HandSentence, HELD_OUT_SENTENCES, TUNED_SENTENCES } from "./hand_sentences.ts";
import { REAL_FILES, realView } from "./real_world.ts";

const marked = (sentences: readonly HandSentence[]) =>
  sentences.map((one) => ({ ...one, group: one.isTrue ? "true" : "false" }));

/** Shares that are decided on rightly: of all, and of those decided on. */
function rightOf(
  { ofTrue, ofFalse }: Evaluation,
  count: number,
): { readonly ofAll: number; readonly ofDecided: number } {
  const right = ofTrue.proven + ofFalse.false;
  return { ofAll: right / count, ofDecided: right / (count - ofTrue.unknown - ofFalse.unknown) };
}

testOnShared(
  missingShared(...REAL_FILES),
  "of three hundred sentences worded by hand at least half are decided on, and 97 % of these rightly",
  async () => {
    const view = await realView();
    const all = [...TUNED_SENTENCES, ...HELD_OUT_SENTENCES];
    equal(all.length, 300);
    equal(new Set(all.map(({ text }) => text)).size, 300);
    say("200 sentences that the check was improved on", evaluated(marked(TUNED_SENTENCES), view));
    say("100 sentences that it was not", evaluated(marked(HELD_OUT_SENTENCES), view));
    const { ofAll, ofDecided } = rightOf(evaluated(marked(all), view), all.length);
    ok(ofAll >= 0.5, `${ofAll}`);
    ok(ofDecided >= 0.97, `${ofDecided}`);
  },
);
