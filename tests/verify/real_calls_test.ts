/** Both readers of texts, on the calls among the developers' real data. */
import { deepEqual, equal, ok } from "../assert.ts";
import { missingShared, testOnShared } from "../needs.ts";
import { CALLS_FILE, realCalls } from "../real_calls.ts";
import { IS_WHOLE } from "../lanes.ts";
import { sweep } from "../sweeps.ts";
import { figuresBy } from "../text_figures.ts";

testOnShared(
  missingShared(CALLS_FILE),
  "analyst and verifier count the same words of every real call, and most of those that are whole have a tone above 0",
  async () => {
    const found = sweep("verify/real_calls", await realCalls()).flatMap((held) =>
      held.until(held.last).documents.map(({ day }) => figuresBy(held.until(day), day))
    );
    const tones = found.map((figures) => figures["tone"]).filter((tone) => typeof tone === "number");
    const short = found.filter((figures) => figures["call_words"] === "short");
    const silent = found.filter((figures) => figures["call_words"] !== "short" && figures["tone"] === "short");
    if (IS_WHOLE) deepEqual([tones.length, silent.length, short.length], [1150, 2, 45]);
    equal(tones.length + silent.length + short.length, found.length);
    ok(tones.filter((tone) => tone > 0).length > 0.75 * tones.length);
  },
);
