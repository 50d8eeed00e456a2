import { checkFolder } from "../../src/data/folder/check_folder.ts";
import { folderReportLines } from "../../src/commands/data_report.ts";
import { FEED_FORMS, NO_FEEDS } from "../connect/made_feeds.ts";
import { sessionsFrom } from "../connect/made_market.ts";
import { deepEqual, equal, match } from "../assert.ts";
import { inFolder } from "./in_folder.ts";
import { openEveryWay } from "./open_every_way.ts";

const PRICES = `date,close\n${sessionsFrom("2026-10-01", 30).map((day, at) => `${day},${10 + at % 2}\n`).join("")}`;

for (const [kind, write] of FEED_FORMS) {
  const files = {
    "AAPL.csv": PRICES,
    "news/example.com/AAPL.xml": write([[3, "2026-11-20"], [2, "2026-11-19"]]),
    "news/example.com/AAPL/2026-11-18.xml": write([[2, "2026-11-19"], [1, "2026-11-18"]]),
  };

  Deno.test(`${kind}: the check of a folder says that feeds are kept, not read yet, with their entries and days`, async () => {
    await inFolder(files, async (folder) => {
      for (const index of ["memory", "file", "file"] as const) {
        const report = await checkFolder(folder, { index });
        deepEqual(report.counts, { found: 1, read: 1 });
        deepEqual(report.files.flatMap(({ problems }) => problems.map((one) => `${one.kind}: ${one.message}`)), [
          "remark: 2 files of news feeds: kept, not read yet (4 entries, 2026-11-18 to 2026-11-20)",
        ]);
        const lines = folderReportLines(report, { width: 200, now: new Date("2026-11-23T12:00:00Z") });
        match(
          lines.join("\n"),
          /\n2 files of news feeds: kept, not read yet \(4 entries, 2026-11-18 to 2026-11-20\)\.\n/,
        );
        equal(lines.at(-1), "1 of 1 file read.");
      }
    });
  });

  Deno.test(`${kind}: a feed beside prices is a remark and no problem`, async () => {
    const data = await inFolder(files, (folder) => openEveryWay(folder));
    deepEqual(data.problems.map((one) => one.kind), ["remark"]);
    deepEqual(data.files, { found: 1, read: 1 });
  });
}

for (const [when, text] of NO_FEEDS.filter(([, text]) => text.startsWith("<") && /<rss/.test(text))) {
  Deno.test(`${when} in place of a feed is a problem of its file`, async () => {
    const data = await inFolder({ "AAPL.csv": PRICES, "news/a.xml": text }, (folder) => openEveryWay(folder));
    deepEqual(data.problems.map(({ file, kind }) => `${file} ${kind}`), ["news/a.xml refused"]);
    match(data.problems[0]?.message ?? "", /^Not counted: it is no whole feed: line 1: /);
  });
}
