import { equal, match, ok } from "../assert.ts";
import { reportPage } from "../../src/view/page/page.ts";
import { summaryMarkdown } from "../../src/view/page/summary_md.ts";
import type { RunRecord } from "../../src/run/manifest.ts";
import { manifestOf, openRow, thesisRow } from "./report_rows.ts";
import { textOf } from "./report_tags.ts";

function running({ attempts, ...run }: { readonly attempts: number } & Partial<RunRecord>) {
  const { seconds: _, ...manifest } = manifestOf({ finishedAt: undefined, ...run }, { requests: 200, attempts });
  const rows = Array.from({ length: 200 }, (_, at) => openRow(at + 1, { status: "pending" }));
  return { manifest, rows, folder: "runs/list" };
}

const SERVICE = { name: "https://research.example" };

for (
  const { when, run, sent, days } of [
    { when: "nothing was sent", run: { attempts: 0 }, sent: "0 of 200 requests sent", days: "prices end 29 Dec 2017" },
    {
      when: "some are under way",
      run: { attempts: 8 },
      sent: "8 of 200 requests sent",
      days: "prices end 29 Dec 2017",
    },
    {
      when: "a day was asked for",
      run: { attempts: 0, options: { asOf: "2016-03-01" } },
      sent: "0 of 200 requests sent",
      days: "asked as of 1 Mar 2016; prices end 29 Dec 2017",
    },
    {
      when: "a remote service has said nothing yet",
      run: { attempts: 0, service: SERVICE },
      sent: "0 of 200 requests sent",
      days: "",
    },
    {
      when: "each row has a day of its own",
      run: { attempts: 203, service: SERVICE, options: { asOf: "day" } },
      sent: "200 requests; 203 attempts",
      days: "",
    },
  ]
) {
  Deno.test(`page and summary of a running list say what was sent and what is known of its days when ${when}`, () => {
    const input = running(run);
    const [, , fresh, cost] = summaryMarkdown(input).split("\n");
    equal(fresh, `- Data as of: ${["no thesis yet", days].filter(Boolean).join("; ")}.`);
    match(cost ?? "", new RegExp(`^- ${sent} to `));
    const page = textOf(reportPage(input)).replaceAll(" ;", ";");
    ok(page.includes(`Data as of no thesis yet ${days}`), page);
    match(page, new RegExp(` ${sent} to [^.]*(?:\\.example)?, since 2018-01-03`));
  });
}

Deno.test("a day that no thesis states is not stated, and the last day of the prices is said", () => {
  const rows = [thesisRow(1, { asOf: undefined })];
  const summary = summaryMarkdown({ ...running({ attempts: 1 }), rows });
  match(summary, /Data as of: not stated; prices end 29 Dec 2017\./);
});
