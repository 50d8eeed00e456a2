import { deepEqual, match, ok } from "../assert.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { inFolder } from "./in_folder.ts";

/** Month stamps from 2016-01 to 2017-12, and rows after them. */
function months(...more: readonly string[]): string {
  const firsts = Array.from({ length: 24 }, (_, at) => new Date(Date.UTC(2016, at, 1)).toISOString().slice(0, 10));
  return ["date,close", ...firsts.map((day, at) => `${day},${100 + at}`), ...more, ""].join("\n");
}

function closes(text: string): Promise<readonly number[]> {
  return inFolder({ "A.csv": text }, async (folder) => {
    const data = await openFolder(folder);
    return [...data.at("2017-12-31").prices("A")[0]?.close ?? []];
  });
}

Deno.test("a month that was unfinished when its row was written is not brought back by rows of later months", async () => {
  const before = await closes(months("2017-12-15,500"));
  deepEqual(before, Array.from({ length: 23 }, (_, at) => 100 + at));
  deepEqual(await closes(months("2017-12-15,500", "2018-01-01,600")), before);
  deepEqual(await closes(months("2017-12-15,500", "2018-01-01,600", "2018-01-10,700")), before);
});

Deno.test("a sparse file of two gigabytes named like a Parquet file is refused unread", async () => {
  await inFolder({ "A.csv": "date,close\n2020-01-02,1\n2020-01-03,2\n", "B.parquet": "" }, async (folder) => {
    await Deno.truncate(`${folder}/B.parquet`, 2 * 1024 ** 3);
    const before = Deno.memoryUsage().rss;
    const { problems } = await openFolder(folder);
    match(problems.map(({ message }) => message).join(), /larger than 1 GiB, and is read whole; split it/);
    ok(Deno.memoryUsage().rss - before < 512 * 1024 ** 2);
  });
});
