/** The developers' real files: how many texts they hold, and that a report gives facts and a text. */
import { deepEqual, equal, ok } from "../../assert.ts";
import { openFolder } from "../../../src/data/folder/folder.ts";
import type { LoadedDataset } from "../../../src/data/dataset.ts";
import { inFolder } from "../in_folder.ts";
import { missingShared, sharedPath, testOnShared, testOnSharedAtNight } from "../../needs.ts";

/** Opens copies of real files in a folder, each under a name of its own. */
async function opened<T>(files: Readonly<Record<string, string>>, use: (data: LoadedDataset) => T): Promise<T> {
  const copies = Object.entries(files).map(([name, path]) => [name, Deno.readFileSync(sharedPath(path))] as const);
  return await inFolder(Object.fromEntries(copies), async (folder) => use(await openFolder(folder)));
}

const CALLS = "transcripts/maec_sp500_calls_2015-2018.jsonl.gz";

testOnSharedAtNight(
  missingShared(CALLS),
  "1,197 calls are texts of 420 companies, each known from the session after its day",
  () =>
    opened({ "transcripts/calls.jsonl.gz": CALLS }, (data) => {
      deepEqual(data.problems, []);
      const view = data.at("2030-01-01");
      const texts = view.companies.map(({ ticker }) => view.texts(ticker));
      equal(texts.length, 420);
      const documents = texts.flatMap((one) => one.documents);
      equal(documents.length, 1197);
      ok(documents.every(({ kind, day, known }) => kind === "call" && known > day));
      const { find, text } = view.texts("AAPL");
      for (const { document, start, end } of find({ words: "iphone demand" })) {
        ok(/iphones?|demand/i.test(text(document).slice(start, end)));
      }
    }),
);

const POSTS = "social/stocknet_tweets_12_tickers_2014-2015.jsonl.gz";

testOnSharedAtNight(
  missingShared(POSTS),
  "57,732 posts are texts by the hour, and 12,007 that say the same count once",
  () =>
    opened({ "social/posts.jsonl.gz": POSTS }, (data) => {
      deepEqual(data.problems.map(({ message }) => message), [
        "12,007 texts there more than once; each counts once, from its first day",
      ]);
      const view = data.at("2030-01-01");
      const documents = view.companies.flatMap(({ ticker }) => view.texts(ticker).documents);
      equal(documents.length, 57_732 - 12_007);
      ok(documents.some(({ day, known }) => known === day) && documents.some(({ day, known }) => known > day));
    }),
);

const SECTIONS = "sec/mda_risk_sections_2021-2026.jsonl.gz";
const LISTS = ["AAPL_CIK0000320193", "NVDA_CIK0001045810", "MSFT_CIK0000789019"].map((name) =>
  [`sec/${name}.json.gz`, `sec/submissions/${name}.json.gz`] as const
);

testOnSharedAtNight(
  missingShared(SECTIONS, ...LISTS.map(([, path]) => path)),
  "sections of filings are dated by the folder's lists of filings, and those of other companies are not used",
  () =>
    opened({ "sec/sections.jsonl.gz": SECTIONS, ...Object.fromEntries(LISTS) }, (data) => {
      const view = data.at("2030-01-01");
      const [first] = view.texts("AAPL").documents;
      ok(/^10-[KQ] 0000320193-\d\d-\d{6}$/.test(first?.id ?? ""));
      for (const { kind, sections } of view.texts("AAPL").documents) {
        const names: readonly string[] = sections.map(({ name }) => name);
        ok(names.every((name) => ["Item 1A", kind === "10-K" ? "Item 7" : "Item 2"].includes(name)), `${names}`);
      }
      deepEqual(view.texts("QCOM").documents, []);
      ok(
        data.problems.some(({ kind, message }) =>
          kind === "skipped" && /^\d+ texts of QCOM not used(?: \(.*\))?: /.test(message)
        ),
      );
    }),
);

const REPORT = "sec/filings_html/aapl-10-k-2024-11-01.html.gz";
const LIST = "sec/submissions/AAPL_CIK0000320193.json.gz";

testOnShared(
  missingShared(REPORT, LIST),
  "one page of a report gives its facts and its text, under one number and day",
  () =>
    opened({ "aapl-20240928.htm.gz": REPORT, "CIK0000320193.json.gz": LIST }, (data) => {
      const view = data.at("2024-11-04");
      const [document, ...others] = view.texts("AAPL").documents;
      deepEqual(others, []);
      deepEqual([document?.id, document?.day, document?.known], [
        "10-K 0000320193-24-000123",
        "2024-11-01",
        "2024-11-04",
      ]);
      ok(
        view.records("AAPL").facts.some(({ accession, filed }) =>
          accession === "0000320193-24-000123" && filed === "2024-11-01"
        ),
      );
      deepEqual(data.at("2024-11-03").texts("AAPL").documents, []);
    }),
);

const SUBMISSION = "sec/full_submissions/NVDA_8-K_2026-03-02.txt.gz";

testOnShared(
  missingShared(SUBMISSION),
  "a full submission gives its notice with the sections of its items",
  () =>
    opened({ "s.txt.gz": SUBMISSION }, (data) => {
      const view = data.at("2030-01-01");
      const [ticker = ""] = view.companies.map((one) => one.ticker);
      const { documents, text } = view.texts(ticker);
      ok(documents.every(({ kind, day, known }) => kind === "8-K" && day === "2026-03-06" && known === "2026-03-09"));
      ok(
        documents.some(({ id, sections }) =>
          sections.some(({ start, end }) => /^Item \d/i.test(text(id).slice(start, end)))
        ),
      );
    }),
);
