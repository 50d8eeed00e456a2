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

  Deno.test(`${kind}: the entries of a feed are texts about the company of its path, each once`, async () => {
    await inFolder(files, async (folder) => {
      for (const index of ["memory", "file", "file"] as const) {
        const report = await checkFolder(folder, { index });
        deepEqual(report.counts, { found: 3, read: 3 });
        deepEqual(report.files.flatMap(({ problems }) => problems.map(({ kind, message }) => `${kind}: ${message}`)), [
          "remark: 1 text in other files too: each counts once, from its first day",
        ]);
        deepEqual(
          report.companies.flatMap(({ shelves }) =>
            shelves.map(({ shelf, kind, count, files }) => [shelf, kind, count, files])
          ),
          [["prices", undefined, 30, 1], ["texts", "news", 3, 2]],
        );
        const lines = folderReportLines(report, { width: 200, now: new Date("2026-11-23T12:00:00Z") }).join("\n");
        match(lines, /\n2 files of filings, trades and texts: feed of news 2\.\n/);
        match(lines, /\ntexts \(news\): 3 of 1 company, 1\d Nov to \d+ Nov 2026\n/);
      }
    });
  });

  Deno.test(`${kind}: an entry is a text from its day on, and not before`, async () => {
    await inFolder(files, async (folder) => {
      const data = await openEveryWay(folder, { asOf: "2026-11-10" });
      deepEqual(data.shelves, ["texts"]);
      deepEqual(data.at("2026-11-17").texts("AAPL").documents, []);
      equal(data.at("2026-11-23").texts("AAPL").documents.length, 3);
      for (const { known, day } of data.at("2026-11-23").texts("AAPL").documents) equal(known >= day, true);
    });
  });
}

for (const [when, text] of NO_FEEDS.filter(([, text]) => text.startsWith("<") && /<rss/.test(text))) {
  Deno.test(`${when} in place of a feed is a problem of its file`, async () => {
    const data = await inFolder({ "AAPL.csv": PRICES, "news/a.xml": text }, (folder) => openEveryWay(folder));
    deepEqual(data.problems.map(({ file, kind }) => `${file} ${kind}`), ["news/a.xml refused"]);
    match(data.problems[0]?.message ?? "", /^Not read: it is not a complete feed: line 1: /);
  });
}
