import { equal, throws } from "../assert.ts";
import { openIndex } from "../../src/data/index/open_index.ts";
import { inFolder } from "./in_folder.ts";

Deno.test("an index that is closed is not read any more, and closing it again has no effect", async () => {
  await inFolder({ "A.csv": "date,close\n2017-01-03,1\n" }, (folder) => {
    const { index } = openIndex(folder);
    equal(index?.files().size, 0);
    index?.[Symbol.dispose]();
    throws(() => index?.files());
    index?.[Symbol.dispose]();
    return Promise.resolve();
  });
});
