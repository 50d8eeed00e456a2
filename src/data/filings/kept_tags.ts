import { ITEM_TAGS } from "../metrics/items.ts";

/** Shares after a split for each share before. */
export const SPLIT_TAG = "us-gaap/StockholdersEquityNoteStockSplitConversionRatio1";

/** The tags whose facts are kept: those of items, and of splits. A company reports some hundreds of others. */
export const KEPT_TAGS: ReadonlySet<string> = new Set([...ITEM_TAGS, SPLIT_TAG]);
