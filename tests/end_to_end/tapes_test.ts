/** A tape can replace the service in a screen and in a cell. */
import { recordTape, replayTape } from "conviction";
import { screen } from "conviction/batch";
import { show } from "conviction/notebook";
import type { Bundle } from "../../src/notebook/bundle.ts";
import { deepEqual, match, rejects } from "../assert.ts";
import { TAPES } from "../fixtures/tapes/tapes.ts";

const thesis = await Deno.readTextFile(TAPES.thesis.file);
const ROWS = [{ ticker: "AAPL" }, { ticker: "ZZZZ" }];

async function outcomesOf(research: Parameters<typeof screen>[1]) {
  const folder = await Deno.makeTempDir();
  try {
    const outcomes = await Array.fromAsync(screen(ROWS, research, { folder, files: "none", concurrency: 1 }));
    return { outcomes, csv: await Deno.readTextFile(`${folder}/theses.csv`) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a screen replayed from its tapes writes the same theses and refusals", async () => {
  const tapes: string[] = [];
  const recorded = await outcomesOf(recordTape((tape) => void tapes.push(tape)));
  const replayed = await outcomesOf(replayTape(tapes));
  deepEqual(replayed.outcomes.map(({ status }) => status), ["done", "failed"]);
  deepEqual(replayed.csv, recorded.csv);
});

Deno.test("a screen reports each row whose request is not on its tapes", async () => {
  const { outcomes } = await outcomesOf(replayTape(thesis));
  deepEqual(outcomes.map(({ status }) => status), ["failed", "failed"]);
  match(JSON.stringify(outcomes), /Cannot replay/);
});

Deno.test("a cell shows a tape like the recorded answer", async () => {
  const put: Bundle[] = [];
  const display = {
    isLive: false,
    nowMs: () => 0,
    put: (bundle: Bundle) => Promise.resolve(void put.push(bundle)),
    flush: () => Promise.resolve(),
  };
  await show(replayTape(thesis).stream("Analyse AAPL"), { display });
  match(String(put.at(-1)?.["text/plain"]), /all 34 figures and judgements checked/);
  await rejects(show(replayTape(thesis).stream("Analyse IBM"), { display }), { name: "TapeError" });
});
