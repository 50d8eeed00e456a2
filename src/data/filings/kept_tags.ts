import { ITEM_TAGS } from "../metrics/items.ts";
import { PUBLIC_FLOAT } from "../metrics/value.ts";

/** The tags whose facts are kept: those of items and splits, and the public float. A company reports some hundreds of others. */
export const KEPT_TAGS: ReadonlySet<string> = new Set([...ITEM_TAGS, PUBLIC_FLOAT.tag]);
