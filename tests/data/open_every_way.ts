import { deepEqual } from "../assert.ts";
import type { LoadedDataset } from "../../src/data/dataset.ts";
import type { CompanyTexts } from "../../src/data/text_document.ts";
import { type FolderOptions, openFolder } from "../../src/data/folder/folder.ts";

/** Later than every file of a test was written by more than file systems need to tell. */
const LATER = () => Date.now() + 60_000;

/**
 * Opens a folder in memory, then filling its index, then from its index, and compares what the three hold and say.
 * @returns The one from the index.
 */
export async function openEveryWay(folder: string, options: FolderOptions = {}): Promise<LoadedDataset> {
  const { onFile, ...others } = options;
  const anew = await settled(openFolder(folder, others));
  for (const now of [LATER, LATER, Date.now]) {
    const known = await settled(openFolder(folder, { ...others, index: "file", now }));
    deepEqual(known.facts, anew.facts);
  }
  return await openFolder(folder, { ...options, index: "file", now: LATER, onFile });
}

/** Every fact of the data, or why there is none. */
async function settled(opening: Promise<LoadedDataset>): Promise<{ readonly facts: unknown }> {
  try {
    return { facts: factsOf(await opening) };
  } catch (error) {
    return { facts: error instanceof Error ? [error.name, error.message] : error };
  }
}

/** What a dataset holds and says, on its default day and on its last. */
export function factsOf(data: LoadedDataset): unknown {
  const { name, notice, asOf, span, problems, files, skippedRows } = data;
  return {
    name,
    notice,
    asOf,
    span,
    problems,
    files,
    skippedRows,
    views: [asOf, "9999-12-31"].map((day) => viewOf(data, day)),
  };
}

function viewOf(data: LoadedDataset, day: string): unknown {
  const { asOf, companies, benchmark, sources, prices, sessions, records, texts, unread } = data.at(day);
  const tickers = [
    ...companies.map(({ ticker }) => ticker),
    ...benchmark === undefined ? [] : [benchmark],
    "MSFT",
    "B",
  ];
  return {
    asOf,
    companies,
    benchmark,
    sources,
    series: tickers.map((ticker) => [prices(ticker), sessions(ticker), records(ticker), unread(ticker)]),
    texts: tickers.map((ticker) => textsOf(texts(ticker))),
  };
}

/** Every text, and what is found in them by the words that most have. */
function textsOf({ documents, text, find }: CompanyTexts): unknown {
  return {
    documents,
    texts: documents.map(({ id }) => text(id)),
    found: ["the of", '"of the"', "demand risks", "item"].map((words) => find({ words, limit: 1000 })),
  };
}
