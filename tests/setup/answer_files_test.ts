/** Every file of an answer can be downloaded, those that no program made too. */
import { connect } from "conviction";
import { deepEqual, ok } from "../assert.ts";
import { inFolder } from "../data/in_folder.ts";
import { sweep } from "../sweeps.ts";

const ENDS = [
  ...["price_drawdown.svg", "price_drawdown.png", "price_drawdown.csv"],
  ...["statements.svg", "statements.png", "statements.csv", "evidence.csv"],
];

for (const way of sweep("setup/answer_files", ["stream", "reason"])) {
  Deno.test(`each file of an answer by ${way}() is served`, async () => {
    await inFolder({}, async (folder) => {
      const research = connect();
      const files = way === "stream"
        ? (await research.stream("Analyse AAPL").final()).files
        : (await research.reason({ input: "Analyse AAPL", include: ["files"] })).metadata?.files ?? [];
      deepEqual(files.map(({ filename }) => filename).toSorted(), ENDS.map((end) => `AAPL_${end}`).toSorted());
      for (const file of files) {
        const { path } = await research.download(file, folder);
        ok((await Deno.stat(path)).size > 0);
      }
    });
  });
}
