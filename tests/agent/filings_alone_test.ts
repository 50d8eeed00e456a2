/** A folder with filings and no prices: what an analyst asks of it is answered, or refused by name. */
import { equal, match, ok } from "../assert.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import type { FiledFact } from "../../src/data/records.ts";
import { inFolder } from "../data/in_folder.ts";
import { companyFacts, submissions } from "../data/folder/made_files.ts";
import { missingShared, sharedPath, testNeeding } from "../needs.ts";
import { madeReports } from "../verify/made_reports.ts";
import { ask, askOf, conclusionOf, markdownOf, ports, textOf } from "./ask.ts";

/** What is asked of one company, and how the answer begins; of the rest of it nothing but figures may be said. */
const QUESTIONS: readonly { readonly asks: string; readonly says: RegExp }[] = [
  {
    asks: "Analyse PAPR",
    says: /^One Holdings \(PAPR\): no view .* Its revenue in the year to .*, (?:up|down) [\d.]+% on the year\./,
  },
  {
    asks: "PAPR",
    says: /^One Holdings \(PAPR\): no view .* Its revenue in the year to .*, (?:up|down) [\d.]+% on the year\./,
  },
  {
    asks: "Should I buy PAPR?",
    says: /^One Holdings \(PAPR\): no view .* Its revenue in the year to .*, (?:up|down) [\d.]+% on the year\./,
  },
  { asks: "How fast does PAPR grow?", says: /^One Holdings' revenue went from .*, (?:up|down) / },
  { asks: "Revenue growth of PAPR", says: /^One Holdings' revenue went from .*, (?:up|down) / },
  {
    asks: "What are PAPR's margins?",
    says: /^One Holdings' gross margin .* One Holdings' operating margin .* One Holdings' net margin /,
  },
  { asks: "Gross margin of PAPR over the last three years", says: /^One Holdings' gross margin went from / },
  {
    asks: "How much cash does PAPR hold?",
    says: /^One Holdings' cash and cash equivalents .* not stated in its filings to 1 Dec 2020/,
  },
  { asks: "Free cash flow of PAPR", says: /^One Holdings' free cash flow in the year to / },
  { asks: "How leveraged is PAPR?", says: /^One Holdings' ratio of liabilities to equity on / },
  { asks: "Can PAPR cover its interest?", says: /^One Holdings' operating income in the year to .* interest expense/ },
  {
    asks: "Does PAPR turn its earnings into cash?",
    says: /^(?:Yes|Not in full|No): One Holdings' operating cash flow was /,
  },
  { asks: "Liabilities to equity of PAPR", says: /^One Holdings' ratio of liabilities to equity on / },
  {
    asks: "Does PAPR dilute its shareholders?",
    says: /^(?:Yes|No): One Holdings' one-year change in share count was /,
  },
  { asks: "Is PAPR profitable?", says: /^One Holdings' net income in the year to / },
  {
    asks: "What is the F-score of PAPR?",
    says: /^One Holdings' Piotroski F-score is \d/,
  },
  { asks: "Accruals of PAPR", says: /^One Holdings' ratio of accruals to assets / },
  {
    asks: "What are the risks of PAPR?",
    says:
      /^One Holdings \(PAPR\): no view .* One Holdings' free cash flow .* Its chance of a 15% drawdown .* is not available /,
  },
  {
    asks: "When did PAPR file its last 10-K?",
    says: /^One Holdings' latest filing public by .* annual report .* on \d+ \w+ \d{4}/,
  },
  { asks: "Last filings of PAPR", says: /^One Holdings' latest filing public by / },
  { asks: "When were the last results of PAPR?", says: /^One Holdings(?:' latest results| last reported results)/ },
  {
    asks: "Did insiders of PAPR buy?",
    says: /^One Holdings' insiders bought and did not sell on the open market between /,
  },
  {
    asks: "What is PAPR's P/E?",
    says: /^One Holdings' P\/E* is not available as of .*: the data hold no prices for it\./,
  },
  {
    asks: "Compare PAPR and INKK",
    says:
      /^Two Holdings and One Holdings by revenue growth in the latest fiscal year, highest first: .* No view on One Holdings .* and Two Holdings /,
  },
  {
    asks: "Which of PAPR and INKK has the higher F-score?",
    says: /^(?:One|Two) Holdings has the higher Piotroski F-score: /,
  },
  {
    asks: "Which filed last, PAPR or INKK?",
    says: /^One Holdings has the most recent filing: One Holdings (.+) and Two Holdings (?!\1)/,
  },
  { asks: "Compare the newest filings of PAPR and INKK", says: /^One Holdings has the most recent filing: / },
];

/** Questions that are about prices themselves: what they ask for has a sentence of its own. */
const OF_PRICES = /P\/E|risks/;

for (const { asks, says } of QUESTIONS) {
  Deno.test(`of a made folder with filings alone: ${asks}`, async () => {
    await inFolder(MADE, async (folder) => {
      const steps = await askOf(await openFolder(folder, { asOf: "2020-12-01" }), asks);
      const conclusion = conclusionOf(steps);
      const text = textOf(steps);
      match(text, says);
      ok(
        (text.replace(/ To add prices\b.*/, "").match(/\bprices\b/g)?.length ?? 0) <=
          (OF_PRICES.test(asks) ? 2 : 1),
        text,
      );
      if (conclusion.kind !== "thesis") return;
      equal(conclusion.result.agent_thesis.signal, "no_view");
      equal(conclusion.result.metadata?.score, undefined);
      equal(conclusion.result.metadata?.verification?.claims_removed, 0, text);
    });
  });
}

Deno.test("insiders' forms are read whatever day the last bar is of", async () => {
  const closes = ["2019-03-04", "2019-03-05", "2019-03-06"].map((day) => `${day},10\n`).join("");
  await inFolder({ ...MADE, "PAPR.csv": `date,close\n${closes}` }, async (folder) => {
    const dataset = await openFolder(folder, { asOf: "2020-12-01" });
    match(
      textOf(await askOf(dataset, "Did insiders of PAPR buy?")),
      /^One Holdings' insiders bought and did not sell /,
    );
    const text = textOf(await askOf(dataset, "Analyse PAPR"));
    match(
      text,
      /^One Holdings \(PAPR\): no view on the shares as of 1 Dec 2020, because prices stop well before that day\. /,
    );
    equal(text.replace(/ To add prices\b.*/, "").match(/\bprices\b/g)?.length, 1, text);
  });
});

Deno.test("a company that filed for the first time on a Friday is known to a question on the Saturday", async () => {
  const files = { "companies.csv": "ticker,name,cik\nHOME,Home Holdings,1\n", "CIK0000000001.json": companyFacts(1) };
  await inFolder(files, async (folder) => {
    const text = markdownOf(await askOf(await openFolder(folder, { asOf: "2020-02-15" }), "What is HOME's revenue?"));
    match(
      text,
      /^\*\*Home Holdings' revenue in the year to 31 Dec 2019 was \$1,000\.\*\*\n\n\[1\] HOME .* used by a thesis from 18 Feb 2020$/,
    );
  });
});

Deno.test("the day of a folder of filings is that of its last list, so that a quiet filer is not old", async () => {
  const list = { do: "file", path: "sec/submissions/CIK0000000001.json", bytes: 1, sha256: "", atMs: 1 };
  const journal = [{ ...list, session: "2021-03-05" }, { ...list, session: "2021-03-04" }, { do: "end", atMs: 2 }];
  const lines = journal.map((line) => `${JSON.stringify(line)}\n`).join("");
  await inFolder({ ...MADE, ".conviction/fetch.jsonl": lines }, async (folder) => {
    const dataset = await openFolder(folder);
    equal([dataset.asOf, dataset.span.last].join(), "2021-03-05,2021-03-05");
    equal((await openFolder(folder, { latestDay: "2021-03-01" })).asOf, "2021-03-01");
  });
});

const REPORTS = madeReports([{ ticker: "PAPR", by: "years" }, { ticker: "INKK", by: "quarters" }]);

/** A companyfacts file of the facts of a made company. */
function factsFile(cik: number, at: number): string {
  const all = REPORTS[at]?.load().facts ?? [];
  const served = ({ start, end, value, accession, form, filed }: FiledFact) => ({
    ...(start !== undefined && { start }),
    ...{ end, val: value, accn: accession, form, filed },
  });
  const taxonomies = Map.groupBy(all, ({ tag }) => tag.split("/")[0] ?? "");
  const facts = [...taxonomies].map(([taxonomy, ofIt]) => {
    const tags = [...Map.groupBy(ofIt, ({ tag }) => tag.split("/")[1] ?? "")].map(([name, ofTag]) => {
      const units = [...Map.groupBy(ofTag, ({ unit }) => unit)].map(([unit, rows]) => [unit, rows.map(served)]);
      return [name, { units: Object.fromEntries(units) }];
    });
    return [taxonomy, Object.fromEntries(tags)];
  });
  return JSON.stringify({ cik, entityName: "Made Inc", facts: Object.fromEntries(facts) });
}

const FORMS = "ticker,filing_date,reporting_owner,position,transaction_date,transaction_code,shares,price\n" +
  "PAPR,2020-05-05,Doe Jane,Director,2020-05-04,S,10,9\nPAPR,2020-11-17,Doe Jane,Director,2020-11-16,P,100,10\n";
const MADE = {
  "companies.csv": "ticker,name,cik\nPAPR,One Holdings,1\nINKK,Two Holdings,2\n",
  "facts/CIK0000000001.json": factsFile(1, 0),
  "facts/CIK0000000002.json": factsFile(2, 1),
  "submissions/CIK0000000001.json": submissions(1, ["PAPR"], [
    ["0000000009-20-000001", "8-K", "2020-11-09", "2020-11-09", "2.02"],
  ]),
  "forms.csv": FORMS,
};

const REAL = ["sec/companyfacts/AAPL_CIK0000320193.json.gz", "sec/submissions/AAPL_CIK0000320193.json.gz"] as const;

testNeeding(missingShared(...REAL), "the filings of a real company alone give a view of its business", async () => {
  const [facts, filings] = await Promise.all(REAL.map((path) => Deno.readFile(sharedPath(path))));
  ok(facts !== undefined && filings !== undefined);
  await inFolder({ "facts.json.gz": facts, "filings.json.gz": filings }, async (folder) => {
    const dataset = await openFolder(folder, { asOf: "2025-12-01" });
    const text = textOf(await ask({ input: "Analyse Apple" }, ports({ dataset })));
    match(
      text,
      /^Apple \(AAPL\): no view .* Its revenue in the year to 27 Sep 2025 was \$416\.2bn, up 6\.4% on the year\. /,
    );
    match(text, /Piotroski F-score \d out of 9 tests that can be run/);
    equal(text.replace(/ To add prices\b.*/, "").match(/\bprices?\b/g)?.length, 1, text);
    match(textOf(await askOf(dataset, "When did Apple file its last 10-K?")), / \(10-K, .*\) on 31 Oct 2025/);
  });
});
