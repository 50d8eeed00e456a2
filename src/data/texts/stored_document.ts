import { createHash } from "node:crypto";
import type { TextDocument } from "../text_document.ts";
import { passagesOf } from "./sentences.ts";

/** What a text that was filed says of its filing; what it does not say, the folder's lists of filings may. */
export interface TextFiling {
  /** Number of the filing, with its dashes. */
  readonly accession?: string;
  /** Like `10-K` or `8-K/A`. */
  readonly form?: string;
  /** Last day of the period that it reports on. */
  readonly period?: string;
  /** Type of the document where it is not the main one, like `EX-99.1`. */
  readonly exhibit?: string;
  /** A day in the name of its file, which serves where nothing else says when it was filed. */
  readonly named?: string;
}

/** What is kept of a text beside its characters. */
export interface StoredDocument extends Pick<TextDocument, "kind" | "title" | "sha256" | "chars" | "sections"> {
  /** What tells it from the other texts of its file, like a line; empty where the file is one text. */
  readonly name: string;
  /** Days of its publication and from which on it may be used; absent where its filing has to be found first. */
  readonly day?: string;
  readonly known?: string;
  readonly passages: number;
  readonly filing?: TextFiling;
}

/** What is kept of a text because of its characters alone. */
export function aboutText(text: string): Pick<StoredDocument, "sha256" | "chars" | "passages"> {
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { sha256, chars: text.length, passages: passagesOf(text).length };
}
